import type { Client } from '../clients/client.ts'
import { clientOf } from '../clients/client-of.ts'
import type { OperationKind, Plan } from '../model/plan.ts'
import { rangeText } from '../model/range.ts'
import type { Session } from '../model/session.ts'
import type { Resuming } from '../record/naming/client-files.ts'
import type { PartAfter } from './parts-after.ts'
import type { Preview } from './preview.ts'
import type { Script } from './script.ts'

export interface Operated {
  /** Absent in a dry run: nothing was done. */
  readonly operation?: string
  readonly kind: OperationKind
  readonly from: readonly string[]
  readonly sessions: readonly OperatedSession[]
  readonly tokens_before: number
  readonly tokens_after: number
  readonly saved_percent: number
  readonly trimmed_count?: number
  /** Of a trim: what the texts that were cut would have cost, less what replaces them. */
  readonly tokens_saved?: number
  readonly warnings: readonly string[]
}

export interface OperatedSession {
  readonly session: string
  /** What it is for, where there are several: the engagement of a split. */
  readonly name?: string
  readonly path: string
  readonly client: string
  /** `native` where the lines are the client's own, `rendering` where some are translated from another client's. */
  readonly tier: 'native' | 'rendering'
  /** What of the sources the client cannot be given, in words. */
  readonly lost: readonly string[]
  readonly resume: string
  /** What is typed into the running client; null where it has to be started for that. */
  readonly resume_inside: string | null
  /** The folder the client is to be started in: an older one finds the session only there. */
  readonly cwd: string
  readonly rounds_full: number
  readonly rounds_partial: number
  readonly rounds_indexed: number
  /** Which are not whole, and which are rows of an index, by their numbers in the new session. */
  readonly cut_rounds: string
  readonly indexed_rounds: string
  readonly bytes_before: number
  /** Absent in a dry run. */
  readonly bytes_after?: number
  readonly tokens_after: number
  readonly tokens_by_kind: { readonly before: Preview['before']; readonly after: Preview['after'] }
  readonly cache: { readonly kept: number; readonly reread: number; readonly breaks_at_round: number | null }
  readonly left_out: readonly string[]
  /** What the new context is made of, in order; where it was asked for. */
  readonly parts?: readonly PartAfter[]
}

/** A session that is worked out, and not written yet. */
interface PlannedSession {
  readonly plan: Plan
  readonly client: Client
  readonly sessionId: string
  readonly cwd: string
  readonly path: string
  readonly script: Script
  readonly preview: Preview
  readonly lost: readonly string[]
}

/** What is told of one of the sessions that an operation makes. */
export function operatedSession(
  { plan, client, sessionId, cwd, path, script, preview, lost }: PlannedSession,
  {
    sources,
    resuming,
    bytesAfter,
    parts,
  }: {
    readonly sources: readonly Session[]
    readonly resuming: Resuming
    readonly bytesAfter: number | undefined
    readonly parts: readonly PartAfter[] | undefined
  },
): OperatedSession {
  const { cache } = preview
  return {
    session: sessionId,
    ...(plan.target.name !== null && { name: plan.target.name }),
    path,
    client: client.name,
    tier: sources.every((session) => clientOf(session) === client) ? 'native' : 'rendering',
    lost,
    ...resuming,
    cwd,
    rounds_full: script.full.length,
    rounds_partial: script.partial.length,
    rounds_indexed: script.indexed.length,
    cut_rounds: rangeText(script.partial),
    indexed_rounds: rangeText(script.indexed),
    bytes_before: sources.reduce((sum, session) => sum + session.bytes, 0),
    ...(bytesAfter !== undefined && { bytes_after: bytesAfter }),
    tokens_after: preview.tokensAfter,
    tokens_by_kind: { before: preview.before, after: preview.after },
    cache: { kept: cache.kept, reread: cache.reread, breaks_at_round: cache.breaksAtRound },
    left_out: preview.leftOut,
    ...(parts && { parts }),
  }
}
