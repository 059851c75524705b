import type { Limits } from '../limits.ts'
import type { SeenRound } from '../seen-round.ts'
import { type Signal, signal } from './signal.ts'

/** Many turns, several files written, or one written again and again: a good time to compress is near. */
export function turns(rounds: readonly SeenRound[], { turns, artifacts, iterations }: Limits): Signal | undefined {
  const writes = new Map<string, number>()
  for (const { calls } of rounds)
    for (const { act } of calls)
      for (const { path, change } of act.files) if (change !== null) writes.set(path, (writes.get(path) ?? 0) + 1)
  const most = Math.max(0, ...writes.values())
  const signs = [
    ...(rounds.length >= turns ? [`${rounds.length} turns`] : []),
    ...(writes.size >= artifacts ? [`${writes.size} files written`] : []),
    ...(most >= iterations ? [`one file written ${most} times`] : []),
  ]
  return signs.length === 0 ? undefined : signal('turns', 'notice', signs.join(', '))
}
