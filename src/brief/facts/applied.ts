import type { FileEdit } from '../../model/tool-act.ts'

/** The text after the edits of one call; undefined where the text before is not known, or does not fit them in one place. */
export function applied(old: string | undefined, edits: readonly FileEdit[]): string | undefined {
  let text = old
  let from = 0
  for (const edit of edits) {
    if (edit.lines && text !== undefined) {
      const changed = withLines(text.replace(/\n$/, '').split('\n'), edit, from)
      text = changed && `${changed.lines.join('\n')}\n`
      from = changed?.next ?? 0
    } else text = withText(text, edit)
  }
  return text
}

function withText(old: string | undefined, { before, after, everywhere }: FileEdit): string | undefined {
  if (before === null) return after
  if (before === '') return old === '' ? after : undefined
  const at = old?.indexOf(before) ?? -1
  if (old === undefined || at === -1) return undefined
  if (everywhere) return old.replaceAll(before, () => after)
  return old.includes(before, at + 1) ? undefined : old.slice(0, at) + after + old.slice(at + before.length)
}

/** The lines with those of an edit exchanged, from a line on, and where the next edit may begin; what removes none adds at the end. */
function withLines(lines: readonly string[], { before, after, lines: place }: FileEdit, from: number) {
  const added = after === '' ? [] : after.split('\n')
  if (!before) return { lines: [...lines, ...added], next: lines.length + added.length }
  const heading = place!.heading === null ? from - 1 : placeOf(lines, [place!.heading], from)
  const removed = before.split('\n')
  const at = heading === undefined ? undefined : placeOf(lines, removed, heading + 1)
  if (at === undefined) return undefined
  return {
    lines: [...lines.slice(0, at), ...added, ...lines.slice(at + removed.length)],
    next: at + added.length,
  }
}

/** How alike two lines must be: quite, then but for the space after them, then but for all space around them. */
const ALIKE: readonly ((line: string) => string)[] = [(line) => line, (line) => line.trimEnd(), (line) => line.trim()]

function placeOf(lines: readonly string[], wanted: readonly string[], from: number): number | undefined {
  for (const alike of ALIKE) {
    for (let at = from; at + wanted.length <= lines.length; at++) {
      if (wanted.every((line, index) => alike(lines[at + index]!) === alike(line))) return at
    }
  }
  return undefined
}

/** The texts that edits exchange, where each was in one place; what takes them back exchanges them the other way. */
export function exchanged(edits: readonly FileEdit[]): { readonly before: string; readonly after: string } | undefined {
  if (edits.some(({ everywhere, before }) => everywhere || before === null || before === '')) return undefined
  return { before: edits.map(({ before }) => before).join('\n'), after: edits.map(({ after }) => after).join('\n') }
}
