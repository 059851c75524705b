/** A line that goes, comes or stays; `…` is where lines that stay are left out. */
export interface DiffLine {
  readonly sign: '+' | '-' | ' ' | '…'
  readonly text: string
}

/** Lines shown around a change. */
const AROUND = 3
/** Texts with more pairs of lines than this, beyond what both begin and end with, are told as one that goes and one that comes. */
const MOST_PAIRS = 1_000_000

/** What changed, line by line, with some lines around it; `before` is null where nothing was there. */
export function lineDiff(before: string | null, after: string): readonly DiffLine[] {
  if (before === null) return linesOf(after).map((text) => ({ sign: '+', text }))
  const all = compared(linesOf(before), linesOf(after))
  const near = new Set<number>()
  for (const [at, { sign }] of all.entries())
    if (sign !== ' ') for (let other = at - AROUND; other <= at + AROUND; other++) near.add(other)
  const kept: DiffLine[] = []
  for (const [at, line] of all.entries()) {
    if (near.has(at)) kept.push(line)
    else if (kept.at(-1)?.sign !== '…') kept.push({ sign: '…', text: '' })
  }
  return kept
}

export function countChanges(lines: readonly DiffLine[]): { readonly added: number; readonly removed: number } {
  return {
    added: lines.filter(({ sign }) => sign === '+').length,
    removed: lines.filter(({ sign }) => sign === '-').length,
  }
}

function compared(old: readonly string[], now: readonly string[]): readonly DiffLine[] {
  let top = 0
  while (top < old.length && top < now.length && old[top] === now[top]) top++
  let end = 0
  while (end < old.length - top && end < now.length - top && old.at(-1 - end) === now.at(-1 - end)) end++
  const same = (texts: readonly string[]) => texts.map((text): DiffLine => ({ sign: ' ', text }))
  return [
    ...same(old.slice(0, top)),
    ...changed(old.slice(top, old.length - end), now.slice(top, now.length - end)),
    ...same(old.slice(old.length - end)),
  ]
}

/** The longest row of lines that is in both stays; the rest goes or comes. */
function changed(old: readonly string[], now: readonly string[]): readonly DiffLine[] {
  const width = now.length + 1
  const isLong = old.length * now.length > MOST_PAIRS
  const common = new Uint32Array(isLong ? 0 : (old.length + 1) * width)
  if (!isLong)
    for (let a = old.length - 1; a >= 0; a--)
      for (let b = now.length - 1; b >= 0; b--)
        common[a * width + b] =
          old[a] === now[b]
            ? common[(a + 1) * width + b + 1]! + 1
            : Math.max(common[(a + 1) * width + b]!, common[a * width + b + 1]!)
  const lines: DiffLine[] = []
  let [a, b] = [0, 0]
  while (!isLong && a < old.length && b < now.length) {
    if (old[a] === now[b]) {
      lines.push({ sign: ' ', text: old[a++]! })
      b++
    } else if (common[(a + 1) * width + b]! >= common[a * width + b + 1]!) lines.push({ sign: '-', text: old[a++]! })
    else lines.push({ sign: '+', text: now[b++]! })
  }
  for (; a < old.length; a++) lines.push({ sign: '-', text: old[a]! })
  for (; b < now.length; b++) lines.push({ sign: '+', text: now[b]! })
  return lines
}

function linesOf(text: string): readonly string[] {
  const lines = text.split('\n')
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines
}
