import { cell } from './cell.ts'
import { gistOf } from './gist.ts'
import type { SubjectRound } from './subject.ts'
import { tellingCommands } from './telling-commands.ts'
import { total } from './weigh.ts'

/** `full` lets a model choose a round: what was asked, the tools with their files, the answer, the size. */
export type RowForm = 'full' | 'short'

const TEXT = 80
const TARGET = 24
/** A short row names so many tools; a full one so many with so many files each. */
const SHORT_TOOLS = 2
const TOOLS = 5
const FILES = 4
const NAME = 40
const KINDS = 3
const COMMANDS = 3

type RowSource = Pick<SubjectRound, 'started' | 'lines' | 'tokens'>
type Blocks = SubjectRound['lines'][number]['blocks']

const rows: Readonly<Record<RowForm, WeakMap<SubjectRound['lines'], string>>> = {
  full: new WeakMap(),
  short: new WeakMap(),
}

/** The row of a round after its number; worked out once, since each session of a split has the same ones. */
export function rowOf(round: RowSource, form: RowForm = 'full'): string {
  const known = rows[form].get(round.lines)
  if (known !== undefined) return known
  const row = workOut(round, form)
  rows[form].set(round.lines, row)
  return row
}

function workOut({ started, lines, tokens }: RowSource, form: RowForm): string {
  const blocks = lines.flatMap((line) => line.blocks)
  const roles = blocks.some((block) => block.kind === 'assistant-text' || block.kind === 'tool_use')
    ? 'user→assistant'
    : 'user'
  const content = form === 'short' ? shortContent(blocks) : fullContent(blocks, total(tokens))
  return `| ${minute(started)} | ${roles} | ${content} |`
}

/** `asked "…" · [Edit migrate.ts, Bash ×3] → "…" · 4.2k` */
function fullContent(blocks: Blocks, tokens: number): string {
  const asked = blocks.find((block) => block.kind === 'user-text' && gistOf(block) !== '')
  const answer = blocks.findLast((block) => block.kind === 'assistant-text' && gistOf(block) !== '')
  const done = [toolsWithFiles(blocks), answer ? `"${told(answer)}"` : ''].filter(Boolean).join(' → ')
  const parts = [asked ? `asked "${told(asked)}"` : '', done].filter(Boolean)
  return [...(parts.length > 0 ? parts : [kindsIn(blocks)]), size(tokens)].join(' · ')
}

function shortContent(blocks: Blocks): string {
  const reply = blocks.findLast((block) => block.kind === 'assistant-text' && gistOf(block) !== '')
  const said = reply ?? blocks.find((block) => block.kind === 'user-text' && gistOf(block) !== '')
  const text = said ? `"${told(said)}"` : ''
  return [toolsOf(blocks), text].filter(Boolean).join(' → ') || kindsIn(blocks)
}

function told(block: Blocks[number]): string {
  return cell(cut(gistOf(block), TEXT))
}

/** What a round without a word in it holds. */
function kindsIn(blocks: Blocks): string {
  const kinds = new Set(
    blocks.map((block) => block.kind).filter((kind) => kind !== 'user-text' && kind !== 'assistant-text'),
  )
  return `[${[...kinds].slice(0, KINDS).join('·') || 'no text'}]`
}

/** Each tool with the files it was given, by their last part, or how often it was called, and with which commands. */
function toolsWithFiles(blocks: Blocks): string {
  interface Tool {
    count: number
    readonly target: string
    readonly files: Set<string>
    readonly commands: string[]
  }
  const tools = new Map<string, Tool>()
  for (const call of blocks.filter((block) => block.kind === 'tool_use')) {
    const name = call.name ?? 'tool'
    const tool = tools.get(name) ?? { count: 0, target: gistOf(call), files: new Set(), commands: [] }
    tool.count++
    const given = call.files?.map(lastPart) ?? [fileName(gistOf(call)) ?? '']
    for (const file of given) if (file !== '') tool.files.add(file)
    if (call.isCommand) tool.commands.push(call.begins)
    tools.set(name, tool)
  }
  if (tools.size === 0) return ''
  const named = [...tools].map(([name, { count, target, files, commands }]) => {
    if (files.size > 0) return `${name} ${[...files].slice(0, FILES).join(' ')}${files.size > FILES ? ' …' : ''}`
    const telling = count > 1 ? tellingCommands(commands, COMMANDS) : []
    if (telling.length > 0) return `${name} ×${count}: ${telling.join('; ')}`
    if (count > 1) return `${name} ×${count}`
    return target === '' ? name : `${name} ${cut(target, TARGET)}`
  })
  return `[${cell(named.slice(0, TOOLS).join(', '))}${named.length > TOOLS ? ', …' : ''}]`
}

/** The last part of a path, shortened in its middle; undefined for what is none. */
function fileName(target: string): string | undefined {
  if (/\s/.test(target) || !/[\\/]|\.\w{1,8}$/.test(target) || /^\w+:\/\//.test(target)) return undefined
  const name = lastPart(target)
  return name === '' || /[*?]/.test(name) ? undefined : name
}

function lastPart(path: string): string {
  const name = path.split(/[\\/]/).findLast((part) => part !== '') ?? ''
  return name.length <= NAME ? name : `${name.slice(0, NAME / 2)}…${name.slice(1 - NAME / 2)}`
}

function toolsOf(blocks: Blocks): string {
  const calls = blocks.filter((block) => block.kind === 'tool_use')
  const names = [...new Set(calls.map((call) => call.name ?? 'tool'))].slice(0, SHORT_TOOLS)
  if (names.length === 0) return ''
  const target = calls.map(gistOf).find((gist) => gist !== '') ?? ''
  return `[tool_use: ${cell(names.join('·'))}${target === '' ? '' : ` ${cell(cut(target, TARGET))}`}]`
}

function size(tokens: number): string {
  return tokens < 999.5 ? String(Math.round(tokens)) : `${(tokens / 1000).toFixed(tokens < 10_000 ? 1 : 0)}k`
}

function minute(time: string | null): string {
  return time === null ? 'unknown' : `${time.slice(0, 16)}Z`
}

/** The first code points, with an ellipsis where that is not all. */
function cut(text: string, points: number): string {
  const all = [...text]
  return all.length <= points ? text : `${all.slice(0, points - 1).join('')}…`
}
