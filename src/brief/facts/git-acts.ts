import { gitVerb } from './ran-well.ts'
import { joined } from './shell-files.ts'
import { type By, isKnown, namedBy, type TreeFile, type Version, type WorkTree } from './work-tree.ts'

interface Commit {
  readonly hash: string | null
  /** The files that it changed, as they were before. */
  readonly before: ReadonlyMap<TreeFile, Version>
}

type Read = ReturnType<typeof readLine>
type Versions = Parameters<WorkTree['put']>[1]

/** Options whose value is a word of its own. */
const VALUED = new Set(['-m', '--message', '-F', '--file', '--author', '--date', '-s', '--source', '-b', '-B', '-c'])
const HASH_MADE = /^\[[^\]\n]+ ([0-9a-f]{7,40})\]/m
/** A commit that says how many files it changed says also which of them it made. */
const TELLING = /^\[[^\]\n]+ [0-9a-f]{7,40}\] .*\n(?: [A-Z]\w+: .*\n)* \d+ files? changed, \d+ (?:insert|delet)/m

/** Follows what commands of git that ended well do to files: what is put back, put aside, committed, taken out of commits. */
export function createGit(tree: WorkTree, cwd: string) {
  let commits: Commit[] = []
  const stashes: (readonly (readonly [TreeFile, Version])[])[] = []
  const acts: Readonly<Record<string, (read: Read) => void>> = {
    add: (read) => {
      if (read.plain.length === 0 && !read.has('-A', '--all', '-u')) return
      each(read, read.plain, staged, !read.has('-u'))
    },
    rm: (read) => {
      const told = [...read.output.matchAll(/^rm '(.+)'$/gm)].map(([, path]) => path!)
      const names = told.length > 0 ? told : read.plain
      if (names.length === 0 || read.has('--cached')) return
      for (const name of names)
        for (const path of tree.pathsOf(joined(read.folder, name))) tree.remove(path, read.by, false)
      each(read, names, staged)
    },
    mv: (read) => {
      const { plain, folder, by } = read
      const target = joined(folder, (plain.at(-1) ?? '').replace(/\/$/, ''))
      const isInto = plain.length > 2 || plain.at(-1)?.endsWith('/')
      for (const from of plain.slice(0, -1))
        tree.move(joined(folder, from), isInto ? `${target}/${from.replace(/^.*\//, '')}` : target, by)
      each(read, plain, staged, true)
    },
    commit,
    restore: (read) => {
      const isIndex = read.has('--staged', '-S')
      const isWork = !isIndex || read.has('--worktree', '-W')
      const [, from] = /(?:^|\n)(?:--source|-s)[=\n](.+)/.exec(read.rest.join('\n')) ?? []
      restore(read, read.plain, from ?? (isIndex ? 'HEAD' : undefined), { isIndex, isWork })
    },
    checkout,
    switch: (read) => {
      if (read.has('-f', '--force', '--discard-changes')) each(read, [], committed)
    },
    reset,
    stash,
    revert,
    // what git says was there when it was committed last
    status: ({ output, folder }) => {
      for (const [, short, long] of output.matchAll(/^(?: M|M |MM) (.+)$|^\tmodified: +(.+)$/gm)) {
        const file = tree.files.get(joined(folder, (short ?? long)!))
        if (file && file.head === null && file.origin === null) file.wasThere = true
      }
    },
    clean: ({ output, folder, by }) => {
      for (const [, path] of output.matchAll(/^Removing (.+)$/gm))
        tree.remove(joined(folder, path!.replace(/\/$/, '')), by, true)
    },
  }

  return (words: readonly string[], folder: string, by: By): void => acts[gitVerb(words)]?.(readLine(words, folder, by))

  /** Whether a file is meant in a folder: by these names, or where there are none, as one of the same repository. */
  function meant(folder: string, names: readonly string[]): (file: TreeFile) => boolean {
    const named = names.map((name) => namedBy(name, folder))
    const isOwn = cwd !== '' && (folder === '' || folder === cwd || folder.startsWith(`${cwd}/`))
    const root = isOwn ? cwd : folder
    const isOf = (path: string) => (root.startsWith('/') ? path.startsWith(`${root}/`) : !/^(?:\/tmp\/|~)/.test(path))
    return ({ path }) => (names.length === 0 ? isOf(path) : named.some((isNamed) => isNamed(path)))
  }

  /** Gives files that are not as they were committed last other versions, those that git does not know only where asked. */
  function each(
    { folder, by }: Read,
    names: readonly string[],
    versions: (file: TreeFile) => Versions,
    hasFresh = false,
  ): void {
    const isMeant = meant(folder, names)
    for (const file of [...tree.open])
      if ((hasFresh || isKnown(file)) && isMeant(file)) tree.put(file, versions(file), by)
  }

  function isPath(path: string): boolean {
    return tree.files.has(path) || tree.isFolder(path)
  }

  function commit(read: Read): void {
    const { plain, folder, output, rest, has, by } = read
    const names = plain.filter((path) => isPath(joined(folder, path)))
    const isAll = rest.some((option) => option === '--all' || /^-[a-zA-Z]*a[a-zA-Z]*$/.test(option))
    if (names.length > 0 || isAll) each(read, names, staged)
    const [isMeant, isOf] = [meant(folder, names), meant(folder, [])]
    const files = [...tree.open].filter((file) => file.index !== file.head && isMeant(file) && isOf(file))
    const before = files.map((file) => [file, file.head] as const)
    const made = TELLING.test(output) ? madeIn(output) : undefined
    for (const file of files) {
      const isNew = file.isEdited && !file.wasThere
      if (made && file.head === null && file.origin === null && !isNew) {
        const told = made.find(({ path }) => file.path === path || file.path.endsWith(`/${path}`))
        file.wasThere = !told
        if (told?.from) file.origin = file.path.slice(0, -told.path.length) + told.from
      }
      tree.put(file, { head: file.index }, by)
    }
    const last = has('--amend') ? commits.pop() : undefined
    commits.push({ hash: HASH_MADE.exec(output)?.[1] ?? null, before: new Map([...before, ...(last?.before ?? [])]) })
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
    const next = later.find(({ before }) => before.has(file))
    return next ? next.before.get(file)! : file.head
  }

  function restore(
    { folder, by }: Read,
    names: readonly string[],
    from: string | undefined,
    { isIndex, isWork }: { readonly isIndex: boolean; readonly isWork: boolean },
  ): void {
    const isMeant = meant(folder, names)
    for (const name of names) {
      const file = tree.files.get(joined(folder, name))
      if (file && !isKnown(file)) file.wasThere = true // else git would have refused
    }
    for (const file of names.length === 0 ? [] : tree.files.values()) {
      if (!isKnown(file) || !isMeant(file)) continue
      const version = versionIn(from, file)
      tree.put(file, { ...(isIndex && { index: version }), ...(isWork && { work: version }) }, by)
    }
  }

  function checkout(read: Read): void {
    const { plain, folder, split, rest, has } = read
    const [first] = plain
    if (first === undefined || rest.some((word) => /^(?:-[bB]|--orphan)$/.test(word))) return
    const isName = (word: string) => word === '.' || isPath(joined(folder, word))
    const isRef = split > 0 || (split === -1 && plain.length > 1 && !isName(first))
    const paths = isRef ? plain.slice(1) : split === 0 || isName(first) ? plain : []
    if (paths.length > 0) restore(read, paths, isRef ? first : undefined, { isWork: true, isIndex: isRef })
    else if (has('-f', '--force')) each(read, [], committed)
  }

  function reset(read: Read): void {
    const { plain, split, has, by } = read
    const [first] = plain
    const later = first === undefined || split === 0 ? [] : laterThan(first)
    const paths = later && split !== 0 ? plain.slice(1) : plain
    if (paths.length > 0 && !has('--hard', '--soft', '--merge', '--keep')) {
      each(read, paths, unstaged)
      return
    }
    for (const commit of [...(later ?? [])].reverse())
      for (const [file, head] of commit.before) tree.put(file, { head }, by)
    commits = commits.slice(0, commits.length - (later?.length ?? 0))
    if (!has('--soft')) each(read, [], has('--hard') ? committed : unstaged)
  }

  function stash(read: Read): void {
    const [verb = 'push', ...rest] = read.plain
    const { has, by } = read
    if (verb === 'clear') stashes.length = 0
    if (verb === 'pop' || verb === 'apply' || verb === 'drop') {
      const at = stashes.length - 1 - Number(/\d+/.exec(rest[0] ?? '0')?.[0] ?? 0)
      const kept = stashes[at] ?? []
      if (verb !== 'apply' && at >= 0) stashes.splice(at, 1)
      for (const [file, work] of verb === 'drop' ? [] : kept) tree.put(file, { work }, by)
    }
    if (verb !== 'push' && verb !== 'save') return
    const kept: (readonly [TreeFile, Version])[] = []
    const putAside = (file: TreeFile): Versions => {
      kept.push([file, file.work])
      const left = has('-k', '--keep-index') ? file.index : file.head
      return { work: left, index: left }
    }
    each(read, verb === 'push' ? rest : [], putAside, has('-u', '--include-untracked', '-a', '--all'))
    stashes.push(kept)
  }

  function revert({ plain, output, by, has }: Read): void {
    const later = laterThan(plain[0] ?? 'HEAD')
    const taken = later && commits[commits.length - 1 - later.length]
    const isOpen = has('-n', '--no-commit')
    const undone = new Map<TreeFile, Version>()
    for (const [file, before] of taken?.before ?? []) {
      // of what was changed since it is not known what is left
      if (file.work !== file.head || later?.some((commit) => commit.before.has(file))) continue
      undone.set(file, file.head)
      tree.put(file, { work: before, index: before, ...(!isOpen && { head: before }) }, by)
    }
    if (taken && !isOpen) commits.push({ hash: HASH_MADE.exec(output)?.[1] ?? null, before: undone })
  }
}

/** A line of git: the words after the verb, those that are no options, where `--` is, what it printed. */
function readLine(words: readonly string[], given: string, by: By) {
  const at = words.indexOf(gitVerb(words))
  const named = words.indexOf('-C')
  const rest = words.slice(at + 1)
  const split = rest.indexOf('--')
  const isAfter = (index: number) => split !== -1 && index > split
  const plain = rest.filter(
    (word, index) => isAfter(index) || (!word.startsWith('-') && !VALUED.has(rest[index - 1] ?? '')),
  )
  const folder = named > 0 && named < at ? joined(given, words[named + 1] ?? '') : given
  const has = (...options: readonly string[]) => rest.some((word, index) => !isAfter(index) && options.includes(word))
  return { rest, plain, split, has, folder, by, output: by.did.outcome?.output ?? '' }
}

function staged({ work }: TreeFile): Versions {
  return { index: work }
}

function unstaged({ head }: TreeFile): Versions {
  return { index: head }
}

function committed({ head }: TreeFile): Versions {
  return { index: head, work: head }
}

/** What a commit says that it made, each with the name that it had before, where it had one. */
function madeIn(output: string): readonly { readonly path: string; readonly from?: string }[] {
  const made = output.matchAll(/^ (?:create mode \d+|copy .*=>) (.+?)(?: \(\d+%\))?$/gm)
  const renamed = output.matchAll(/^ rename (?:(.*?)\{(.*) => (.*)\}(.*)|(.*) => (.*)) \(\d+%\)$/gm)
  return [
    ...[...made].map(([, path]) => ({ path: path! })),
    ...[...renamed].map(([, head = '', from = '', to = '', tail = '', before = '', after = '']) => {
      const whole = (middle: string) => `${head}${middle}${tail}`.replace('//', '/')
      return { path: after || whole(to), from: before || whole(from) }
    }),
  ]
}
