import { hashHex } from '../../model/id.ts'
import type { FileEdit } from '../../model/tool-act.ts'
import { applied } from './applied.ts'

/** Longer files are not followed, nor more than so many characters of replacements in all. */
const LONGEST = 1_000_000
const MOST_WORK = 100_000_000

/** What a file holds, as far as all of it was seen. */
interface Held {
  readonly text: string
  /** Made when it is first asked for. */
  mark: string | undefined
}

/** Marks of what a file held before and after a change; one that begins with `~` is of the texts exchanged alone. */
export interface Marks {
  readonly before: string | null
  readonly after: string | null
}

/** Follows what files hold, so that a change that brings back what was there before is known for what it is. */
export function createContents() {
  const held = new Map<string, Held>()
  let work = 0

  return {
    textOf: (path: string): string | undefined => held.get(path)?.text,
    drop: (path: string): void => void held.delete(path),
    see(path: string, text: string | undefined): void {
      if (text !== undefined && text.length <= LONGEST && !held.has(path)) held.set(path, { text, mark: undefined })
    },
    edit(path: string, edits: readonly FileEdit[], call: number): Marks {
      const source = edits[0]!.from ?? path
      const old = work < MOST_WORK ? held.get(source) : undefined
      work += (old?.text.length ?? 0) * edits.length
      const text = applied(old?.text, edits)
      held.delete(source)
      const next: Held | undefined = text === undefined || text.length > LONGEST ? undefined : { text, mark: undefined }
      if (next) held.set(path, next)
      if (old && next) return { before: markOf(old), after: markOf(next) }
      if (next) return { before: null, after: markOf(next) }
      // each place where a text was is not known: it is taken back by no other exchange
      const isOne = edits.every(({ everywhere, before }) => !everywhere && before !== null && before !== '')
      const own = isOne ? '' : `${call} `
      return {
        before: `~${own}${mark(edits.map(({ before }) => before ?? '').join('\n'))}`,
        after: `~${own}${mark(edits.map(({ after }) => after).join('\n'))}`,
      }
    },
  }
}

function markOf(held: Held): string {
  held.mark ??= mark(held.text)
  return held.mark
}

function mark(text: string): string {
  return hashHex(text).slice(0, 12)
}
