/** Ids and their rounds in the order they came, each round once before its ids: `[3, "a", "b", 4, "c"]`. Once, pairs. */
export type SavedRounds = readonly (number | string | readonly [id: string, round: number])[]

/** Ids, or how many they are where they are the last ones of another list. */
export type SavedIds = number | readonly string[]

export function saveRounds(rounds: ReadonlyMap<string, number>): SavedRounds {
  const saved: (number | string)[] = []
  let last: number | undefined
  for (const [id, round] of rounds) {
    if (round !== last) saved.push(round)
    saved.push(id)
    last = round
  }
  return saved
}

export function loadRounds(saved: SavedRounds): Map<string, number> {
  const rounds = new Map<string, number>()
  let round = 0
  for (const item of saved) {
    if (typeof item === 'number') round = item
    else if (typeof item === 'string') rounds.set(item, round)
    else rounds.set(...item)
  }
  return rounds
}

export function saveIds(ids: readonly string[], list: readonly string[]): SavedIds {
  const skipped = list.length - ids.length
  return ids.every((id, at) => id === list[skipped + at]) ? ids.length : ids
}

export function loadIds(saved: SavedIds, list: readonly string[]): readonly string[] {
  return typeof saved === 'number' ? list.slice(list.length - saved) : saved
}
