import type { EntryBlock } from '../model/entry.ts'
import { cell } from './cell.ts'
import { cut } from './cut.ts'
import { gistOf } from './gist.ts'
import type { RunLine } from './run-mark.ts'
import { tellingCommands } from './telling-commands.ts'

/** So many tools, with so many files each that they changed, and so many that were only looked at. */
const TOOLS = 5
const CHANGED = 4
const LOOKED_AT = 2
const COMMANDS = 3
const TARGET = 24
const NAME = 40

type Role = EntryBlock['role']
/** What changed something is told before what only looked. */
const ORDER: readonly Role[] = ['write', 'run', 'agent', 'other', undefined, 'search', 'read', 'plan']

interface Tool {
  readonly name: string
  readonly role: Role
  count: number
  failed: number
  /** What it was given first. */
  readonly target: string
  /** How often it was given each file. */
  readonly files: Map<string, number>
  readonly runs: RunLine[]
}

/**
 * Each tool with what it did: files that it changed, commands and how they ended, then what was only looked at. An edit
 * that failed changed nothing, and what an agent notes of its own plan tells nothing of the work.
 */
export function toldTools(blocks: readonly EntryBlock[]): string {
  const tools = toolsIn(blocks)
  const changed = new Set(tools.filter(({ role }) => role === 'write').flatMap(({ files }) => [...files.keys()]))
  const working = tools.filter(({ role, runs }) => role !== 'plan' && (role !== 'run' || runs.length > 0))
  const named = (working.length > 0 ? working : tools)
    .toSorted((a, b) => ORDER.indexOf(a.role) - ORDER.indexOf(b.role))
    .map((tool) => (tool.role === 'read' || tool.role === 'search' ? lookedAt(tool, changed) : done(tool)))
    .filter((told) => told !== '')
  return named.length === 0 ? '' : `[${cell(named.slice(0, TOOLS).join(', '))}${named.length > TOOLS ? ', …' : ''}]`
}

function toolsIn(blocks: readonly EntryBlock[]): readonly Tool[] {
  const results = new Map(blocks.map((block) => [block.kind === 'tool_result' ? block.call : undefined, block]))
  const tools = new Map<string, Tool>()
  for (const call of blocks) {
    if (call.kind !== 'tool_use') continue
    const { name = 'tool', role } = call
    const key = `${name} ${role}` // a shell may be given patches too
    const files = filesOf(call)
    const tool = tools.get(key) ?? begun(name, role, files[0] ?? gistOf(call))
    tools.set(key, tool)
    tool.count++
    const result = call.call === undefined ? undefined : results.get(call.call)
    const failed = result?.failed === true
    if (failed) tool.failed++
    if (call.command) {
      tool.runs.push({ line: call.command, outcome: result && { failed, output: result.ends ?? result.begins } })
    }
    if (!failed || role !== 'write') for (const file of files) tool.files.set(file, (tool.files.get(file) ?? 0) + 1)
  }
  return [...tools.values()]
}

function begun(name: string, role: Role, target: string): Tool {
  return { name, role, count: 0, failed: 0, target, files: new Map(), runs: [] }
}

function done({ name, role, count, failed, target, files, runs }: Tool): string {
  const title = count === failed && role !== 'run' ? `${name} ✗` : name
  if (files.size > 0) return `${title} ${listed(mostUsed(files), CHANGED)}`
  const commands = tellingCommands(runs, COMMANDS).join('; ')
  if (commands !== '') return `${title}${count > 1 ? ` ×${count}:` : ''} ${commands}`
  if (count > 1 && role !== 'write') return `${title} ×${count}`
  return target === '' ? title : `${title} ${cut(target, TARGET)}`
}

/** What was read or searched; of a round that changed files only what is not among these. */
function lookedAt({ name, count, failed, target, files }: Tool, changed: ReadonlySet<string>): string {
  if (count === failed) return ''
  const others = mostUsed(files).filter((file) => !changed.has(file))
  if (others.length > 0) return `${name} ${listed(others, changed.size > 0 ? LOOKED_AT : CHANGED)}`
  if (files.size > 0) return ''
  const title = count > 1 ? `${name} ×${count}` : name
  if (target === '') return title
  return `${title}${count > 1 ? ':' : ''} ${cut(withoutFolders(target), TARGET)}`
}

function mostUsed(files: Tool['files']): readonly string[] {
  return [...files].sort((a, b) => b[1] - a[1]).map(([file]) => file)
}

function listed(names: readonly string[], most: number): string {
  return `${names.slice(0, most).join(' ')}${names.length > most ? ' …' : ''}`
}

function filesOf(call: EntryBlock): readonly string[] {
  if (call.role === 'search' || call.role === 'run') return []
  return (call.files?.map(lastPart) ?? [fileName(gistOf(call)) ?? '']).filter((file) => file !== '')
}

/** Of a path that begins at the root the last two parts. */
function withoutFolders(target: string): string {
  return /^(?:[/~]|\w:[\\/])\S+$/.test(target) ? target.split(/[\\/]/).slice(-2).join('/') : target
}

/** The last part of a path, shortened in its middle; undefined for what is none. */
function fileName(target: string): string | undefined {
  if (/\s/.test(target) || !/[\\/]|\.\w{1,8}$/.test(target) || /^\w+:\/\//.test(target)) return undefined
  const name = lastPart(target)
  return name === '' || /[*?]/.test(name) ? undefined : name
}

function lastPart(path: string): string {
  const name = [...(path.split(/[\\/]/).findLast((part) => part !== '') ?? '')]
  if (name.length > NAME) name.splice(NAME / 2, name.length - NAME + 1, '…')
  return name.join('')
}
