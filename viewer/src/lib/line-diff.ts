import { diffLines } from 'diff'

export interface DiffLine {
  readonly sign: '+' | '-' | ' ' | '…'
  readonly text: string
}

const AROUND = 3
const LONGEST = 200_000

/** What changed, line by line, with some lines around it. */
export function lineDiff(before: string | null, after: string): readonly DiffLine[] {
  if (before === null) return linesOf(after).map((text) => ({ sign: '+', text }))
  if (before.length + after.length > LONGEST)
    return [
      ...linesOf(before).map((text) => ({ sign: '-', text }) as const),
      ...linesOf(after).map((text) => ({ sign: '+', text }) as const),
    ]
  const all = diffLines(before, after).flatMap(({ added, removed, value }) =>
    linesOf(value).map((text): DiffLine => ({ sign: added ? '+' : removed ? '-' : ' ', text })),
  )
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

function linesOf(text: string): readonly string[] {
  const lines = text.split('\n')
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines
}
