import { cell } from './cell.ts'
import { cut } from './cut.ts'
import { gistOf } from './gist.ts'
import type { SubjectRound } from './subject.ts'
import { toldAnswer, toldRequest } from './told-text.ts'
import { toldTools } from './told-tools.ts'
import { total } from './weigh.ts'

/** `full` lets a model choose a round: what was asked, the tools with their files, the answer, the size. */
export type RowForm = 'full' | 'short'

const TEXT = 80
const TARGET = 24
/** A short row names so many tools. */
const SHORT_TOOLS = 2
const KINDS = 3

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
  const done = [toldTools(blocks), answer ? `"${cell(cut(toldAnswer(answer.begins), TEXT))}"` : '']
    .filter(Boolean)
    .join(' → ')
  const parts = [asked ? `asked "${cell(cut(toldRequest(asked.begins), TEXT))}"` : '', done].filter(Boolean)
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
