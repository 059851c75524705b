import { gitVerb } from './ran-well.ts'
import { isPattern, joined } from './shell-files.ts'
import { type By, isKnown, isThere, type TreeFile, type Version, type WorkTree } from './work-tree.ts'

interface Commit {
  readonly hash: string | null
  readonly files: readonly { readonly file: TreeFile; readonly before: Version; readonly after: Version }[]
}

interface Kept {
  readonly work: Version
  readonly index: Version
}

/** Options whose value is a word of its own. */
const VALUED = new Set(['-m', '--message', '-F', '--file', '--author', '--date', '-s', '--source', '-b', '-B', '-c'])

/** What the line of git printed, the folder it was given in, and whose it is. */
export interface GitCall {
  readonly words: readonly string[]
  readonly folder: string
  readonly output: string
  readonly by: By
}

/** Follows what commands of git that ended well do to files: what is put back, put aside, committed, taken out of commits. */
export function createGit(tree: WorkTree, cwd: string) {
  const commits: Commit[] = []
  const stashes: Map<TreeFile, Kept>[] = []
  /** Files of which the index is not as the last commit. */
  const staged = new Set<TreeFile>()

  return function git({ words, folder: given, output, by }: GitCall): void {
    const verb = gitVerb(words)
    const at = words.indexOf(verb)
    const named = words.indexOf('-C')
    const folder = named > 0 && named < at ? joined(given, words[named + 1] ?? '') : given
    const rest = words.slice(at + 1)
    const split = rest.indexOf('--')
    const options = (split === -1 ? rest : rest.slice(0, split)).filter((word) => word.startsWith('-'))
    const plain = rest.filter((word, index) =>
      split !== -1 && index >= split ? index > split : !word.startsWith('-') && !VALUED.has(rest[index - 1] ?? ''),
    )
    const has = (...names: readonly string[]) => options.some((option) => names.includes(option))
    const acts: Readonly<Record<string, () => void>> = {
      add: () =>
        eachOf(
          plain,
          folder,
          { isEach: has('-A', '--all', '-u', '--update'), hasFresh: !has('-u', '--update') },
          stage,
        ),
      rm: () => remove(has('--cached') ? [] : (removedIn(output) ?? plain), folder, by),
      mv: () => {
        if (plain.length > 1) moveAll(plain, folder, by)
        eachOf(plain, folder, { hasFresh: true }, stage)
      },
      status: () => {
        for (const [, short, long] of output.matchAll(/^(?: M|M |MM) (.+)$|^\tmodified: +(.+)$/gm)) {
          const file = tree.files.get(joined(folder, (short ?? long)!))
          if (file && file.head === null && file.origin === null) file.wasThere = true
        }
      },
      commit: () => commit(plain, folder, output, { isAll: options.some(isAllOption), isAmended: has('--amend') }),
      restore: () =>
        restore(plain, folder, by, {
          from: optionValue(rest, '--source', '-s') ?? (has('--staged', '-S') ? 'HEAD' : undefined),
          isWork: !has('--staged', '-S') || has('--worktree', '-W'),
          isIndex: has('--staged', '-S'),
        }),
      checkout: () => {
        const isNew = rest.some((word) => word === '-b' || word === '-B' || word === '--orphan')
        if (!isNew) checkout(plain, { folder, split, isForced: has('-f', '--force') }, by)
      },
      switch: () => {
        if (has('-f', '--force', '--discard-changes')) putBack(folder, by)
      },
      reset: () => reset(plain, { folder, isHard: has('--hard'), isSoft: has('--soft'), split }, by),
      stash: () => stash(plain, { folder, has }, by),
      revert: () => revert(plain[0] ?? 'HEAD', has('-n', '--no-commit'), output, by),
      clean: () => {
        for (const [, path] of output.matchAll(/^Removing (.+)$/gm))
          tree.remove(joined(folder, path!.replace(/\/$/, '')), by, true)
      },
    }
    acts[verb]?.()
  }

  function remove(paths: readonly string[], folder: string, by: By): void {
    for (const path of paths)
      for (const whole of namesOf(joined(folder, path))) {
        tree.remove(whole, by, false)
        eachOf([whole], '', {}, stage)
      }
  }

  function isAllOption(option: string): boolean {
    return option === '--all' || /^-[a-zA-Z]*a[a-zA-Z]*$/.test(option)
  }

  /** Whether a file belongs to the repository that a folder is of, as far as the folders tell. */
  function isOf({ path }: TreeFile, folder: string): boolean {
    const isOwn = cwd !== '' && (folder === '' || folder === cwd || folder.startsWith(`${cwd}/`))
    const root = isOwn ? cwd : folder
    return root === '' || !root.startsWith('/') ? !/^(?:\/tmp\/|~)/.test(path) : path.startsWith(`${root}/`)
  }

  function isNamed({ path }: TreeFile, spec: string, folder: string): boolean {
    const whole = joined(folder, spec === ':/' ? '.' : spec.replace(/\/$/, ''))
    if (spec === '.' || spec === ':/' || whole === '.' || whole === '')
      return folder === '' || path.startsWith(`${folder}/`)
    return path === whole || path.startsWith(`${whole}/`) || (isPattern(spec) && patternOf(whole).test(path))
  }

  /** Files that are not as they were committed last, of these names; with `isEach` all of the repository where none are given. */
  function eachOf(
    specs: readonly string[],
    folder: string,
    { isEach = false, hasFresh = false }: { readonly isEach?: boolean; readonly hasFresh?: boolean },
    act: (file: TreeFile) => void,
  ): void {
    const meant = new Set<TreeFile>()
    const sets = hasFresh ? [tree.dirty, tree.fresh] : [tree.dirty]
    const wide = specs.filter((spec) => spec === '.' || spec === ':/' || isPattern(spec))
    if (wide.length > 0 || (specs.length === 0 && isEach))
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

  function namesOf(path: string): readonly string[] {
    return isPattern(path) ? matching(tree, path) : [path]
  }

  function moveAll(plain: readonly string[], folder: string, by: By): void {
    const target = joined(folder, plain.at(-1)!.replace(/\/$/, ''))
    const isInto = plain.length > 2 || plain.at(-1)!.endsWith('/')
    for (const from of plain.slice(0, -1))
      tree.move(joined(folder, from), isInto ? `${target}/${from.replace(/^.*\//, '')}` : target, by)
  }

  function commit(
    paths: readonly string[],
    folder: string,
    output: string,
    { isAll, isAmended }: { readonly isAll: boolean; readonly isAmended: boolean },
  ): void {
    const files: { file: TreeFile; before: Version; after: Version }[] = []
    const specs = paths.filter((path) => tree.files.has(joined(folder, path)) || tree.isFolder(joined(folder, path)))
    if (specs.length > 0 || isAll) eachOf(specs, folder, { isEach: true }, stage)
    for (const file of specs.length > 0
      ? [...staged].filter((one) => specs.some((spec) => isNamed(one, spec, folder)))
      : [...staged]) {
      if (!isOf(file, folder)) continue
      if (file.head === null && file.origin === null && /^ \d+ files? changed, \d+ (?:insert|delet)/m.test(output))
        file.wasThere = !isMadeBy(output, file.path)
      files.push({ file, before: file.head, after: file.index })
      file.head = file.index
      settle(file)
    }
    const hash = /^\[[^\]\n]+ ([0-9a-f]{7,40})\]/m.exec(output)?.[1] ?? null
    const last = isAmended ? commits.pop() : undefined
    commits.push({ hash, files: [...(last?.files ?? []), ...files] })
  }

  /** What a file held in a commit; undefined where that is not known. */
  function versionIn(ref: string | undefined, file: TreeFile): Version | undefined {
    if (ref === undefined) return file.index
    const later = laterThan(ref)
    if (later === undefined) return null
    const first = later.flatMap(({ files }) => files.filter((one) => one.file === file))[0]
    return first ? first.before : file.head
  }

  /** The commits of these rounds that came after a commit; undefined where it is none that is known. */
  function laterThan(ref: string): readonly Commit[] | undefined {
    if (ref === 'HEAD' || ref === '@') return []
    const back = /^(?:HEAD|@)(?:~(\d*)|(\^+))$/.exec(ref)
    if (back) {
      const count = back[2]?.length ?? (back[1] === '' ? 1 : Number(back[1]))
      return count <= commits.length ? commits.slice(commits.length - count) : commits
    }
    const at = commits.findLastIndex(
      ({ hash }) => hash !== null && ref.length >= 7 && (ref.startsWith(hash) || hash.startsWith(ref)),
    )
    return at === -1 ? undefined : commits.slice(at + 1)
  }

  function restore(
    paths: readonly string[],
    folder: string,
    by: By,
    {
      from,
      isWork,
      isIndex,
    }: { readonly from: string | undefined; readonly isWork: boolean; readonly isIndex: boolean },
  ): void {
    for (const file of new Set([...filesOf(paths, folder)])) {
      if (!isKnown(file)) continue
      const version = versionIn(from, file)
      if (version === undefined) continue
      if (isIndex) file.index = version
      if (isWork && file.work !== version) tree.set(file, version, by)
      settle(file)
    }
  }

  /** The files of these names; one that was never changed and is named alone is put back too. */
  function* filesOf(paths: readonly string[], folder: string): Iterable<TreeFile> {
    for (const path of paths) {
      const whole = joined(folder, path.replace(/\/$/, ''))
      const file = tree.files.get(whole)
      if (file) yield file
      else for (const one of tree.files.values()) if (isNamed(one, path, folder)) yield one
    }
  }

  function checkout(
    plain: readonly string[],
    { folder, split, isForced }: { readonly folder: string; readonly split: number; readonly isForced: boolean },
    by: By,
  ): void {
    const isPath = (word: string) =>
      word === '.' || tree.files.has(joined(folder, word)) || tree.isFolder(joined(folder, word))
    const first = plain[0]
    if (first === undefined) return
    const isRef = split > 0 || (split === -1 && plain.length > 1 && !isPath(first))
    const paths = isRef ? plain.slice(1) : split === 0 || isPath(first) ? plain : []
    if (paths.length > 0) restore(paths, folder, by, { from: isRef ? first : undefined, isWork: true, isIndex: isRef })
    else if (isForced) putBack(folder, by)
  }

  function putBack(folder: string, by: By): void {
    eachOf([], folder, { isEach: true }, (file) => {
      file.index = file.head
      if (file.work !== file.head) tree.set(file, file.head, by)
    })
  }

  function reset(
    plain: readonly string[],
    how: { readonly folder: string; readonly isHard: boolean; readonly isSoft: boolean; readonly split: number },
    by: By,
  ): void {
    const { folder, isHard, isSoft } = how
    const [first] = plain
    const later = first === undefined || how.split === 0 ? [] : laterThan(first)
    const isOfPaths = plain.length > (later ? 1 : 0) && first !== undefined && !isHard && !isSoft
    if (isOfPaths) {
      const paths = later && plain.length > 1 ? plain.slice(1) : later ? [] : plain
      if (paths.length > 0) {
        eachOf(paths, folder, {}, unstage)
        return
      }
    }
    for (const { files } of [...(later ?? [])].reverse()) {
      commits.pop()
      for (const { file, before } of files) {
        file.head = before
        tree.dirty.add(file)
        staged.add(file)
      }
    }
    if (isSoft) return
    if (isHard) putBack(folder, by)
    else eachOf([], folder, { isEach: true }, unstage)
  }

  function stash(
    plain: readonly string[],
    { folder, has }: { readonly folder: string; readonly has: (...names: readonly string[]) => boolean },
    by: By,
  ): void {
    const [verb = 'push', ...rest] = plain
    const at = Number(/\d+/.exec(rest.find((word) => /^(?:stash@\{)?\d+\}?$/.test(word)) ?? '0')![0])
    if (verb === 'pop' || verb === 'apply' || verb === 'drop') {
      const kept = stashes[stashes.length - 1 - at]
      if (!kept) return
      if (verb !== 'apply') stashes.splice(stashes.length - 1 - at, 1)
      if (verb !== 'drop')
        for (const [file, { work }] of kept) {
          tree.set(file, work, by)
          settle(file)
        }
      return
    }
    if (verb === 'clear') stashes.length = 0
    if (verb !== 'push' && verb !== 'save') return
    const hasFresh = has('-u', '--include-untracked', '-a', '--all')
    const kept = new Map<TreeFile, Kept>()
    eachOf(verb === 'push' ? rest : [], folder, { isEach: true, hasFresh }, (file) => {
      kept.set(file, { work: file.work, index: file.index })
      const left = has('-k', '--keep-index') ? file.index : file.head
      if (file.work !== left) tree.set(file, left, by)
      file.index = left
    })
    stashes.push(kept)
  }

  function revert(ref: string, isOpen: boolean, output: string, by: By): void {
    const later = laterThan(ref)
    const commit = later && commits[commits.length - 1 - later.length]
    if (!commit) return
    const files: { file: TreeFile; before: Version; after: Version }[] = []
    for (const { file, before, after } of commit.files) {
      if (file.head !== after || file.work !== after) continue // changed since: what is left of it is not known
      tree.set(file, before, by)
      file.index = before
      if (!isOpen) {
        files.push({ file, before: after, after: before })
        file.head = before
      }
      settle(file)
    }
    if (!isOpen) commits.push({ hash: /^\[[^\]\n]+ ([0-9a-f]{7,40})\]/m.exec(output)?.[1] ?? null, files })
  }
}

/** The paths that `git rm` says it removed. */
function removedIn(output: string): readonly string[] | undefined {
  const paths = [...output.matchAll(/^rm '(.+)'$/gm)].map(([, path]) => path!)
  return paths.length > 0 ? paths : undefined
}

function optionValue(words: readonly string[], ...names: readonly string[]): string | undefined {
  const at = words.findIndex((word) => names.includes(word))
  return at === -1 ? words.find((word) => word.startsWith(`${names[0]}=`))?.slice(names[0]!.length + 1) : words[at + 1]
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

export function patternOf(pattern: string): RegExp {
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
