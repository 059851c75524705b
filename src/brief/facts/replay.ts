import { hereDocuments } from '../../model/here-documents.ts'
import { simpleCommands } from '../../model/shell-words.ts'
import type { FileEdit, NotedFile } from '../../model/tool-act.ts'
import { applied, exchanged } from './applied.ts'
import type { Deed, Placed } from './deeds.ts'
import { createGit } from './git-acts.ts'
import { changesOf, inFolders, isFile, isPattern, isUnknown, joined } from './shell-files.ts'
import { straightLine } from './straight-line.ts'
import { changedNames } from './symbols.ts'
import { type Change, createWorkTree, isScratch, isThere, type TreeFile, type WorkTree } from './work-tree.ts'

/** A file as one call left it. `content` is null where what it held before is not recorded; then the change is all there is. */
export interface Written {
  readonly round: number
  readonly content: string | null
  /** What the call exchanged; empty where a command wrote the file. */
  readonly changes: readonly Pick<FileEdit, 'before' | 'after'>[]
  readonly command?: string
}

interface Follow {
  /** The folder that paths are of; empty where it is not known. */
  readonly cwd: string
  /** What the client noted of files, by call. */
  readonly noted?: ReadonlyMap<string, NotedFile>
  /** Is given each file that a call wrote, as it left it. */
  readonly wrote?: (path: string, written: Written) => void
}

/** So many names of a change or of a command are taken. */
const NAMED = 12
/** Longer files are not followed, nor, for facts alone, more than so many characters of replacements in all. */
const LONGEST = 1_000_000
const MOST_WORK = 100_000_000

/** Follows what calls do to files; `read` are those that were read, with the first round. */
export function replay(
  deeds: readonly Deed[],
  { cwd, noted = new Map(), wrote }: Follow,
): { readonly tree: WorkTree; readonly read: ReadonlyMap<string, number> } {
  const touched = new Set<TreeFile>()
  const tree = createWorkTree((file) => touched.add(file))
  const git = createGit(tree, cwd)
  const wholeOf = (path: string) => joined(cwd, path)
  const read = new Map<string, number>()
  const edited = new Set(deeds.flatMap(({ did }) => (did.act.edits ?? []).map(({ path }) => wholeOf(path))))
  let work = 0

  for (const deed of deeds) {
    const { act, outcome } = deed.did
    if (act.role === 'run') {
      doubt(deed)
      for (const placed of deed.ran) run(placed, deed)
    } else if (outcome !== null && !outcome.failed) {
      if (act.role === 'write') write(deed)
      else look(deed)
    }
    for (const file of wrote ? touched : [])
      if (isThere(file) && !isScratch(file, cwd)) wrote?.(file.path, written(file, deed))
    touched.clear()
  }
  return { tree, read }

  function written({ path, text }: TreeFile, { round, did: { act } }: Deed): Written {
    const changes = (act.edits ?? []).filter((edit) => wholeOf(edit.path) === path)
    return {
      round,
      content: text ?? null,
      changes: changes.map(({ before, after }) => ({ before, after })),
      ...(act.role === 'run' && { command: act.command! }),
    }
  }

  function look(deed: Deed): void {
    const { act, outcome, call = '' } = deed.did
    for (const { path } of act.files) {
      const whole = wholeOf(path)
      tree.note(whole)
      if (act.role !== 'read') continue
      if (!read.has(whole)) read.set(whole, deed.round)
      const file = tree.files.get(whole)
      if (file && !isThere(file)) tree.change(whole, { kind: 'modify' }, deed) // something made it again
      if (!wrote && !edited.has(whole)) continue
      const text = noted.get(call)?.before ?? (act.isPart ? undefined : wholeText(outcome!.output))
      if (text !== undefined && text.length <= LONGEST) tree.see(whole, text)
    }
  }

  /** Of the files in a folder in which a loop moves or removes some it is not known which are there. */
  function doubt({ commands, folder, place, did: { outcome } }: Deed): void {
    const { doubtful } = outcome ? straightLine(commands) : { doubtful: [] }
    if (!doubtful.some(({ words: [name] }) => /^(?:mv|cp|rm|sed|perl|git)$/.test(name ?? ''))) return
    for (const { command, folder: where } of inFolders(commands, folder).commands) {
      const named = command.words.slice(1).filter((word) => isFile(word) && !isPattern(word))
      const folders = new Set([where, ...named.map((word) => joined(where, word.replace(/\/$/, '')))])
      for (const file of tree.files.values())
        if (folders.has(file.path) || folders.has(file.path.slice(0, file.path.lastIndexOf('/')))) file.doubt = place
    }
  }

  function write(deed: Deed): void {
    const { act, outcome } = deed.did
    const files = new Map(act.files.map(({ path, change }) => [path, change]))
    const byFile = new Map<string, FileEdit[]>()
    for (const edit of act.edits ?? []) byFile.set(edit.path, [...(byFile.get(edit.path) ?? []), edit])
    const wasThere = /^(?:The file .{1,400} has been updated|Successfully overwrote|Updated )/s.test(outcome!.output)
    for (const [given, edits] of byFile) {
      const path = wholeOf(given)
      const from = wholeOf(edits[0]!.from ?? given)
      if (wasThere) tree.note(path)
      if (from !== path) tree.move(from, path, deed)
      edit(path, edits, files.get(given) === 'create' ? 'create' : 'modify', deed)
    }
    for (const [given, change] of files) {
      if (change === null || byFile.has(given)) continue
      if (change === 'delete') tree.remove(wholeOf(given), deed, false)
      else tree.change(wholeOf(given), { kind: change }, deed)
    }
  }

  function edit(path: string, edits: readonly FileEdit[], change: 'create' | 'modify', deed: Deed): void {
    const note = noted.get(deed.did.call ?? '')
    const old = note?.before ?? tree.files.get(path)?.text
    const isWhole = edits[0]!.before === null
    const names = edits.map((one) => changedNames(path, one.before ?? old ?? null, one.after))
    const text = note?.after ?? (wrote || work < MOST_WORK ? applied(old, edits) : undefined)
    work += (old?.length ?? 0) * edits.length
    const made: Change = {
      kind: isWhole ? 'create' : change,
      symbols: joinedNames(names.map(({ symbols }) => symbols)),
      removed: joinedNames(names.map(({ removed }) => removed)),
      exchanged: exchanged(edits),
    }
    tree.change(path, made, deed, text === undefined || text.length > LONGEST ? undefined : text)
  }

  function run({ command, folder }: Placed, deed: Deed): void {
    if (isUnknown(folder)) return
    if (command.words[0] === 'git') {
      git(command.words, folder, deed)
      return
    }
    for (const { path: given, change, from, isForced } of changesOf(command)) {
      if (!isFile(given)) continue
      const path = joined(folder, given.replace(/(?<=.)\/$/, ''))
      if (change === 'delete') {
        for (const one of tree.pathsOf(path)) tree.remove(one, deed, isForced === true)
      } else if (change === 'move') {
        const isMany = isPattern(from!)
        for (const one of isFile(from!) ? tree.pathsOf(joined(folder, from!)) : [])
          tree.move(one, isMany ? joined(path, one.replace(/^.*\//, '')) : path, deed)
      } else if (isPattern(given)) {
        if (change === 'modify') for (const one of tree.pathsOf(path)) tree.change(one, { kind: 'modify' }, deed)
      } else if (!tree.isFolder(path)) shellWrite(path, given, change === 'create' ? 'create' : 'modify', deed)
    }
    for (const path of seenBy(command)) tree.note(joined(folder, path))
  }

  function shellWrite(path: string, given: string, change: 'create' | 'modify', deed: Deed): void {
    const line = deed.did.act.command!
    const carried = line.includes('<<') ? textInto(given, line) : undefined
    const old = tree.files.get(path)?.text
    const names = carried && changedNames(path, carried.appends ? '' : (old ?? null), carried.text)
    const before = carried?.appends ? old : ''
    const text = carried && before !== undefined ? before + carried.text : undefined
    tree.change(path, { kind: change, ...names }, deed, text)
  }
}

/** A file as a tool printed it whole, with line numbers; undefined where lines before the first are missing, or it is too long. */
function wholeText(output: string): string | undefined {
  if (output.length > LONGEST * 4 || output === '') return undefined
  const lines = output.split('\n')
  const numbered = /^\s*(\d+)(?:→|\t)/
  if (numbered.exec(lines[0]!)?.[1] !== '1') return undefined
  const end = lines.findIndex((line) => !numbered.test(line))
  if (lines.slice(end === -1 ? lines.length : end).some((line) => numbered.test(line))) return undefined
  return lines
    .slice(0, end === -1 ? undefined : end)
    .map((line) => line.replace(numbered, ''))
    .join('\n')
}

/** The text that a line carries along for a file, where that is written as it is. */
function textInto(path: string, command: string): { readonly text: string; readonly appends: boolean } | undefined {
  const found = hereDocuments(command).findLast(({ line, isLiteral }) => {
    const last = simpleCommands(line).at(-1)
    const { words = [], into = [] } = last ?? {}
    const isPlain = (words[0] === 'cat' && words.length === 1 && into.length === 1) || words[0] === 'tee'
    return isLiteral && isPlain && changesOf(last!).at(-1)?.path === path
  })
  return found && { text: found.text, appends: />>|\s-a\b/.test(found.line) }
}

/** Names that commands show the text of: these were there. */
function seenBy({ words: [name = '', ...rest] }: Placed['command']): readonly string[] {
  if (!/^(?:cat|head|tail|less|more|sed|nl|wc|bat|diff|stat|ls)$/.test(name)) return []
  return rest
    .filter((word) => isFile(word) && !isPattern(word) && /[./]/.test(word) && !/^[\d,$]+p?$/.test(word))
    .slice(0, NAMED)
}

function joinedNames(lists: readonly (readonly string[])[]): readonly string[] {
  return [...new Set(lists.flat())].slice(0, NAMED)
}
