import { gitVerb } from './ran-well.ts'
import { isPattern, joined } from './shell-files.ts'
import { type By, isKnown, isThere, type TreeFile, type Version, type WorkTree } from './work-tree.ts'

interface Commit {
  readonly hash: string | null
  readonly files: readonly { readonly file: TreeFile; readonly before: Version; readonly after: Version }[]
}

/** A line of git, the folder it was given in, what it printed, and whose it is. */
export interface GitCall {
  readonly words: readonly string[]
  readonly folder: string
  readonly output: string
  readonly by: By
}

/** The same, read: the words after the verb that are no options, where `--` is among all of them, and its options. */
interface Read extends Omit<GitCall, 'words'> {
  readonly rest: readonly string[]
  readonly plain: readonly string[]
  readonly split: number
  readonly has: (...names: readonly string[]) => boolean
}

/** Options whose value is a word of its own. */
const VALUED = new Set(['-m', '--message', '-F', '--file', '--author', '--date', '-s', '--source', '-b', '-B', '-c'])
const HASH_MADE = /^\[[^\]\n]+ ([0-9a-f]{7,40})\]/m

/** Follows what commands of git that ended well do to files: what is put back, put aside, committed, taken out of commits. */
export function createGit(tree: WorkTree, cwd: string): (call: GitCall) => void {
  let commits: Commit[] = []
  const stashes: Map<TreeFile, Version>[] = []
  /** Files of which the index is not as the last commit. */
  const staged = new Set<TreeFile>()
  const acts: Readonly<Record<string, (read: Read) => void>> = {
    add: (read) => each(read, read.plain, stage, { isAll: read.has('-A', '--all', '-u'), hasFresh: !read.has('-u') }),
    rm: remove,
    mv: moveAll,
    commit,
    restore: (read) => {
      const isIndex = read.has('--staged', '-S')
      const from = valueIn(read.rest, '--source', '-s') ?? (isIndex ? 'HEAD' : undefined)
      restore(read, read.plain, from, { isIndex, isWork: !isIndex || read.has('--worktree', '-W') })
    },
    checkout,
    switch: (read) => {
      if (read.has('-f', '--force', '--discard-changes')) putBack(read)
    },
    reset,
    stash,
    revert,
    status,
    clean: ({ output, folder, by }) => {
      for (const [, path] of output.matchAll(/^Removing (.+)$/gm))
        tree.remove(joined(folder, path!.replace(/\/$/, '')), by, true)
    },
  }

  return ({ words, folder: given, ...call }) => {
    const verb = gitVerb(words)
    const at = words.indexOf(verb)
    const named = words.indexOf('-C')
    const rest = words.slice(at + 1)
    const split = rest.indexOf('--')
    const isAfter = (index: number) => split !== -1 && index > split
    const options = rest.filter((word, index) => word.startsWith('-') && !isAfter(index))
    const plain = rest.filter(
      (word, index) => isAfter(index) || (!word.startsWith('-') && !VALUED.has(rest[index - 1] ?? '')),
    )
    const folder = named > 0 && named < at ? joined(given, words[named + 1] ?? '') : given
    const has = (...names: readonly string[]) => options.some((option) => names.includes(option))
    acts[verb]?.({ ...call, folder, rest, plain, split, has })
  }

  /** Whether a file belongs to the repository that a folder is of, as far as the folders tell. */
  function isOf({ path }: TreeFile, folder: string): boolean {
    const isOwn = cwd !== '' && (folder === '' || folder === cwd || folder.startsWith(`${cwd}/`))
    const root = isOwn ? cwd : folder
    return root.startsWith('/') ? path.startsWith(`${root}/`) : !/^(?:\/tmp\/|~)/.test(path)
  }

  function isNamed({ path }: TreeFile, spec: string, folder: string): boolean {
    if (spec === '.' || spec === ':/') return folder === '' || path.startsWith(`${folder}/`)
    const whole = joined(folder, spec.replace(/\/$/, ''))
    return path === whole || path.startsWith(`${whole}/`) || (isPattern(spec) && patternOf(whole).test(path))
  }

  /** Files that are not as they were committed last, of these names; with `isAll` all of the repository where none are given. */
  function each(
    { folder }: Pick<Read, 'folder'>,
    specs: readonly string[],
    act: (file: TreeFile) => void,
    { isAll = false, hasFresh = false }: { readonly isAll?: boolean; readonly hasFresh?: boolean } = {},
  ): void {
    const meant = new Set<TreeFile>()
    const sets = hasFresh ? [tree.dirty, tree.fresh] : [tree.dirty]
    const wide = specs.filter((spec) => spec === '.' || spec === ':/' || isPattern(spec))
    if (wide.length > 0 || (specs.length === 0 && isAll))
      for (const file of sets.flatMap((set) => [...set]))
        if (specs.length === 0 ? isOf(file, folder) : wide.some((spec) => isNamed(file, spec, folder))) meant.add(file)
    for (const spec of specs) {
      const whole = joined(folder, spec.replace(/\/$/, ''))
      const file = tree.files.get(whole)
      for (const one of file ? [file] : tree.filesIn(whole)) if (sets.some((set) => set.has(one))) meant.add(one)
    }
    for (const file of meant) {
      act(file)
      settle(file)
    }
  }

  /** Puts a file among those that git has to look at, or takes it from there. */
  function settle(file: TreeFile): void {
    const isClean = file.work === file.head && file.index === file.head
    if (isClean) tree.dirty.delete(file)
    if (isClean || isKnown(file)) tree.fresh.delete(file)
    if (!isClean) (isKnown(file) ? tree.dirty : tree.fresh).add(file)
    if (file.index === file.head) staged.delete(file)
    else staged.add(file)
  }

  function stage(file: TreeFile): void {
    file.index = file.work
  }

  function unstage(file: TreeFile): void {
    file.index = file.head
  }

  function remove({ plain, folder, output, by, has }: Read): void {
    const told = [...output.matchAll(/^rm '(.+)'$/gm)].map(([, path]) => path!)
    for (const path of has('--cached') ? [] : told.length > 0 ? told : plain) {
      const whole = joined(folder, path)
      for (const one of isPattern(whole) ? matching(tree, whole) : [whole]) {
        tree.remove(one, by, false)
        each({ folder: '' }, [one], stage)
      }
    }
  }

  function moveAll(read: Read): void {
    const { plain, folder, by } = read
    const target = joined(folder, (plain.at(-1) ?? '').replace(/\/$/, ''))
    const isInto = plain.length > 2 || plain.at(-1)?.endsWith('/')
    for (const from of plain.slice(0, -1))
      tree.move(joined(folder, from), isInto ? `${target}/${from.replace(/^.*\//, '')}` : target, by)
    each(read, plain, stage, { hasFresh: true })
  }

  function commit(read: Read): void {
    const { plain, folder, output, rest, has } = read
    const specs = plain.filter((path) => tree.files.has(joined(folder, path)) || tree.isFolder(joined(folder, path)))
    const isAll = rest.some((option) => option === '--all' || /^-[a-zA-Z]*a[a-zA-Z]*$/.test(option))
    if (specs.length > 0 || isAll) each(read, specs, stage, { isAll: true })
    const files = [...staged]
      .filter((file) => isOf(file, folder) && (specs.length === 0 || specs.some((spec) => isNamed(file, spec, folder))))
      .map((file) => ({ file, before: file.head, after: file.index }))
    const isTelling = /^ \d+ files? changed, \d+ (?:insert|delet)/m.test(output)
    for (const { file } of files) {
      if (isTelling && file.head === null && file.origin === null) file.wasThere = !isMadeBy(output, file.path)
      file.head = file.index
      settle(file)
    }
    const last = has('--amend') ? commits.pop() : undefined
    commits.push({ hash: HASH_MADE.exec(output)?.[1] ?? null, files: [...(last?.files ?? []), ...files] })
  }

  /** What git says was there when it was committed last. */
  function status({ output, folder }: Read): void {
    for (const [, short, long] of output.matchAll(/^(?: M|M |MM) (.+)$|^\tmodified: +(.+)$/gm)) {
      const file = tree.files.get(joined(folder, (short ?? long)!))
      if (file && file.head === null && file.origin === null) file.wasThere = true
    }
  }

  /** The commits of these rounds that came after a commit; undefined where it is none that is known. */
  function laterThan(ref: string): readonly Commit[] | undefined {
    if (ref === 'HEAD' || ref === '@') return []
    const [, steps, carets] = /^(?:HEAD|@)(?:~(\d*)|(\^+))$/.exec(ref) ?? []
    const count = carets?.length ?? (steps === undefined ? undefined : Number(steps || 1))
    if (count !== undefined) return commits.slice(Math.max(0, commits.length - count))
    const at = commits.findLastIndex(
      ({ hash }) => hash !== null && ref.length >= 7 && (ref.startsWith(hash) || hash.startsWith(ref)),
    )
    return at === -1 ? undefined : commits.slice(at + 1)
  }

  /** What a file held in a commit, or in the index; as it was first where that is not known. */
  function versionIn(ref: string | undefined, file: TreeFile): Version {
    if (ref === undefined) return file.index
    const later = laterThan(ref)
    if (later === undefined) return null
    const first = later.flatMap(({ files }) => files.filter((one) => one.file === file))[0]
    return first ? first.before : file.head
  }

  function restore(
    { folder, by }: Read,
    paths: readonly string[],
    from: string | undefined,
    { isIndex, isWork }: { readonly isIndex: boolean; readonly isWork: boolean },
  ): void {
    const files = paths.flatMap((path) => {
      const file = tree.files.get(joined(folder, path.replace(/\/$/, '')))
      return file ? [file] : [...tree.files.values()].filter((one) => isNamed(one, path, folder))
    })
    for (const file of new Set(files)) {
      if (!isKnown(file)) continue
      const version = versionIn(from, file)
      if (isIndex) file.index = version
      if (isWork && file.work !== version) tree.set(file, version, by)
      settle(file)
    }
  }

  function checkout(read: Read): void {
    const { plain, folder, split, rest, has } = read
    const [first] = plain
    if (first === undefined || rest.some((word) => word === '-b' || word === '-B' || word === '--orphan')) return
    const isPath = (word: string) =>
      word === '.' || tree.files.has(joined(folder, word)) || tree.isFolder(joined(folder, word))
    const isRef = split > 0 || (split === -1 && plain.length > 1 && !isPath(first))
    const paths = isRef ? plain.slice(1) : split === 0 || isPath(first) ? plain : []
    if (paths.length > 0) restore(read, paths, isRef ? first : undefined, { isWork: true, isIndex: isRef })
    else if (has('-f', '--force')) putBack(read)
  }

  function putBack(read: Read): void {
    each(
      read,
      [],
      (file) => {
        unstage(file)
        if (file.work !== file.head) tree.set(file, file.head, read.by)
      },
      { isAll: true },
    )
  }

  function reset(read: Read): void {
    const { plain, split, has } = read
    const [first] = plain
    const later = first === undefined || split === 0 ? [] : laterThan(first)
    const paths = later && split !== 0 ? plain.slice(1) : plain
    if (paths.length > 0 && !has('--hard', '--soft', '--merge', '--keep')) {
      each(read, paths, unstage)
      return
    }
    for (const { files } of [...(later ?? [])].reverse())
      for (const { file, before } of files) {
        file.head = before
        settle(file)
      }
    commits = commits.slice(0, commits.length - (later?.length ?? 0))
    if (has('--hard')) putBack(read)
    else if (!has('--soft')) each(read, [], unstage, { isAll: true })
  }

  function stash(read: Read): void {
    const [verb = 'push', ...rest] = read.plain
    const { has, by } = read
    if (verb === 'clear') stashes.length = 0
    if (verb === 'pop' || verb === 'apply' || verb === 'drop') {
      const at = stashes.length - 1 - Number(/\d+/.exec(rest[0] ?? '0')?.[0] ?? 0)
      const kept = stashes[at]
      if (verb !== 'apply') stashes.splice(at, kept ? 1 : 0)
      for (const [file, work] of verb === 'drop' || !kept ? [] : kept) {
        tree.set(file, work, by)
        settle(file)
      }
    }
    if (verb !== 'push' && verb !== 'save') return
    const kept = new Map<TreeFile, Version>()
    const isAll = has('-u', '--include-untracked', '-a', '--all')
    each(
      read,
      verb === 'push' ? rest : [],
      (file) => {
        kept.set(file, file.work)
        const left = has('-k', '--keep-index') ? file.index : file.head
        if (file.work !== left) tree.set(file, left, by)
        file.index = left
      },
      { isAll: true, hasFresh: isAll },
    )
    stashes.push(kept)
  }

  function revert({ plain, output, by, has }: Read): void {
    const later = laterThan(plain[0] ?? 'HEAD')
    const taken = later && commits[commits.length - 1 - later.length]
    // of what was changed since it is not known what is left
    const files = (taken?.files ?? []).filter(({ file, after }) => file.head === after && file.work === after)
    const isOpen = has('-n', '--no-commit')
    for (const { file, before } of files) {
      tree.set(file, before, by)
      file.index = before
      if (!isOpen) file.head = before
      settle(file)
    }
    if (taken && !isOpen)
      commits.push({
        hash: HASH_MADE.exec(output)?.[1] ?? null,
        files: files.map(({ file, before, after }) => ({ file, before: after, after: before })),
      })
  }
}

function valueIn(words: readonly string[], long: string, short: string): string | undefined {
  const at = words.findIndex((word) => word === long || word === short)
  return at === -1 ? words.find((word) => word.startsWith(`${long}=`))?.slice(long.length + 1) : words[at + 1]
}

/** Whether a commit says that it made a file. */
function isMadeBy(output: string, path: string): boolean {
  return [...output.matchAll(/^ (?:create mode \d+|rename .*=>|copy .*=>) (.+?)(?: \(\d+%\))?$/gm)].some(([, made]) =>
    path.endsWith(made!.replace('}', '')),
  )
}

/** Known paths that a pattern of the shell names. */
export function matching({ files }: WorkTree, pattern: string): readonly string[] {
  const wanted = patternOf(pattern)
  return [...files.values()].filter((file) => isThere(file) && wanted.test(file.path)).map(({ path }) => path)
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
