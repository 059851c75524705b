import { rangeText, runsOf } from '../model/range.ts'
import { gistOf } from './gist.ts'
import type { SubjectRound } from './subject.ts'

const TEXT = 80
const TARGET = 24
const TOOLS = 2
/** The heading names no more runs of rounds; the mark below it names all. */
const RUNS = 8
const KINDS = 3

/** Said by the agent behind an index: without it the client joins the index with the next prompt. */
export const ACK = 'Understood. I will inject earlier rounds when I need them.'

export interface IndexEntry {
  readonly number: number
  /** What stands behind the number: time, roles and gist, as table cells. */
  readonly row: string
}

/** The message that stands for rounds left out: what it is, how to get one back, and a row for each. */
export function indexMessage(session: string, entries: readonly IndexEntry[]): string {
  const numbers = entries.map((entry) => entry.number).sort((a, b) => a - b)
  const runs = runsOf(numbers)
  const named = runs.length > RUNS ? [[numbers[0]!, numbers.at(-1)!] as const] : runs
  const range = named.map(([from, to]) => (from === to ? pad(from) : `${pad(from)}–${pad(to)}`)).join(', ')
  const many = entries.length === 1 ? '1 earlier round' : `${entries.length} earlier rounds`
  return [
    `# Index of ${many} (${range}) of session ${session}`,
    `<!-- stet:index session=${session} rounds=${rangeText(numbers)} count=${entries.length} -->`,
    'These rounds are not in this context; nothing of them is lost. To read one again, run',
    `\`stet inject ${session}:NNN\` with its number (add \`--part tools\` or another part for less).`,
    '',
    '| round | time | roles | content |',
    '|---|---|---|---|',
    ...entries.map(({ number, row }) => `| ${pad(number)} ${row}`),
  ].join('\n')
}

/** Reads the rows of an index message again. */
export function readIndex(text: string): readonly IndexEntry[] {
  return text.split('\n').flatMap((line) => {
    const match = /^\| (\d{3,}) (\| .*)$/.exec(line)
    return match ? [{ number: Number(match[1]), row: match[2]! }] : []
  })
}

/** The session that an index names itself by. */
export function indexedSession(text: string): string | undefined {
  return /^[^\n]*\n<!-- stet:index session=(\S+) /.exec(text)?.[1]
}

/** What a message of Stet's own is, by its second line; undefined where that says nothing of it. */
export function markOf(text: string): string | undefined {
  return /^[^\n]*\n<!-- stet:(\w+)/.exec(text)?.[1]
}

const rows = new WeakMap<SubjectRound['lines'], string>()

/** The row of a round behind its number; worked out once, since each session of a split has the same ones. */
export function rowOf(round: Pick<SubjectRound, 'started' | 'lines'>): string {
  const known = rows.get(round.lines)
  if (known !== undefined) return known
  const row = workOut(round)
  rows.set(round.lines, row)
  return row
}

function workOut({ started, lines }: Pick<SubjectRound, 'started' | 'lines'>): string {
  const blocks = lines.flatMap((line) => line.blocks)
  const reply = blocks.findLast((block) => block.kind === 'assistant-text' && gistOf(block) !== '')
  const told = reply ?? blocks.find((block) => block.kind === 'user-text' && gistOf(block) !== '')
  const gist = told ? gistOf(told) : ''
  const roles = blocks.some((block) => block.kind === 'assistant-text' || block.kind === 'tool_use')
    ? 'user→assistant'
    : 'user'
  const calls = toolsOf(blocks)
  const text = gist === '' ? '' : `"${cell(cut(gist, TEXT))}"`
  const content = [calls, text].filter(Boolean).join(' → ') || kindsIn(blocks)
  return `| ${minute(started)} | ${roles} | ${content} |`
}

/** What a round without a word in it holds. */
function kindsIn(blocks: SubjectRound['lines'][number]['blocks']): string {
  const kinds = new Set(
    blocks.map((block) => block.kind).filter((kind) => kind !== 'user-text' && kind !== 'assistant-text'),
  )
  return `[${[...kinds].slice(0, KINDS).join('·') || 'no text'}]`
}

function toolsOf(blocks: SubjectRound['lines'][number]['blocks']): string {
  const calls = blocks.filter((block) => block.kind === 'tool_use')
  const names = [...new Set(calls.map((call) => call.name ?? 'tool'))].slice(0, TOOLS)
  if (names.length === 0) return ''
  const target = calls.map(gistOf).find((gist) => gist !== '') ?? ''
  return `[tool_use: ${cell(names.join('·'))}${target === '' ? '' : ` ${cell(cut(target, TARGET))}`}]`
}

function minute(time: string | null): string {
  return time === null ? 'unknown' : `${time.slice(0, 16)}Z`
}

export function pad(round: number): string {
  return String(round).padStart(3, '0')
}

/** The first code points, with an ellipsis where that is not all. */
function cut(text: string, points: number): string {
  const all = [...text]
  return all.length <= points ? text : `${all.slice(0, points - 1).join('')}…`
}

/** One line that does not end its cell. */
export function cell(text: string): string {
  return text
    .replace(/[\r\n\u2028\u2029]+/g, ' ')
    .replaceAll('\\', '\\\\')
    .replaceAll('|', '\\|')
}
