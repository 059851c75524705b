import type { FileEdit } from '../model/tool-act.ts'

/**
 * Which of these edits of a file, the oldest first, wrote a line of it as it is now; undefined where none did. It goes
 * back from the newest, taking edits back as long as they fit; what was changed by hand in between is passed over. A
 * file that was written whole again keeps the lines it had.
 */
export function lineOrigin(edits: readonly FileEdit[], text: string, line: number): number | undefined {
  let now = text.split('\n')
  let at = line - 1
  const wanted = now[at]?.trimEnd()
  if (wanted === undefined) return undefined
  let whole: number | undefined
  for (let edit = edits.length - 1; edit >= 0; edit--) {
    const { before, after } = edits[edit]!
    if (before === null) {
      const written = after.split('\n')
      const there = nearestTo(at, written, wanted)
      if (there === undefined) {
        if (whole !== undefined) return whole
        continue
      }
      whole = edit
      now = written
      at = there
      continue
    }
    const old = before.split('\n')
    const added = after.split('\n')
    const place = placeOf(now, added, at)
    if (place === undefined) {
      if (isTelling(wanted) && has(added, wanted) && !has(old, wanted)) return edit
      continue
    }
    const [from, to] = changed(old, added)
    if (at >= place + from && at < place + to) return edit
    now = [...now.slice(0, place), ...within(now, place, added, old), ...now.slice(place + added.length)]
    if (at >= place + to) at += old.length - added.length
  }
  return whole
}

/** The line that is like the wanted one and nearest to where it was. */
function nearestTo(at: number, lines: readonly string[], wanted: string): number | undefined {
  let best: number | undefined
  for (let index = 0; index < lines.length; index++) {
    if (lines[index]!.trimEnd() !== wanted) continue
    if (best === undefined || Math.abs(index - at) < Math.abs(best - at)) best = index
  }
  return best
}

/** Where the text that an edit put in begins, that around the line rather than another; its ends may be inside a line. */
function placeOf(now: readonly string[], added: readonly string[], at: number): number | undefined {
  let best: number | undefined
  for (let start = 0; start + added.length <= now.length; start++) {
    if (!isAt(now, added, start)) continue
    if (start <= at && at < start + added.length) return start
    best ??= start
  }
  return best
}

function isAt(now: readonly string[], added: readonly string[], start: number): boolean {
  const last = added.length - 1
  return added.every((line, index) => {
    const there = now[start + index]!
    if (last === 0) return there.includes(line)
    if (index === 0) return there.endsWith(line)
    return index === last ? there.startsWith(line) : there === line
  })
}

/** The first line that an edit changes, and the one after the last, counted from where its text begins. */
function changed(old: readonly string[], added: readonly string[]): readonly [number, number] {
  let from = 0
  while (from < old.length && from < added.length && old[from] === added[from]) from++
  let same = 0
  while (same < old.length - from && same < added.length - from && old.at(-1 - same) === added.at(-1 - same)) same++
  return [from, added.length - same]
}

/** The lines as they were before the edit, with what is on its first and last line outside of it. */
function within(now: readonly string[], place: number, added: readonly string[], old: readonly string[]): string[] {
  const first = now[place]!
  const last = now[place + added.length - 1]!
  const start = added.length === 1 ? first.indexOf(added[0]!) : first.length - added[0]!.length
  const end = added.length === 1 ? start + added[0]!.length : added.at(-1)!.length
  return `${first.slice(0, start)}${old.join('\n')}${last.slice(end)}`.split('\n')
}

function has(lines: readonly string[], wanted: string): boolean {
  return lines.some((line) => line.trimEnd() === wanted)
}

/** Whether a line says enough to be known by its words alone; a bracket does not. */
function isTelling(line: string): boolean {
  return /\w{3}/.test(line)
}
