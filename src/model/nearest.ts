/** The word most likely meant: one that begins so, or one within two slips of the fingers. */
export function nearest(word: string, known: readonly string[]): string | undefined {
  const wanted = word.toLowerCase()
  const begins = known.filter((name) => wanted.length >= 2 && name.startsWith(wanted))
  if (begins.length > 0) return begins[0]
  const slips = known.map((name) => ({ name, slips: distance(wanted, name) })).sort((a, b) => a.slips - b.slips)
  const best = slips[0]
  return best && best.slips <= Math.min(2, Math.floor(wanted.length / 2)) ? best.name : undefined
}

/** Letters added, dropped, changed or swapped between two words. */
function distance(a: string, b: string): number {
  let before: number[] = []
  let row = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const change = row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)
      next[j] = Math.min(row[j]! + 1, next[j - 1]! + 1, change)
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      if (swapped) next[j] = Math.min(next[j]!, before[j - 2]! + 1)
    }
    before = row
    row = next
  }
  return row[b.length]!
}
