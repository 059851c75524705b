/** Reads `3-9,12`; what is no number is passed over. */
export function numbersIn(text: string | null): readonly number[] {
  const numbers = new Set<number>()
  for (const range of (text ?? '').split(',')) {
    const match = /^\s*(\d{1,7})(?:-(\d{1,7}))?\s*$/.exec(range)
    if (!match) continue
    const from = Number(match[1])
    const to = Math.min(Number(match[2] ?? from), from + 1_000_000)
    for (let number = from; number <= to; number++) numbers.add(number)
  }
  return [...numbers].sort((a, b) => a - b)
}

/** `3-5,9` for numbers in ascending order. */
export function rangeText(numbers: readonly number[]): string {
  const runs: [number, number][] = []
  for (const number of numbers) {
    const last = runs.at(-1)
    if (last && last[1] + 1 === number) last[1] = number
    else runs.push([number, number])
  }
  return runs.map(([from, to]) => (from === to ? String(from) : `${from}-${to}`)).join(',')
}

/** As people read it: 3–5, 9. */
export function rangeLabel(numbers: readonly number[], longest = 40): string {
  const text = rangeText(numbers).replaceAll('-', '–').replaceAll(',', ', ')
  return text.length > longest ? `${text.slice(0, longest)}…` : text
}
