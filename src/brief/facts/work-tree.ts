/** One change of a file, and where it was made. */
export interface Change {
  readonly kind: 'create' | 'modify' | 'delete' | 'move'
  readonly round: number
  readonly place: number
  readonly symbols: readonly string[]
  readonly removed: readonly string[]
  /** The texts that it exchanged, where that was in one place each. */
  readonly exchanged?: { readonly before: string; readonly after: string }
  /** Given where it made the file what it was first. */
  readonly isBack?: true
  /** Given where a tool for files made it. */
  readonly isEdit?: true
  readonly agent?: string
}

/** A file as its last change left it; null is the file as it was before all of them. */
export type Version = { readonly change: Change; readonly earlier: Version } | null

export interface TreeFile {
  readonly path: string
  /** Whether it was there before the first change. */
  wasThere: boolean
  /** Where it was first, of one that was moved. */
  origin: string | null
  /** Given where it went elsewhere. */
  movedTo: string | null
  work: Version
  index: Version
  head: Version
  readonly rounds: number[]
  /** The place of a call that may have changed it, or not. */
  doubt: number
  /** The place of the call that did something to it last, and whose call it was. */
  place: number
  agent: string | undefined
}

/** The call that does something. */
export interface By {
  readonly round: number
  readonly place: number
  readonly agent?: string
}

/** So many changes back it is looked for the one that a change takes back. */
const FURTHEST = 200

export type WorkTree = ReturnType<typeof createWorkTree>

/** Files as calls change them, with what git keeps of each: its index and its last commit. */
export function createWorkTree() {
  const files = new Map<string, TreeFile>()
  /** Paths that were read, searched or named, and the folders above all paths. */
  const known = new Set<string>()
  const folders = new Map<string, Set<string>>()
  /** Files that differ from their last commit; those that git does not know by themselves. */
  const dirty = new Set<TreeFile>()
  const fresh = new Set<TreeFile>()

  function note(path: string): void {
    if (known.has(path)) return
    known.add(path)
    let inner = path
    for (let at = path.lastIndexOf('/'); at > 0; at = path.lastIndexOf('/', at - 1)) {
      const folder = path.slice(0, at)
      const inside = folders.get(folder)
      if (inside) {
        inside.add(inner)
        break
      }
      folders.set(folder, new Set([inner]))
      inner = folder
    }
  }

  /** The files that were changed in a folder, at any depth. */
  function* filesIn(folder: string): Iterable<TreeFile> {
    for (const inner of folders.get(folder) ?? []) {
      const file = files.get(inner)
      if (file) yield file
      yield* filesIn(inner)
    }
  }

  function fileAt(path: string, wasThere: boolean): TreeFile {
    const found = files.get(path)
    if (found) return found
    const file: TreeFile = {
      path,
      wasThere,
      origin: null,
      movedTo: null,
      work: null,
      index: null,
      head: null,
      rounds: [],
      doubt: -1,
      place: -1,
      agent: undefined,
    }
    files.set(path, file)
    note(path)
    return file
  }

  /** Gives a file another version in the folder, and says who did. */
  function set(file: TreeFile, version: Version, { round, place, agent }: By): void {
    file.work = version
    file.place = place
    file.agent = agent
    if (file.rounds.at(-1) !== round) file.rounds.push(round)
    if (version?.change.kind !== 'delete') file.movedTo = null
    const set = isKnown(file) ? dirty : fresh
    set.add(file)
  }

  function change(path: string, made: Change): void {
    const isNew = made.kind === 'create' && !known.has(path)
    const file = fileAt(path, !isNew)
    const back = takenBack(file.work, made)
    set(file, back === undefined ? { change: made, earlier: file.work } : back, made)
  }

  /** The version that a change brings back, undefined where it is a new one. */
  function takenBack(work: Version, { exchanged, isBack }: Change): Version | undefined {
    if (isBack && work !== null) return null
    if (!exchanged) return undefined
    const later: Change[] = []
    for (let version = work; version !== null && later.length < FURTHEST; version = version.earlier) {
      const { change } = version
      if (change.exchanged?.before === exchanged.after && change.exchanged.after === exchanged.before)
        return later.reduceRight<Version>((earlier, one) => ({ change: one, earlier }), version.earlier)
      later.push(change)
    }
    return undefined
  }

  function remove(path: string, by: By, isForced: boolean): void {
    for (const file of filesIn(path)) if (isThere(file)) removeOne(file.path, by)
    const file = files.get(path)
    if (file ? isThere(file) : known.has(path) || folders.has(path) || !isForced) removeOne(path, by)
  }

  function removeOne(path: string, by: By): void {
    const kind = 'delete'
    change(path, { kind, symbols: [], removed: [], ...by })
    known.add(path)
  }

  /** A file or folder that is somewhere else now; into a folder that is there where the name is one. */
  function move(from: string, to: string, by: By): void {
    const target = isFolder(to) && !isFolder(from) ? `${to}/${from.replace(/^.*\//, '')}` : to
    const inner = [...filesIn(from)].filter(isThere)
    if (inner.length > 0 && !files.has(from)) {
      for (const file of inner) moveOne(file.path, target + file.path.slice(from.length), by)
      return
    }
    moveOne(from, target, by)
  }

  function isFolder(path: string): boolean {
    return folders.has(path) && !files.has(path)
  }

  function moveOne(from: string, to: string, by: By): void {
    const source = fileAt(from, true)
    const { work } = source
    const origin = source.origin ?? (source.wasThere || work !== null ? from : null)
    const gone: Change = { kind: 'delete', symbols: [], removed: [], ...by }
    set(source, { change: gone, earlier: work }, by)
    source.movedTo = to
    const file = fileAt(to, known.has(to))
    file.origin = origin
    if (origin === to) {
      const back = work?.change.kind === 'move' && file.work?.change.kind === 'delete' ? file.work.earlier : work
      set(file, back, by)
      return
    }
    set(file, { change: { ...gone, kind: 'move' }, earlier: work }, by)
  }

  return { files, dirty, fresh, note, change, remove, move, set, isFolder, filesIn }
}

/** What git does not know it leaves as it is. */
export function isKnown({ wasThere, index, head }: TreeFile): boolean {
  return wasThere || index !== null || head !== null
}

export function isThere({ work }: TreeFile): boolean {
  return work?.change.kind !== 'delete'
}
