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
  const wanted = text.split('\n')[line - 1]?.trimEnd()
  if (wanted === undefined) return undefined
  let now = text
  let at = startOf(text, line - 1)
  let whole: number | undefined
  for (let edit = edits.length - 1; edit >= 0; edit--) {
    const { before, after, everywhere, isCommand = false } = edits[edit]!
    if (isCommand && !isTelling(wanted)) continue
    if (before === null) {
      const there = nearestTo(linesTo(now, at), after.split('\n'), wanted)
      if (there === undefined && whole !== undefined && !isCommand) return whole
      if (there === undefined) continue
      whole = edit
      now = after
      at = startOf(after, there)
      continue
    }
    if (after.trim() === '') continue // where something was taken out is not known
    const places = placesOf(now, after, at, everywhere)
    if (places.length === 0 && isTelling(wanted) && has(after, wanted) && !has(before, wanted)) return edit
    for (const place of places.reverse()) {
      const from = now.slice(0, place).lastIndexOf('\n') + 1
      const to = endOf(now, place + after.length)
      const held = now.slice(from, place) + before + now.slice(place + after.length, to)
      if (at > to) at += before.length - after.length
      else if (at >= from) {
        const kept = keptFrom(held.split('\n'), now.slice(from, to).split('\n'), linesTo(now.slice(from), at - from))
        if (kept === undefined) return edit
        at = from + startOf(held, kept)
      }
      now = now.slice(0, from) + held + now.slice(to)
    }
  }
  return whole
}

/** How many lines end before a place, and where a line begins. */
function linesTo(text: string, at: number): number {
  return text.slice(0, at).split('\n').length - 1
}

function startOf(text: string, line: number): number {
  return text.split('\n', line).reduce((sum, one) => sum + one.length + 1, 0)
}

function endOf(text: string, at: number): number {
  const end = text.indexOf('\n', at)
  return end === -1 ? text.length : end
}

/** The line that is like the wanted one and nearest to where it was. */
function nearestTo(at: number, lines: readonly string[], wanted: string): number | undefined {
  const alike = lines.flatMap((line, index) => (line.trimEnd() === wanted ? [index] : []))
  return alike.sort((a, b) => Math.abs(a - at) - Math.abs(b - at))[0]
}

/** Where the text that an edit put in is: that in the line that begins here rather than another, or each. */
function placesOf(now: string, added: string, at: number, everywhere: boolean): number[] {
  const places: number[] = []
  const step = everywhere ? added.length : 1
  for (let place = now.indexOf(added); place !== -1; place = now.indexOf(added, place + step)) places.push(place)
  const end = endOf(now, at)
  const own = places.find((place) => place <= end && place + added.length >= at)
  return everywhere ? places : own === undefined ? places.slice(0, 1) : [own]
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

function has(text: string, wanted: string): boolean {
  return text.split('\n').some((line) => line.trimEnd() === wanted)
}

/** Whether a line says enough to be known by its words alone; a bracket does not. */
function isTelling(line: string): boolean {
  return /\w{3}/.test(line)
}
