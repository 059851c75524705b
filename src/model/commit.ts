import type { ArtifactId, CommitId, SessionId } from './id.ts'

export const COMMIT_TYPES = ['delta', 'compaction', 'snapshot'] as const
export type CommitType = (typeof COMMIT_TYPES)[number]

export const CHECKPOINTS = ['turn_boundary', 'tool_call', 'compaction', 'session_end', 'explicit'] as const
export type Checkpoint = (typeof CHECKPOINTS)[number]

/**
 * A point in an agent's understanding. Written once; only `summary` may change afterwards.
 *
 * `[start, end)` is the commit's place in its session's file; its artifact holds exactly those bytes.
 */
export interface Commit {
  readonly id: CommitId
  readonly parent: CommitId | null
  readonly type: CommitType
  readonly artifact: ArtifactId
  readonly format: string
  readonly template: string
  readonly principal: string
  readonly machine: string
  readonly session: SessionId
  readonly checkpoint: Checkpoint
  readonly ticket: string | null
  readonly thread: string | null
  readonly summary: string | null
  readonly messageCount: number
  readonly tokenCount: number
  /** The time of the last recorded line: the moment of understanding. */
  readonly createdAt: string
  /** The clock when it was written. */
  readonly recordedAt: string
  readonly start: number
  readonly end: number
}

/**
 * Whether it begins a session that an operation wrote. It holds what the new session begins with, so that its parent,
 * the commit it was cut from, says where it came from and is no part of its context. A snapshot by hand is explicit, or of
 * no session.
 */
export function isWritten({ type, checkpoint, session }: Pick<Commit, 'type' | 'checkpoint' | 'session'>): boolean {
  return type === 'snapshot' && checkpoint !== 'explicit' && session !== ''
}

/** A commit before the store gave it an id. */
export type CommitDraft = Omit<Commit, 'id'>

/** What is said of a commit without a message. */
export const BARE = 'side records only'
