import type { Limits } from '../limits.ts'
import type { SeenRound } from '../seen-round.ts'
import { type Signal, signal } from './signal.ts'
import { wordsOf } from './words.ts'

const RECENT_ROUNDS = 5
const FEWEST_ROUNDS = 10
/** Words a task needs to be recognised by, and the letters that make a word of it tell something. */
const FEWEST_WORDS = 5
const SHORTEST_WORD = 4
const NAMED = 5
const COMMON = new Set(
  'about after also because been before could does each file from have into just like make need only other please should some such than that their them then there these they this those very want what when where which while will with would your'.split(
    ' ',
  ),
)

/** Work in which nothing of the first request is left. */
export function drift(rounds: readonly SeenRound[], { overlap }: Limits): Signal | undefined {
  if (rounds.length < FEWEST_ROUNDS) return undefined
  const task = new Set(wordsOf(rounds[0]!.asked).filter((word) => word.length >= SHORTEST_WORD && !COMMON.has(word)))
  if (task.size < FEWEST_WORDS) return undefined
  const recent = rounds.slice(-RECENT_ROUNDS)
  const now = new Set(recent.flatMap(textsOf).flatMap(wordsOf))
  const kept = [...task].filter((word) => now.has(word))
  if (kept.length / task.size >= overlap) return undefined
  const words = [...task].slice(0, NAMED).join(', ')
  return signal(
    'drift',
    'recommend',
    `rounds ${recent[0]!.round}–${recent.at(-1)!.round} have ${kept.length} of ${task.size} words of the first request (${words}…)`,
  )
}

function textsOf({ asked, said, calls }: SeenRound): readonly string[] {
  return [asked, ...said, ...calls.flatMap(({ act }) => [...act.files.map(({ path }) => path), act.command ?? ''])]
}
