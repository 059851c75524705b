import type { SimpleCommand } from '../../model/shell-words.ts'
import { gitVerb } from './ran-well.ts'

export interface ShellChange {
  readonly path: string
  readonly change: 'create' | 'modify' | 'delete' | 'move' | 'restore'
  /** Of a move: where from. */
  readonly from?: string
  /** Of what is deleted: it need not have been there. */
  readonly isForced?: boolean
}

/** What the commands of a line do to files, as far as their words tell. */
export function shellChanges(commands: readonly SimpleCommand[]): readonly ShellChange[] {
  return inFolders(commands).commands.flatMap(({ command, folder }) =>
    changesOf(command)
      .filter(({ path }) => isFile(path) && !isPattern(path))
      .map((change) => ({
        ...change,
        path: joined(folder, change.path),
        ...(change.from !== undefined && { from: joined(folder, change.from) }),
      }))
      .filter(({ path }) => isFile(path) && !isUnknown(path) && !/^\/tmp\//.test(path)),
  )
}

/** Each command with the folder it works in, and the folder that the line ends in; what is in parentheses ends with them. */
export function inFolders(commands: readonly SimpleCommand[], start = '') {
  const outer: string[] = []
  let folder = start
  const placed = commands.map((command) => {
    const { words, inside = 0 } = command
    while (outer.length > inside) folder = outer.pop()!
    while (outer.length < inside) outer.push(folder)
    const [name, target] = words
    if (name === 'cd' || name === 'pushd' || name === 'popd')
      folder = target === undefined || /^-|[$`*]/.test(target) ? UNKNOWN : joined(folder, target)
    return { command, folder }
  })
  return { commands: placed, folder: outer[0] ?? folder }
}

/** A folder of which the line does not say where it is; files in it are none that is known. */
const UNKNOWN = '?'

export function isUnknown(path: string): boolean {
  return path === UNKNOWN || path.startsWith(`${UNKNOWN}/`)
}

/** A path in a folder, without steps back and forth. */
export function joined(folder: string, path: string): string {
  const whole = folder === '' || /^(?:[/~$\\]|[A-Za-z]:)/.test(path) ? path : `${folder.replace(/\/$/, '')}/${path}`
  if (!/(?:^|\/)\.{1,2}(?:\/|$)|\/\//.test(whole)) return whole
  const parts: string[] = []
  for (const part of whole.split('/')) {
    if (part === '..' && parts.length > 0 && parts.at(-1) !== '..' && parts.at(-1) !== '') parts.pop()
    else if (part !== '.' && (part !== '' || parts.length === 0)) parts.push(part)
  }
  return parts.join('/')
}

/** Words that could be the name of a file, not a variable or a device. */
export function isFile(path: string): boolean {
  return path !== '' && path.length < 300 && !/[$`{}()<>|\n]|^-|^\/dev\/|^&|\.\.\.$|^\d+$/.test(path)
}

export function isPattern(path: string): boolean {
  return /[*?[]/.test(path)
}

/** What one command does to files; git only where it names them. Of what is deleted or moved there may be patterns. */
export function changesOf({ words, into, onto = [] }: SimpleCommand): readonly ShellChange[] {
  const written = into.map((path): ShellChange => ({ path, change: onto.includes(path) ? 'modify' : 'create' }))
  const [name, ...rest] = words
  const files = wordsOf(rest)
  switch (name?.replace(/^.*\//, '')) {
    case 'rm':
    case 'unlink': {
      const isForced = rest.some((word) => /^-\w*f|^--force/.test(word))
      return [...written, ...each(files, 'delete').map((one) => ({ ...one, ...(isForced && { isForced }) }))]
    }
    case 'touch':
      return [...written, ...each(files, 'create')]
    case 'tee':
      return [...written, ...each(files, /^(?:-a|--append)$/m.test(rest.join('\n')) ? 'modify' : 'create')]
    case 'truncate':
      return [...written, ...each(files.slice(-1), 'modify')]
    case 'mv':
      return [...written, ...moved(files)]
    case 'cp':
    case 'install':
    case 'ln':
      return files.length === 2 && !rest.some((word) => /^-\w*[rRad]|^--(?:recursive|archive)/.test(word))
        ? [...written, { path: inside(files[1]!, files[0]!), change: 'create' }]
        : written
    case 'sed':
    case 'perl': {
      if (!rest.some((word) => /^-(?:[a-zA-Z]*i|-in-place)/.test(word))) return written
      const hasScript = rest.some((word) => /^-[a-zA-Z]*e$/.test(word))
      const named = files.slice(hasScript ? 0 : 1).filter((path) => path !== '' && !/^s[/|#]|^\d+[a-z]?$|;/.test(path))
      return [...written, ...each(named, 'modify')]
    }
    case 'patch':
      return [...written, ...each(files.slice(0, 1), 'modify')]
    case 'curl':
    case 'wget': {
      const at = rest.findIndex((word) => /^-\w*[oO]$|^--output(?:-document)?$/.test(word))
      const path = /O$/.test(rest[at] ?? '') && name === 'curl' ? undefined : rest[at + 1]
      return at === -1 || path === undefined || path === '-' ? written : [...written, { path, change: 'create' }]
    }
    case 'git':
      return [...written, ...gitChanges(words)]
    default:
      return written
  }
}

/** Words that are no options; after `--` all. */
function wordsOf(rest: readonly string[]): readonly string[] {
  const end = rest.indexOf('--')
  return rest.filter((word, at) => (end !== -1 && at > end) || (at !== end && !word.startsWith('-')))
}

/** The name that a file gets that is put into a folder. */
function inside(target: string, source: string): string {
  return target.endsWith('/') || target === '.'
    ? joined(target, source.replace(/\/$/, '').replace(/^.*\//, ''))
    : target
}

function moved(files: readonly string[]): readonly ShellChange[] {
  const target = files.at(-1) ?? ''
  const folder = files.length > 2 && !target.endsWith('/') ? `${target}/` : target
  return files.slice(0, -1).map((from) => ({ path: inside(folder, from), from, change: 'move' }))
}

function gitChanges(words: readonly string[]): readonly ShellChange[] {
  const verb = gitVerb(words)
  const rest = words.slice(words.indexOf(verb) + 1)
  const files = wordsOf(rest)
  const split = rest.indexOf('--')
  if (verb === 'rm' && !rest.includes('--cached')) return each(files, 'delete')
  if (verb === 'mv') return moved(files)
  if (verb === 'restore' && (!rest.includes('--staged') || rest.includes('--worktree'))) return each(files, 'restore')
  return verb === 'checkout' && split !== -1 ? each(rest.slice(split + 1), 'restore') : []
}

function each(paths: readonly string[], change: ShellChange['change']): readonly ShellChange[] {
  return paths.map((path) => ({ path, change }))
}
