import { leftOutText } from '../pressure/fact-text.ts'
import type { HookState } from './hook-state.ts'

/** What the agent of a session is still to be told, once. */
export function untold({ leftOut = [], did, begun, transcript }: HookState, session: string): readonly string[] {
  const missed = leftOut.length > 0 ? leftOutText(leftOut, session, transcript) : undefined
  return [missed, did, begun].filter((text) => text !== undefined)
}

/** What hooks remember once that was said. */
export const TOLD: HookState = { leftOut: undefined, did: undefined, begun: undefined, isCutNews: undefined }
