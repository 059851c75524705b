import { leftOutText } from '../../pressure/fact-text.ts'
import type { HookState } from './hook-state.ts'

/** What the agent of a session is still to be told, once. */
export function untold({ leftOut = [], did, transcript }: HookState, session: string): readonly string[] {
  const missed = leftOut.length > 0 ? [leftOutText(leftOut, session, transcript)] : []
  return did === undefined ? missed : [...missed, did]
}
