import type { Commit } from '../../model/commit.ts'
import { Failure } from '../../model/errors.ts'
import type { ArtifactId, CommitId, RoundId } from '../../model/id.ts'
import { hashHex } from '../../model/id.ts'
import type { Operation } from '../../model/operation.ts'
import type { LineageLink, SessionEnd } from '../../model/session.ts'
import type { Ticket } from '../../model/ticket.ts'
import type { ForgottenMark } from '../record.ts'
import type { Project } from './project.ts'

/** Raised when an older Stet would read a remote wrongly. */
export const REMOTE_VERSION = 1

export const REMOTE_FILE = 'remote.json'

/** One line of a journal. Lines of a kind that is not known here are passed over. */
export type Entry =
  | ({ readonly kind: 'machine' } & MachineEntry)
  | ({ readonly kind: 'artifact'; readonly id: ArtifactId } & Stored)
  | { readonly kind: 'commit'; readonly commit: Commit }
  | ({ readonly kind: 'session' } & SessionEntry)
  | {
      readonly kind: 'tag'
      readonly round: RoundId
      readonly engagement: string | null
      readonly at: string
      readonly by: string
    }
  | { readonly kind: 'link'; readonly link: LineageLink }
  | { readonly kind: 'operation'; readonly operation: Operation }
  | { readonly kind: 'ticket'; readonly ticket: Ticket }
  | { readonly kind: 'name'; readonly name: string; readonly commit: CommitId | null; readonly at: string }
  | ({ readonly kind: 'forget' } & ForgottenMark)
  | { readonly kind: 'summary'; readonly commit: CommitId; readonly summary: string; readonly at: string }

/** The first line of every journal: who wrote it. */
export interface MachineEntry {
  readonly id: string
  readonly name: string
  readonly user: string
}

/** Where the bytes of an artifact are: a frame of zstd in a pack. */
export interface Stored {
  readonly size: number
  readonly pack: string
  readonly start: number
  readonly length: number
}

/** A session as it is on a machine. */
export interface SessionEntry {
  readonly client: string
  readonly client_id: string
  readonly generation: number
  readonly format: string
  readonly head: CommitId | null
  readonly bytes: number
  /** In base64. */
  readonly tail: string
  /** The machine that has the file, and its path there. */
  readonly machine: string
  readonly path: string
  readonly cwd: string | null
  readonly project: Project | null
  readonly end: SessionEnd | null
  readonly files: readonly SideEntry[]
}

export interface SideEntry {
  readonly path: string
  readonly artifact: ArtifactId
  readonly size: number
  readonly at: string
}

export function writeEntries(entries: readonly Entry[]): Buffer {
  return Buffer.from(`${entries.map((entry) => JSON.stringify(entry)).join('\n')}\n{"kind":"end"}\n`)
}

/** The lines of a journal as values, which nobody has looked at yet; undefined where it is not whole, as one that a drive is still bringing. */
export function readEntries(bytes: Buffer): readonly unknown[] | undefined {
  try {
    const lines = bytes.toString('utf8').split('\n')
    if (lines.pop() !== '' || lines.pop() !== '{"kind":"end"}') return undefined
    return lines.map((line) => JSON.parse(line))
  } catch {
    return undefined // no JSON, or longer than any text can be
  }
}

/** Where the journals of a machine are. */
export function journalOf(machine: string): string {
  return `journal/${machine}`
}

/** Names that sort as they count. */
export function journalName(nth: number): string {
  return `${String(nth).padStart(8, '0')}.jsonl`
}

/** Which of a machine's journals a file is; undefined for one of another name, such as a drive's own copies. */
export function journalNumber(name: string): number | undefined {
  const [, digits] = /^(\d{8})\.jsonl$/.exec(name) ?? []
  return digits === undefined ? undefined : Number(digits)
}

export function packName(hash: string): string {
  return `packs/${hash.slice(0, 2)}/${hash}.zst`
}

/** Under which key it is known that something is in the remote. */
export function keyOf(kind: string, ...parts: readonly unknown[]): string {
  return `${kind}:${hashHex(JSON.stringify(parts))}`
}

export function projectKey({ client, client_id }: Pick<SessionEntry, 'client' | 'client_id'>): string {
  return keyOf('project', client, client_id)
}

export function tagKey(tag: {
  readonly round: string
  readonly engagement: string | null
  readonly at: string
  readonly by: string
}): string {
  return keyOf('tag', tag.round, tag.engagement, tag.at, tag.by)
}

export function linkKey({ child, parent, kind }: LineageLink): string {
  return keyOf('link', child, parent, kind)
}

export function operationKey({ id, undoneAt }: Operation): string {
  return keyOf('operation', id, undoneAt)
}

export function remoteTooNew(version: number): Failure {
  return new Failure('store-too-new', `The remote was written by a newer Stet (version ${version}).`, {
    facts: { version, known: REMOTE_VERSION },
    hint: 'Update Stet; nothing was changed.',
  })
}
