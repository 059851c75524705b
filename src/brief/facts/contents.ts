import type { FileEdit } from '../../model/tool-act.ts'
import { applied } from './applied.ts'

/** Longer files are not followed, nor more than so many characters of replacements in all. */
const LONGEST = 1_000_000
const MOST_WORK = 100_000_000

/** Follows what files hold, so that a change that brings back what was there first is known for what it is. */
export function createContents() {
  const held = new Map<string, string>()
  const first = new Map<string, string>()
  let work = 0

  return {
    textOf: (path: string): string | undefined => held.get(path),
    drop: (path: string): void => void held.delete(path),
    see(path: string, text: string | undefined): void {
      if (text === undefined || text.length > LONGEST || held.has(path)) return
      held.set(path, text)
      if (!first.has(path)) first.set(path, text)
    },
    /** Takes over what edits make of a file; true where it is what it was first. */
    edit(path: string, edits: readonly FileEdit[]): boolean {
      const source = edits[0]!.from ?? path
      const old = work < MOST_WORK ? held.get(source) : undefined
      work += (old?.length ?? 0) * edits.length
      const text = applied(old, edits)
      held.delete(source)
      if (text !== undefined && text.length <= LONGEST) held.set(path, text)
      return text !== undefined && first.get(path) === text
    },
  }
}

/** The texts that edits exchange, where each was in one place; what takes them back exchanges them the other way. */
export function exchanged(edits: readonly FileEdit[]): { readonly before: string; readonly after: string } | undefined {
  if (edits.some(({ everywhere, before }) => everywhere || before === null || before === '')) return undefined
  const [one] = edits
  if (edits.length === 1) return { before: one!.before!, after: one!.after }
  return {
    before: edits.map(({ before }) => before).join('\n'),
    after: edits.map(({ after }) => after).join('\n'),
  }
}

/** A file as a tool printed it whole, with or without line numbers; undefined where lines before the first are missing. */
export function wholeText(output: string): string | undefined {
  if (output.length > LONGEST * 4 || output === '') return undefined
  const lines = output.split('\n')
  const numbered = /^\s*(\d+)(?:→|\t)/
  const first = numbered.exec(lines[0]!)
  if (!first) return undefined
  if (first[1] !== '1') return undefined
  const kept: string[] = []
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at]!
    const number = numbered.exec(line)
    if (number && kept.length < at) return undefined
    if (number) kept.push(line.slice(number[0].length))
  }
  return kept.join('\n')
}
