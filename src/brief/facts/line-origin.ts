import type { FileEdit } from '../../model/tool-act.ts'

/** An edit as it is recorded. */
export interface WrittenEdit extends FileEdit {
  /** `after` is a command that wrote the file: lines of it may be in there, and what else it held is not known. */
  readonly isCommand?: boolean
}

/** Lines compared with lines, at most: beyond that an edit counts as having written all it names. */
const MOST_PAIRS = 4_000_000

/**
 * Which of these edits of a file, the oldest first, wrote a line of it as it is now; undefined where none did. It goes
 * back from the newest, taking edits back as long as they fit; what was changed by hand in between is passed over. A
 * file that was written whole again keeps the lines it had, and so does what an edit replaces by the same.
 */
export function lineOrigin(edits: readonly WrittenEdit[], text: string, line: number): number | undefined {
  let now = text.split('\n')
  let at = line - 1
  const wanted = now[at]?.trimEnd()
  if (wanted === undefined) return undefined
  let whole: number | undefined
  for (let edit = edits.length - 1; edit >= 0; edit--) {
    const { before, after, everywhere, isCommand = false } = edits[edit]!
    if (isCommand && !isTelling(wanted)) continue
    if (before === null) {
      const written = after.split('\n')
      const there = nearestTo(at, written, wanted)
      if (there === undefined) {
        if (whole !== undefined && !isCommand) return whole
        continue
      }
      whole = edit
      now = written
      at = there
      continue
    }
    if (after.trim() === '') continue // where something was taken out is not known
    const old = before.split('\n')
    const added = after.split('\n')
    const places = placesOf(now, added, at, everywhere)
    if (places.length === 0 && isTelling(wanted) && has(added, wanted) && !has(old, wanted)) return edit
    for (const place of places.reverse()) {
      const held = within(now, place, added, old)
      if (at >= place + added.length) at += held.length - added.length
      else if (at >= place) {
        const kept = keptFrom(held, now.slice(place, place + added.length), at - place)
        if (kept === undefined) return edit
        at = place + kept
      }
      now = [...now.slice(0, place), ...held, ...now.slice(place + added.length)]
    }
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

/** Where the text that an edit put in begins: that around the line rather than another, or each; its ends may be inside a line. */
function placesOf(now: readonly string[], added: readonly string[], at: number, everywhere: boolean): number[] {
  const places: number[] = []
  for (let start = 0; start + added.length <= now.length; start++) {
    if (!isAt(now, added, start)) continue
    if (!everywhere && start <= at && at < start + added.length) return [start]
    places.push(start)
    if (everywhere) start += added.length - 1
  }
  return everywhere ? places : places.slice(0, 1)
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

/** Where a line was before, among the lines that stayed the same in their order; undefined where it is new. */
function keptFrom(old: readonly string[], added: readonly string[], line: number): number | undefined {
  let from = 0
  while (from < old.length && from < added.length && old[from] === added[from]) from++
  if (line < from) return line
  let same = 0
  while (same < old.length - from && same < added.length - from && old.at(-1 - same) === added.at(-1 - same)) same++
  if (line >= added.length - same) return line + old.length - added.length
  const place = keptInside(old.slice(from, old.length - same), added.slice(from, added.length - same), line - from)
  return place === undefined ? undefined : from + place
}

function keptInside(old: readonly string[], added: readonly string[], line: number): number | undefined {
  if (old.length * added.length > MOST_PAIRS) return undefined
  const width = added.length + 1
  const longest = new Uint32Array((old.length + 1) * width) // of lines that both have from here on, in their order
  for (let a = old.length - 1; a >= 0; a--) {
    for (let b = added.length - 1; b >= 0; b--) {
      const here = a * width + b
      longest[here] =
        old[a] === added[b] ? longest[here + width + 1]! + 1 : Math.max(longest[here + width]!, longest[here + 1]!)
    }
  }
  for (let a = 0, b = 0; a < old.length && b <= line; ) {
    if (old[a] === added[b]) {
      if (b === line) return a
      a++
      b++
    } else if (longest[(a + 1) * width + b]! >= longest[a * width + b + 1]!) a++
    else b++
  }
  return undefined
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
