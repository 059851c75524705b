import { doesMoreThanLook } from '../../model/does-more-than-look.ts'
import type { FileEdit } from '../../model/tool-act.ts'
import { editsByFile } from './applied.ts'
import { createContents, exchanged, wholeText } from './contents.ts'
import type { Deed, Placed } from './deeds.ts'
import type { Facts, FileFact } from './facts.ts'
import { createGit, matching } from './git-acts.ts'
import { changesOf, inFolders, isPattern, isUnknown, joined } from './shell-files.ts'
import { straightLine } from './straight-line.ts'
import { changedNames } from './symbols.ts'
import { textsIn } from './versions.ts'
import { type By, type Change, createWorkTree, isThere, type TreeFile } from './work-tree.ts'

/** A file that was changed, and the place of the call that did it last. */
export interface ChangedFile {
  readonly fact: Omit<FileFact, 'tested'>
  readonly place: number
}

const NAMED = 12

/** What became of each file, the one changed last at the end, and what was only read. */
export function filesOf(
  deeds: readonly Deed[],
  cwd: string,
): Pick<Facts, 'read'> & { readonly files: readonly ChangedFile[] } {
  const tree = createWorkTree()
  const contents = createContents()
  const git = createGit(tree, cwd)
  const wholeOf = wholePaths(deeds, cwd)
  const read = new Map<string, number>()
  const edited = new Set(deeds.flatMap(({ did }) => (did.act.edits ?? []).map(({ path }) => wholeOf(path))))

  for (const deed of deeds) {
    const { did, round, place } = deed
    const { act, outcome } = did
    const by: By = { round, place, ...(did.agent !== undefined && { agent: did.agent }) }
    if (act.role === 'run') doubt(deed)
    if (act.role === 'run') for (const [at, placed] of deed.ran.entries()) run(placed, deed.ran.slice(at + 1), deed, by)
    else if (outcome !== null && !outcome.failed) {
      if (act.role === 'write') write(deed, by)
      else
        for (const { path } of act.files) {
          const whole = wholeOf(path)
          tree.note(whole)
          if (act.role !== 'read') continue
          if (!read.has(whole)) read.set(whole, round)
          const file = tree.files.get(whole)
          if (file && !isThere(file)) tree.change(whole, changeOf('modify', by)) // something made it again
          if (!act.isPart && edited.has(whole)) contents.see(whole, wholeText(outcome.output))
        }
    }
  }

  /** Of the files in a folder in which a loop moves or removes some it is not known which are there. */
  function doubt({ commands, folder, place, outcome }: Deed): void {
    const { doubtful } = outcome ? straightLine(commands) : { doubtful: [] }
    if (!doubtful.some(({ words: [name] }) => /^(?:mv|cp|rm|sed|perl|git)$/.test(name ?? ''))) return
    for (const { command, folder: where } of inFolders(commands, folder).commands) {
      const named = command.words.slice(1).filter((word) => isName(word) && !isPattern(word))
      const folders = new Set([where, ...named.map((word) => joined(where, word.replace(/\/$/, '')))])
      for (const file of tree.files.values())
        if (folders.has(file.path) || folders.has(file.path.slice(0, file.path.lastIndexOf('/')))) file.doubt = place
    }
  }

  function write({ did: { act, outcome } }: Deed, by: By): void {
    const files = new Map(act.files.map(({ path, change }) => [path, change]))
    const byFile = editsByFile(act.edits ?? [])
    const wasThere = /^(?:The file .{1,400} has been updated|Successfully overwrote|Updated )/s.test(outcome!.output)
    for (const [given, edits] of byFile) {
      const path = wholeOf(given)
      const from = edits[0]!.from === undefined ? undefined : wholeOf(edits[0]!.from)
      if (wasThere) tree.note(path)
      if (from !== undefined && from !== path) tree.move(from, path, by)
      edit(path, edits, files.get(given) === 'create' ? 'create' : 'modify', by)
    }
    for (const [given, change] of files) {
      if (change === null || byFile.has(given)) continue
      const path = wholeOf(given)
      if (change === 'delete') tree.remove(path, by, false)
      else tree.change(path, changeOf(change, by))
      contents.drop(path)
    }
  }

  function edit(path: string, edits: readonly FileEdit[], change: 'create' | 'modify', by: By): void {
    const old = contents.textOf(path)
    const isWhole = edits[0]!.before === null
    const names = edits.map((one) => changedNames(path, one.before ?? old ?? null, one.after))
    const isBack = contents.edit(path, edits)
    const texts = exchanged(edits)
    tree.change(path, {
      ...changeOf(isWhole ? 'create' : change, by),
      symbols: joinedNames(names.map(({ symbols }) => symbols)),
      removed: joinedNames(names.map(({ removed }) => removed)),
      ...(texts && { exchanged: texts }),
      ...(isBack && { isBack }),
      isEdit: true,
    })
  }

  function run({ command, folder }: Placed, after: readonly Placed[], { did }: Deed, by: By): void {
    if (isUnknown(folder)) return
    if (command.words[0] === 'git') {
      git({ words: command.words, folder, output: did.outcome?.output ?? '', by })
      return
    }
    for (const { path: given, change, from, isForced } of changesOf(command)) {
      if (!isName(given)) continue
      const path = wholeOf(joined(folder, given.replace(/(?<=.)\/$/, '')))
      if (change === 'delete') {
        for (const one of isPattern(given) ? matching(tree, path) : [path]) {
          tree.remove(one, by, isForced === true && (isMade(one) || after.some(mayMake)))
          contents.drop(one)
        }
      } else if (change === 'move') {
        if (isName(from!))
          for (const one of isPattern(from!) ? matching(tree, joined(folder, from!)) : [wholeOf(joined(folder, from!))])
            tree.move(one, isPattern(from!) ? joined(path, one.replace(/^.*\//, '')) : path, by)
        contents.drop(path)
      } else if (isPattern(given)) {
        if (change === 'modify') for (const one of matching(tree, path)) tree.change(one, changeOf('modify', by))
      } else if (!tree.isFolder(path))
        shellWrite(path, given, change === 'create' ? 'create' : 'modify', did.act.command!, by)
    }
    for (const path of seenBy(command)) tree.note(wholeOf(joined(folder, path)))
  }

  function shellWrite(path: string, given: string, change: 'create' | 'modify', line: string, by: By): void {
    const text = line.includes('<<') ? textsIn(line).get(given) : undefined
    const old = contents.textOf(path)
    contents.drop(path)
    if (text && !text.appends) contents.see(path, text.text)
    const names = text && changedNames(path, text.appends ? '' : (old ?? null), text.text)
    tree.change(path, { ...changeOf(change, by), ...names })
  }

  const changed = [...tree.files.values()]
    .filter((file) => file.place > file.doubt && !isScratch(file, cwd))
    .sort((a, b) => a.place - b.place)
  return {
    files: changed.map((file) => ({ fact: factOf(file), place: file.place })),
    read: [...read]
      .filter(([path]) => (tree.files.get(path)?.place ?? -1) === -1)
      .map(([path, round]) => ({ path, round })),
  }
}

function changeOf(kind: Change['kind'], by: By): Change {
  return { kind, symbols: [], removed: [], ...by }
}

function factOf({ path, work, wasThere, origin, rounds, agent }: TreeFile): Omit<FileFact, 'tested'> {
  const symbols = new Set<string>()
  const removed = new Set<string>()
  let isMoved = false
  for (let version = work; version !== null; version = version.earlier) {
    const { change } = version
    if (change.kind === 'move') isMoved = true
    for (const name of change.removed) if (!symbols.has(name)) removed.add(name)
    for (const name of change.symbols) if (!removed.has(name)) symbols.add(name)
    if (change.kind === 'delete' && version !== work) break
  }
  const isElsewhere = isMoved && origin !== null && origin !== path && !wasThere
  return {
    path,
    state:
      work === null
        ? 'reverted'
        : work.change.kind === 'delete'
          ? 'deleted'
          : isElsewhere
            ? 'moved'
            : wasThere
              ? 'changed'
              : 'created',
    ...(isElsewhere && work?.change.kind !== 'delete' && { from: origin }),
    rounds,
    symbols: [...symbols],
    removed: [...removed],
    ...(agent !== undefined && { agent }),
  }
}

/** What was moved is told where it is now; what a shell printed for itself into a temporary folder is no file of the work. */
function isScratch({ path, movedTo, work, wasThere }: TreeFile, cwd: string): boolean {
  if (movedTo !== null) return true
  if (
    !/^(?:\/private)?\/(?:tmp|var\/folders)\//.test(path) ||
    (cwd !== '' ? path.startsWith(`${cwd}/`) : /\/.*\/.*\//.test(path))
  )
    return false
  let isByTool = wasThere
  for (let version = work; version !== null; version = version.earlier) isByTool ||= version.change.isEdit === true
  return !isByTool
}

/** Whether what a line does after it may make again what was removed. */
function mayMake({ command }: Placed): boolean {
  return command.words[0] !== 'git' && doesMoreThanLook(command) && changesOf(command).length === 0
}

/** What programs make, and make again. */
function isMade(path: string): boolean {
  return /(?:^|\/)(?:node_modules|dist|build|target|coverage|out|tmp|__pycache__|\.(?:next|cache|pytest_cache|turbo))$/.test(
    path,
  )
}

/** Names that commands show the text of: these were there. */
function seenBy({ words: [name = '', ...rest] }: Placed['command']): readonly string[] {
  if (!/^(?:cat|head|tail|less|more|sed|nl|wc|bat|diff|stat|ls)$/.test(name)) return []
  return rest
    .filter((word) => isName(word) && !isPattern(word) && /[./]/.test(word) && !/^[\d,$]+p?$/.test(word))
    .slice(0, NAMED)
}

function isName(path: string): boolean {
  return path !== '' && path.length < 300 && !/[$`{}()<>|\n]|^-|^\/dev\/|^&|\.\.\.$|^\d+$/.test(path)
}

function joinedNames(lists: readonly (readonly string[])[]): readonly string[] {
  return [...new Set(lists.flat())].slice(0, NAMED)
}

const FROM_ROOT = /^(?:[/~\\]|[A-Za-z]:)/

/**
 * Tools name a file from the root and commands from their folder. Where the folder is not known, the one whole path that
 * ends with a shorter one is meant.
 */
function wholePaths(deeds: readonly Deed[], cwd: string): (path: string) => string {
  if (cwd !== '') return (path) => joined(FROM_ROOT.test(path) ? '' : cwd, path)
  const byName = new Map<string, Set<string>>()
  for (const { did, ran } of deeds)
    for (const path of [...did.act.files.map((file) => file.path), ...ran.flatMap(pathsIn)]) {
      if (!FROM_ROOT.test(path)) continue
      const name = path.slice(path.lastIndexOf('/') + 1)
      byName.set(name, (byName.get(name) ?? new Set()).add(path))
    }
  return (given) => {
    const path = joined('', given)
    if (FROM_ROOT.test(path)) return path
    const ending = `/${path}`
    const [one, other] = [...(byName.get(path.slice(path.lastIndexOf('/') + 1)) ?? [])].filter((long) =>
      long.endsWith(ending),
    )
    return one !== undefined && other === undefined ? one : path
  }
}

function pathsIn({ command, folder }: Placed): readonly string[] {
  return changesOf(command).map(({ path }) => joined(folder, path))
}
