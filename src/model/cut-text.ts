import type { BlockEdit } from './line-edits.ts'

/** The first characters and the notice, on a line of its own where there are any. */
export function headWith(text: string, chars: number, notice: string): string {
  const head = headOf(text, chars)
  return head === '' ? notice.trimStart() : head + notice
}

/** The first characters, never half of one. */
export function headOf(text: string, chars: number): string {
  const head = text.slice(0, chars)
  return /[\uD800-\uDBFF]$/.test(head) ? head.slice(0, -1) : head
}

/** What a call was given with its long strings cut, each for itself. */
export function cutStrings(input: unknown, edit: Extract<BlockEdit, { kind: 'strings' }>): unknown {
  if (typeof input === 'string') {
    const notice = edit.notices.get(input.length)
    return notice === undefined ? input : headWith(input, edit.keep, notice)
  }
  if (Array.isArray(input)) return input.map((item) => cutStrings(item, edit))
  if (typeof input !== 'object' || input === null) return input
  return Object.fromEntries(
    Object.entries(input).map(([key, value]) => [key, key === 'source' ? value : cutStrings(value, edit)]),
  )
}
