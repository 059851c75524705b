import type { Limits } from '../limits.ts'
import type { SeenRound } from '../seen-round.ts'
import { type Signal, signal } from './signal.ts'

/** Shorter results are not worth keeping in mind. */
const SHORTEST = 200
/** So far back it counts as a sign of now. */
const RECENT_ROUNDS = 10
const NAMED = 3

/** Files that were read again although they were as they had been: what was read the first time is not in use. */
export function reReading(rounds: readonly SeenRound[], { rereads }: Limits): Signal | undefined {
  const first = new Map<string, number>()
  const again: { readonly path: string; readonly before: number; readonly round: number }[] = []
  for (const { round, calls } of rounds) {
    for (const { act, outcome } of calls) {
      const [file] = act.files
      if (act.role !== 'read' || !file || !outcome || outcome.failed || outcome.output.length < SHORTEST) continue
      const key = `${file.path}\0${outcome.output}`
      const before = first.get(key)
      if (before === undefined) first.set(key, round)
      else again.push({ path: file.path, before, round })
    }
  }
  const since = rounds.at(-RECENT_ROUNDS)?.round ?? 0
  const recent = again.filter(({ round }) => round >= since)
  if (recent.length < rereads) return undefined
  const named = recent.slice(-NAMED).map(({ path, before, round }) => `${path} in round ${round} as in ${before}`)
  return signal(
    're-reading',
    'urgent',
    `${recent.length} reads of files that were read before and have not changed: ${named.join(', ')}`,
  )
}
