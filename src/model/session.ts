import type { CommitId, RoundId, SessionId } from './id.ts'
import type { OperationKind } from './plan.ts'
import type { RoundPatch } from './round-patch.ts'
import type { SurgeryNote } from './surgery-note.ts'
import { CHARS_A_TOKEN } from './tokens.ts'

/** What is known of a session: its identity, what the client wrote about it, and how far it is recorded. */
export interface Session {
  readonly id: SessionId
  readonly client: string
  readonly clientId: string
  readonly generation: number
  readonly format: string
  readonly head: CommitId | null
  /** Bytes in commits. */
  readonly bytes: number
  /** What is at the end of the file and not whole yet, a line or a compaction: kept, and read again when it has grown. */
  readonly tail: Uint8Array
  readonly source: string
  readonly facts: SessionFacts
  /** What an older Stet numbered of it; null where all of its rounds are numbered as this one does. */
  readonly earlier: EarlierNumbers | null
  /** Whose it is, and its place among those of the same worker; null where no worker is known. */
  readonly worker: { readonly id: string; readonly number: number } | null
  /** When and why it ended; null while it goes on. */
  readonly end: SessionEnd | null
  /** Who wrote its last commit down, and on which machine; null while it has none. */
  readonly by: { readonly principal: string; readonly machine: string } | null
  /** What is wrong with what the store keeps of the session itself, its tail included; null where all is well. */
  readonly damage: string | null
}

/** The bytes whose rounds an older Stet numbered, and the highest number that it gave. */
export interface EarlierNumbers {
  readonly bytes: number
  readonly highest: number
}

/** How a session ended: by the operation that made another of it, by the handoff (`completed`), or with its client (`crashed`). */
export interface SessionEnd {
  readonly at: string
  readonly reason: string
  /** How full its window was, in percent. */
  readonly context: number | null
  /** The handoff that was written. */
  readonly summary: string | null
}

/** What the client's lines say about a session. Rebuilt from the record at any time. */
export interface SessionFacts {
  readonly lines: number
  readonly title: string | null
  readonly agent: string | null
  readonly role: string | null
  readonly model: string | null
  readonly version: string | null
  readonly cwd: string | null
  /** The branch of the repository it worked on last. */
  readonly branch: string | null
  readonly started: string | null
  readonly ended: string | null
  readonly rounds: number
  /** The highest number a round has; above `rounds` where surgery left numbers out. */
  readonly highestRound: number
  readonly messages: number
  readonly blocks: number
  readonly tokens: number
  readonly largestContext: number
  /** Counted characters that make a token here: from its own usage, else by its model (src/model/calibration.ts). */
  readonly charsAToken: number
  /** Tokens of what is sent and not in its lines, such as the client's own prompt; null where no usage tells. */
  readonly fixedTokens: number | null
  /** Tokens its window holds as the client says it; null where it does not. */
  readonly contextWindow: number | null
  /** The session and tool call that spawned it, for a subagent. */
  readonly spawnedBy: SpawnedBy | null
  /** What its first line says of the surgery it came from. */
  readonly surgery: SurgeryNote | null
}

/** Of a session that nothing was read of yet. */
export function noFacts(): SessionFacts {
  return {
    lines: 0,
    title: null,
    agent: null,
    role: null,
    model: null,
    version: null,
    cwd: null,
    branch: null,
    started: null,
    ended: null,
    rounds: 0,
    highestRound: 0,
    messages: 0,
    blocks: 0,
    tokens: 0,
    largestContext: 0,
    charsAToken: CHARS_A_TOKEN,
    fixedTokens: null,
    contextWindow: null,
    spawnedBy: null,
    surgery: null,
  }
}

export interface SpawnedBy {
  readonly session: string
  readonly toolUseId: string | null
}

/** How one session came from another. */
export interface LineageLink {
  readonly child: SessionId
  readonly parent: string
  readonly kind: LineageKind
  readonly at: string
  /** Where in the parent: for a subagent its round and tool call. */
  readonly detail: Readonly<Record<string, string | number | null>>
}

/** The client's own doing, a session that Stet continues, or the operation that made the child. */
export type LineageKind = 'fork' | 'rewrite' | 'spawn' | 'continue' | OperationKind

/** One row of the rounds table; `round` 0 is what came before the first human message. */
export interface RoundRow extends RoundPatch {
  readonly session: SessionId
  readonly active: boolean
  /** A compaction left only its end in what the client would send. */
  readonly isCut?: true
  readonly engagement: string | null
  readonly tokenCount: number
}

/** A line the parser could not read as it should be. */
export interface Problem {
  readonly line: number
  readonly problem: string
}

/** A change of one round's engagement; `engagement` null takes the tag away. */
export interface TagChange {
  readonly roundId: RoundId
  readonly engagement: string | null
  readonly previous: string | null
  readonly at: string
  readonly by: string
}
