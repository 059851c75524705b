import type { Deed } from './deeds.ts'
import { isPattern, joined } from './shell-files.ts'

/** One change of a file. */
export interface Change {
  readonly kind: 'create' | 'modify' | 'delete' | 'move'
  /** Names that it brought in, and took out. */
  readonly symbols?: readonly string[]
  readonly removed?: readonly string[]
  /** The texts that it exchanged, where that was in one place each. */
  readonly exchanged?: { readonly before: string; readonly after: string } | undefined
}

interface Changed extends Change {
  readonly earlier: Version
}

/** A file as its last change left it; null is the file as it was before all of them. */
export type Version = Changed | null

export interface TreeFile {
  readonly path: string
  /** Whether it was there before the first change. */
  wasThere: boolean
  /** Whether a tool for files wrote it. */
  isEdited: boolean
  /** Where it was first, of one that was moved. */
  origin: string | null
  /** Given where it went elsewhere. */
  movedTo: string | null
  work: Version
  index: Version
  head: Version
  /** What it holds, and held before its first change, as far as that was seen. */
  text: string | undefined
  first: string | undefined
  readonly rounds: number[]
  /** The place of a call that may have changed it, or not. */
  doubt: number
  /** The place of the call that did something to it last, and whose call it was. */
  place: number
  agent: string | undefined
}

/** The call that does something. */
export type By = Pick<Deed, 'round' | 'place' | 'did'>

/** So many changes back it is looked for the one that a change takes back. */
const FURTHEST = 200

export type WorkTree = ReturnType<typeof createWorkTree>

/** Files as calls change them, with what git keeps of each: its index and its last commit. */
export function createWorkTree(changed: (file: TreeFile) => void) {
  const files = new Map<string, TreeFile>()
  /** Paths that were read, searched or named, and the folders above all paths. */
  const known = new Set<string>()
  const folders = new Set<string>()
  /** Files that differ from their last commit. */
  const open = new Set<TreeFile>()

  function note(path: string): void {
    if (known.has(path)) return
    known.add(path)
    for (let at = path.lastIndexOf('/'); at > 0; at = path.lastIndexOf('/', at - 1)) {
      if (folders.has(path.slice(0, at))) return
      folders.add(path.slice(0, at))
    }
  }

  function fileAt(path: string, wasThere: boolean): TreeFile {
    const found = files.get(path)
    if (found) return found
    const none = { origin: null, movedTo: null, work: null, index: null, head: null }
    const unseen = { text: undefined, first: undefined, agent: undefined, isEdited: false }
    const file: TreeFile = { path, wasThere, ...none, ...unseen, rounds: [], doubt: -1, place: -1 }
    files.set(path, file)
    note(path)
    return file
  }

  /** Gives a file other versions; who changed the one in the folder did something to the file. */
  function put(file: TreeFile, versions: Partial<Pick<TreeFile, 'work' | 'index' | 'head'>>, by: By): void {
    const isChanged = versions.work !== undefined && versions.work !== file.work
    Object.assign(file, versions)
    if (file.work === file.head && file.index === file.head) open.delete(file)
    else open.add(file)
    if (!isChanged) return
    file.text = file.work === null ? file.first : undefined
    file.place = by.place
    file.agent = by.did.agent
    if (file.rounds.at(-1) !== by.round) file.rounds.push(by.round)
    if (isThere(file)) file.movedTo = null
    changed(file)
  }

  /** A text that was seen of a file that is there. */
  function see(path: string, text: string): void {
    const file = fileAt(path, true)
    file.text = text
    if (file.place === -1) file.first = text
  }

  /** A change by a call, with what the file holds after it, where that is known. */
  function change(path: string, made: Change, by: By, text?: string): void {
    const isNew = made.kind === 'create' && !known.has(path)
    const file = fileAt(path, !isNew)
    file.isEdited ||= by.did.act.role === 'write'
    const isFirst = text !== undefined && text === file.first && file.work !== null
    const back = isFirst ? null : takenBack(file.work, made)
    put(file, { work: back === undefined ? { ...made, earlier: file.work } : back }, by)
    file.text = text
  }

  /** The version that a change brings back, undefined where it is a new one. */
  function takenBack(work: Version, { exchanged }: Change): Version | undefined {
    if (!exchanged) return undefined
    const later: Change[] = []
    for (let version = work; version !== null && later.length < FURTHEST; version = version.earlier) {
      if (version.exchanged?.before === exchanged.after && version.exchanged.after === exchanged.before)
        return later.reduceRight<Version>((earlier, one) => ({ ...one, earlier }), version.earlier)
      later.push(version)
    }
    return undefined
  }

  /** The files in a folder, at any depth, that are there. */
  function filesIn(folder: string): readonly TreeFile[] {
    return folders.has(folder) ? matching((path) => path.startsWith(`${folder}/`)) : []
  }

  function matching(isNamed: (path: string) => boolean): readonly TreeFile[] {
    return [...files.values()].filter((file) => isThere(file) && isNamed(file.path))
  }

  /** The path that a name of the shell means; of a pattern the files that it fits. */
  function pathsOf(name: string): readonly string[] {
    return isPattern(name) && !files.has(name) ? matching(namedBy(name)).map(({ path }) => path) : [name]
  }

  function remove(path: string, by: By, isForced: boolean): void {
    for (const file of filesIn(path)) removeOne(file.path, by)
    const file = files.get(path)
    if (file ? isThere(file) : known.has(path) || folders.has(path) || !isForced) removeOne(path, by)
  }

  function removeOne(path: string, by: By): void {
    change(path, { kind: 'delete' }, by)
    known.add(path)
  }

  /** A file or folder that is somewhere else now; into a folder that is there where the name is one. */
  function move(from: string, to: string, by: By): void {
    const target = isFolder(to) && !isFolder(from) ? `${to}/${from.replace(/^.*\//, '')}` : to
    const inner = files.has(from) ? [] : filesIn(from)
    for (const { path } of inner) moveOne(path, target + path.slice(from.length), by)
    if (inner.length === 0) moveOne(from, target, by)
  }

  function isFolder(path: string): boolean {
    return folders.has(path) && !files.has(path)
  }

  function moveOne(from: string, to: string, by: By): void {
    const source = fileAt(from, true)
    const { work, text } = source
    const origin = source.origin ?? (source.wasThere || work !== null ? from : null)
    put(source, { work: { kind: 'delete', earlier: work } }, by)
    source.movedTo = to
    const file = fileAt(to, known.has(to))
    file.origin = origin
    const back = work?.kind === 'move' && file.work?.kind === 'delete' ? file.work.earlier : work
    put(file, { work: origin === to ? back : { kind: 'move', earlier: work } }, by)
    file.text = text
  }

  return { files, open, note, see, change, remove, move, put, isFolder, pathsOf }
}

/** What git does not know it leaves as it is. */
export function isKnown({ wasThere, index, head }: TreeFile): boolean {
  return wasThere || index !== null || head !== null
}

export function isThere({ work }: TreeFile): boolean {
  return work?.kind !== 'delete'
}

/** What was moved is told where it is now; what a shell printed for itself into a temporary folder is no file of the work. */
export function isScratch({ path, movedTo, wasThere, isEdited }: TreeFile, cwd: string): boolean {
  if (movedTo !== null || wasThere || isEdited) return movedTo !== null
  const isOwn = cwd !== '' ? path.startsWith(`${cwd}/`) : /\/.*\/.*\//.test(path)
  return !isOwn && /^(?:\/private)?\/(?:tmp|var\/folders)\//.test(path)
}

/** Whether a path is what a name means in a folder: the file itself, what is below it, what a pattern of the shell fits. */
export function namedBy(name: string, folder = ''): (path: string) => boolean {
  const whole = name === '.' || name === ':/' ? folder : joined(folder, name.replace(/\/$/, ''))
  const pattern = isPattern(name) ? patternOf(whole) : undefined
  const below = whole === '' ? '' : `${whole}/`
  return (path) => path === whole || path.startsWith(below) || pattern?.test(path) === true
}

function patternOf(pattern: string): RegExp {
  const source = pattern
    .replace(/[.+^${}()|\\]/g, '\\$&')
    .replace(/\*\*\/?/g, '\u0001')
    .replace(/\*/g, '[^/]*')
    .replace(/\?/g, '[^/]')
    .replaceAll('\u0001', '.*')
  try {
    return new RegExp(`^${source}$`)
  } catch {
    return /(?!)/ // brackets that are no range
  }
}
