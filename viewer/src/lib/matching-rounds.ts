import type { Round } from './types.ts'

/** The rounds that have every one of these words in how they begin or in their workstream, or that are known to have them. */
export function matchingRounds(rounds: readonly Round[], filter: string, known: ReadonlySet<number>): readonly Round[] {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return rounds
  return rounds.filter(({ round, user_preview, agent_preview, engagement_id }) => {
    const text = `${round} ${user_preview} ${agent_preview} ${engagement_id ?? ''}`.toLowerCase()
    return known.has(round) || words.every((word) => text.includes(word))
  })
}
