import type { Round } from './types.ts'

/** The rounds that have every one of these words, in what was said or in their workstream. */
export function matchingRounds(rounds: readonly Round[], filter: string): readonly Round[] {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return rounds
  return rounds.filter(({ round, user_preview, agent_preview, engagement_id }) => {
    const text = `${round} ${user_preview} ${agent_preview} ${engagement_id ?? ''}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
}
