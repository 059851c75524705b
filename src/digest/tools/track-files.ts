import { hashHex } from '../../model/id.ts'
import type { SimpleCommand } from '../../model/shell-words.ts'
import type { FileChange, FileEdit } from '../../model/tool-act.ts'
import type { EntryDraft, FileEntry } from '../entry.ts'
import type { Did } from '../round.ts'
import { type ShellChange, shellChanges } from './shell-files.ts'
import { symbolsOf } from './symbols.ts'

type FileDraft = Extract<EntryDraft, { kind: 'file' }>

const LONGEST = 4_000_000

/**
 * Follows what files hold, as far as calls and results tell, so that a change can say what it changed from and to: a
 * later change that brings the old text back is then known for what it is.
 */
export interface FileTracker {
  /** What one call did to files; nothing where it failed. `commands` are those of its command line. */
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
    if (outcome?.failed || (outcome === null && act.role === 'write')) return []
    if (act.role === 'run') return shellChanges(commands).flatMap(shellDraft)
    if (act.role === 'read') {
      return act.files.map(({ path }) => {
        known.add(path)
        const text = outcome && !held.has(path) ? wholeText(outcome.output) : undefined
        if (text !== undefined) held.set(path, { text, mark: undefined })
        return draft(path, 'read', [], null, null)
      })
    }
    const { edits = [] } = act
    const drafts = edited(edits, (path) => act.files.find((file) => file.path === path)?.change)
    const others = act.files.flatMap(({ path, change }) => {
      if (change === null || edits.some((edit) => edit.path === path)) return []
      if (change === 'delete') held.delete(path)
      const known0 = known.has(path)
      known.add(path)
      return [draft(path, change === 'create' && known0 ? 'modify' : change, [], null, null)]
    })
    return [...drafts, ...others]
  }

  /** The edits of one call, a draft for each file; `told` is what the call says of a file. */
  function edited(
    edits: readonly FileEdit[],
    told: (path: string) => FileChange | null | undefined,
  ): readonly FileDraft[] {
    const drafts = new Map<string, FileDraft>()
    for (const edit of edits) {
      const { path, before, after } = edit
      const old = held.get(path)
      const isNew = (before === null || told(path) === 'create') && !known.has(path)
      known.add(path)
      const text = applied(old?.text, edit)
      const next = text === undefined ? undefined : { text, mark: undefined }
      if (next === undefined || next.text.length > LONGEST) held.delete(path)
      else held.set(path, next)
      const from = old && next ? markOf(old) : before === null ? null : `~${mark(before)}`
      const to = next ? markOf(next) : `~${mark(after)}`
      const first = drafts.get(path)
      const symbols = [...new Set([...(first?.symbols ?? []), ...symbolsOf(before ?? old?.text ?? null, after)])].slice(
        0,
        6,
      )
      drafts.set(
        path,
        draft(path, first?.change ?? (isNew ? 'create' : 'modify'), symbols, first ? first.from : from, to),
      )
    }
    return [...drafts.values()]
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

/** The text after an edit; undefined where the text before is not known, or does not fit the edit in one place. */
export function applied(old: string | undefined, { before, after, everywhere }: FileEdit): string | undefined {
  if (before === null) return after
  if (before === '') return old === '' ? after : undefined
  const at = old?.indexOf(before) ?? -1
  if (old === undefined || at === -1) return undefined
  if (everywhere) return old.replaceAll(before, () => after)
  return old.includes(before, at + 1) ? undefined : old.slice(0, at) + after + old.slice(at + before.length)
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
  change: FileEntry['change'],
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
