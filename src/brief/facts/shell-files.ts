import type { SimpleCommand } from '../../model/shell-words.ts'

export interface ShellChange {
  readonly path: string
  readonly change: 'create' | 'modify' | 'delete' | 'move' | 'restore'
  /** Of a move: where from. */
  readonly from?: string
}

/** What the commands of a line do to files, as far as their words tell. */
export function shellChanges(commands: readonly SimpleCommand[]): readonly ShellChange[] {
  let folder = ''
  return commands.flatMap((command) => {
    const [name, target] = command.words
    if (name === 'cd') {
      folder =
        target === undefined || target.startsWith('-') ? '' : target.startsWith('/') ? target : joined(folder, target)
      return []
    }
    return changesOf(command)
      .filter(({ path }) => isFile(path))
      .map((change) => ({
        ...change,
        path: joined(folder, change.path),
        ...(change.from !== undefined && { from: joined(folder, change.from) }),
      }))
      .filter(({ path }) => isFile(path))
  })
}

function joined(folder: string, path: string): string {
  if (folder === '' || /^[/~$]/.test(path)) return path
  return `${folder.replace(/\/$/, '')}/${path.replace(/^\.\//, '')}`
}

/** Words that could be the name of one file, not a pattern, a variable or a device. */
function isFile(path: string): boolean {
  return (
    path !== '' &&
    !/[*?$`{}()<>|]|^-|^\/dev\/|^\/tmp\/|^&|\.\.\.$/.test(path) &&
    path.length < 300 &&
    !/^\d+$/.test(path)
  )
}

function changesOf({ words, into, onto = [] }: SimpleCommand): readonly ShellChange[] {
  const written = into.map((path): ShellChange => ({ path, change: onto.includes(path) ? 'modify' : 'create' }))
  const [name, ...rest] = words
  const files = rest.filter((word) => !word.startsWith('-'))
  switch (name?.replace(/^.*\//, '')) {
    case 'rm':
    case 'unlink':
      return [...written, ...files.map((path): ShellChange => ({ path, change: 'delete' }))]
    case 'touch':
    case 'tee': {
      const change = rest.some((word) => word === '-a' || word === '--append') ? 'modify' : 'create'
      return [...written, ...files.map((path): ShellChange => ({ path, change }))]
    }
    case 'mv':
      return [...written, ...moved(files)]
    case 'cp':
      return files.length === 2 && !rest.some((word) => /^-\w*[rRa]/.test(word))
        ? [...written, { path: files[1]!, change: 'create' }]
        : written
    case 'sed':
    case 'perl': {
      if (!rest.some((word) => /^-(?:[a-zA-Z]*i|-in-place)/.test(word))) return written
      const hasScript = rest.some((word) => /^-[a-zA-Z]*e$/.test(word))
      return [
        ...written,
        ...files.slice(hasScript ? 0 : 1).map((path): ShellChange => ({ path, change: 'modify' })),
      ].filter(({ path }) => !/^s[/|#]/.test(path))
    }
    case 'patch':
      return [...written, ...files.slice(0, 1).map((path): ShellChange => ({ path, change: 'modify' }))]
    case 'git':
      return [...written, ...gitChanges(rest)]
    default:
      return written
  }
}

function moved(files: readonly string[]): readonly ShellChange[] {
  if (files.length !== 2) return files.slice(0, -1).map((path) => ({ path, change: 'delete' }))
  return [{ path: files[1]!, from: files[0]!, change: 'move' }]
}

function gitChanges(rest: readonly string[]): readonly ShellChange[] {
  const at = rest.findIndex(
    (word, index) => !word.startsWith('-') && rest[index - 1] !== '-C' && rest[index - 1] !== '-c',
  )
  const [verb, ...words] = rest.slice(at)
  const files = words.filter((word) => !word.startsWith('-'))
  if (verb === 'rm') return files.map((path) => ({ path, change: 'delete' }))
  if (verb === 'mv') return moved(files)
  if (verb === 'restore' && !words.includes('--staged')) return files.map((path) => ({ path, change: 'restore' }))
  if (verb === 'checkout') {
    const split = words.indexOf('--')
    if (split !== -1) return words.slice(split + 1).map((path) => ({ path, change: 'restore' }))
    if (files.length === 2 || (files.length === 1 && /[./]/.test(files[0]!) && /\.\w+$/.test(files[0]!)))
      return [{ path: files.at(-1)!, change: 'restore' }]
  }
  return []
}

/** Whether a line takes back everything that is not committed, or commits it. */
export function gitEffect(commands: readonly SimpleCommand[]): 'commit' | 'reset' | null {
  let effect: 'commit' | 'reset' | null = null
  for (const { words } of commands) {
    if (words[0] !== 'git') continue
    const rest = words.slice(1)
    if (rest.includes('commit') && !rest.includes('--dry-run')) effect = 'commit'
    const isAll = rest.includes('.') || rest.includes(':/')
    if (rest.includes('reset') && rest.includes('--hard')) effect = 'reset'
    else if ((rest.includes('checkout') || rest.includes('restore')) && isAll && !rest.includes('--staged'))
      effect = 'reset'
    else if (
      rest[0] === 'stash' &&
      (rest[1] === undefined || rest[1] === 'push' || rest[1] === 'save' || rest[1]?.startsWith('-'))
    )
      effect = 'reset'
  }
  return effect
}
