import { existsSync } from 'node:fs'
import type { LiveClient } from '../clients/live-client.ts'
import { leftOut } from '../pressure/left-out.ts'
import { linesAfter } from '../system/lines-from-end.ts'
import type { HookState } from './hook-state.ts'

/**
 * What hooks know once the transcript has the compaction that they guard: what it left out is to be told. Until it is
 * written down, what they knew.
 */
export function afterCompaction(state: HookState, client: LiveClient, path: string | undefined): HookState {
  const { guarded } = state
  if (guarded === undefined) return state
  const summary = summaryIn(state, client, path)
  return summary === undefined
    ? state
    : { ...state, guarded: undefined, cut: undefined, leftOut: leftOut(guarded, summary) }
}

/** What the transcript has of a compaction that came after the last capture before it. */
export function summaryIn({ captured = 0 }: HookState, client: LiveClient, path: string | undefined) {
  if (path === undefined || !existsSync(path)) return undefined
  return client.leftByCompaction(linesAfter(path, captured))
}
