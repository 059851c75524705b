import { hashHex } from '../../model/id.ts'
import type { SimpleCommand } from '../../model/shell-words.ts'
import type { FileEdit } from '../../model/tool-act.ts'
import type { Did } from '../round.ts'
import { applied, editsByFile } from './applied.ts'
import { ranWell } from './ran-well.ts'
import { type ShellChange, shellChanges } from './shell-files.ts'
import { symbolsOf } from './symbols.ts'

/** What one call did to one file. `from` and `to` name what it held before and after, or the texts exchanged. */
export interface FileDraft {
  readonly kind: 'file'
  readonly path: string
  readonly change: 'create' | 'modify' | 'delete' | 'move' | 'read' | 'restore'
  /** Functions, classes, keys or headings that the change is about. */
  readonly symbols: readonly string[]
  readonly from: string | null
  readonly to: string | null
}

const LONGEST = 4_000_000

/**
 * Follows what files hold, as far as calls and results tell, so that a change can say what it changed from and to: a
 * later change that brings the old text back is then known for what it is.
 */
export interface FileTracker {
  /** What one call did to files, as far as it did not fail. `commands` are those of its command line. */
  follow(did: Did, commands: readonly SimpleCommand[]): readonly FileDraft[]
}

/** What a file holds, as far as all of it was seen. */
interface Held {
  readonly text: string
  /** Made when it is first asked for. */
  mark: string | undefined
}

export function createFileTracker(): FileTracker {
  const held = new Map<string, Held>()
  const known = new Set<string>()

  function follow({ act, outcome }: Did, commands: readonly SimpleCommand[]): readonly FileDraft[] {
    if (act.role === 'run') return shellChanges(ranWell(commands, outcome)).flatMap(shellDraft)
    if (outcome?.failed || (outcome === null && act.role === 'write')) return []
    if (act.role === 'read') {
      return act.files.map(({ path }) => {
        known.add(path)
        const text = outcome && !act.isPart && !held.has(path) ? wholeText(outcome.output) : undefined
        if (text !== undefined) held.set(path, { text, mark: undefined })
        return draft(path, 'read', [], null, null)
      })
    }
    const created = new Set(act.files.flatMap(({ path, change }) => (change === 'create' ? [path] : [])))
    const drafts = [...editsByFile(act.edits ?? [])].map(([path, edits]) => edited(path, edits, created.has(path)))
    const others = act.files.flatMap(({ path, change }) => {
      if (change === null || drafts.some((one) => one.path === path)) return []
      if (change === 'delete') held.delete(path)
      const known0 = known.has(path)
      known.add(path)
      return [draft(path, change === 'create' && known0 ? 'modify' : change, [], null, null)]
    })
    return [...drafts, ...others]
  }

  /** What the edits of one call come to for one file; `isCreated` where the call says that it makes the file. */
  function edited(path: string, edits: readonly FileEdit[], isCreated: boolean): FileDraft {
    const old = held.get(edits[0]!.from ?? path)
    const isNew = (edits[0]!.before === null || isCreated) && !known.has(path)
    known.add(path)
    const text = applied(old?.text, edits)
    const next = text === undefined ? undefined : { text, mark: undefined }
    if (next === undefined || next.text.length > LONGEST) held.delete(path)
    else held.set(path, next)
    const [before, after] = [edits.map((edit) => edit.before ?? ''), edits.map((edit) => edit.after)]
    const from = old && next ? markOf(old) : edits[0]!.before === null ? null : `~${mark(before.join('\n'))}`
    const to = next ? markOf(next) : `~${mark(after.join('\n'))}`
    const symbols = edits.flatMap((edit) => symbolsOf(path, edit.before ?? old?.text ?? null, edit.after))
    return draft(path, isNew ? 'create' : 'modify', [...new Set(symbols)].slice(0, 6), from, to)
  }

  function shellDraft({ path, change, from }: ShellChange): readonly FileDraft[] {
    held.delete(path)
    const was = known.has(path)
    known.add(path)
    if (change === 'create' && was) return [draft(path, 'modify', [], null, null)]
    if (change !== 'move') return [draft(path, change, [], null, null)]
    known.add(from!)
    return [draft(from!, 'delete', [], null, null), draft(path, 'move', [], null, null)]
  }

  return { follow }
}

/** A file as a tool printed it whole, with or without line numbers; undefined where lines before the first are missing. */
export function wholeText(output: string): string | undefined {
  if (output.length > LONGEST || output === '') return undefined
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

function draft(
  path: string,
  change: FileDraft['change'],
  symbols: readonly string[],
  from: string | null,
  to: string | null,
): FileDraft {
  return { kind: 'file', path, change, symbols, from, to }
}

function markOf(held: Held): string {
  held.mark ??= mark(held.text)
  return held.mark
}

function mark(text: string): string {
  return hashHex(text).slice(0, 12)
}
