/** A line that goes, comes or stays. */
export interface DiffLine {
  readonly sign: '-' | '+' | ' '
  readonly text: string
}

/** Lines shown around a change. */
const AROUND = 2

/** What changes between two texts, with a few lines around it. One change is assumed: what is equal at both ends is left out. */
export function lineDiff(before: string, after: string): readonly DiffLine[] {
  const [old, now] = [before.split('\n'), after.split('\n')]
  let top = 0
  while (top < old.length && top < now.length && old[top] === now[top]) top++
  let end = 0
  while (end < old.length - top && end < now.length - top && old.at(-1 - end) === now.at(-1 - end)) end++
  const lines = (sign: DiffLine['sign'], texts: readonly string[]) => texts.map((text) => ({ sign, text }))
  return [
    ...lines(' ', old.slice(Math.max(0, top - AROUND), top)),
    ...lines('-', old.slice(top, old.length - end)),
    ...lines('+', now.slice(top, now.length - end)),
    ...lines(' ', old.slice(old.length - end, old.length - end + AROUND)),
  ]
}
