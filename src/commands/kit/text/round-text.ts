import type { Block } from '../../../model/block.ts'
import { shortId } from '../../../model/id.ts'
import type { ShownRound } from '../../../read/show.ts'
import { cut, displayWidth } from './display-width.ts'
import { count, whenOf } from './format.ts'
import { plainLine, plainText } from './plain-text.ts'
import type { Screen } from './screen.ts'
import { shortRef } from './short-ref.ts'
import { wrap } from './table.ts'

interface RoundTextOptions {
  readonly session: string
  readonly screen: Screen
  readonly blockText: (block: Block) => string
}

/** Lines of a tool's result or of thinking that are printed before the rest is cut, and columns of a line, also in a pipe. */
const LINES = 10
const COLUMNS = 2000

/** A round for reading: who said what, in order. */
export function roundText(round: ShownRound, { session, screen, blockText }: RoundTextOptions): string {
  const tags = [...new Set(round.blocks.flatMap((block) => block.engagement_id ?? []))]
  const facts = [
    `round ${round.round}`,
    whenOf(round.started, screen.now),
    ...tags,
    ...(round.indexed ? ['a row of an index here'] : []),
    ...(round.active || round.indexed || round.round === 0 ? [] : ['not resumed by the client']),
    ...(round.cut_by_compaction ? ['cut by a compaction'] : []),
  ]
  const title = plainLine(facts.join(' · '))
  const rule = '─'.repeat(Math.max(2, screen.columns - displayWidth(title) - 4))
  const head = screen.dim(`─ ${screen.bold(title)} ${rule}`)
  return [
    head,
    ...round.blocks.map((block) => oneBlock(block, { session, screen, blockText, round: round.round })),
  ].join('\n')
}

function oneBlock(
  block: Block,
  { screen, blockText, session, round }: RoundTextOptions & { readonly round: number },
): string {
  const more = (part: string) => `stet inject ${shortId(session)}:${round} --part ${part}`
  const body = () => plainText(blockText(block))
  const ref = screen.dim(shortRef(block.block_id)) // what `inject` takes
  switch (block.type) {
    case 'user-text':
      return `${screen.green(block.sidechain ? 'to a subagent' : 'you')}  ${ref}\n${said(body(), screen)}`
    case 'assistant-text':
      return `${screen.cyan(block.sidechain ? 'subagent' : 'agent')}  ${ref}\n${said(body(), screen)}`
    case 'thinking':
      return `${screen.dim('thinking')}  ${ref}\n${screen.dim(shortened(body(), more('thinking'), screen))}`
    case 'tool_use':
      if (typeof block.content === 'string') return screen.yellow(cut(plainLine(block.content), screen.lineColumns))
      return `${screen.yellow(`→ ${plainLine(block.name ?? 'tool')}`)}  ${ref}\n${indented(screen.dim(cut(plainLine(JSON.stringify(block.content) ?? ''), screen.lineColumns - 2)))}`
    case 'tool_result':
      return `${block.is_error ? screen.red('← error') : screen.yellow('← result')}  ${ref}\n${shortened(body(), more('tool_result'), screen)}`
    case 'image':
      return `${screen.dim('[image]')}  ${ref}`
    case 'note':
      return `${screen.dim('note of the client')}  ${ref}\n${screen.dim(shortened(body(), more('notes'), screen))}`
    case 'unknown':
      return screen.dim(cut(plainLine(body()), Math.min(screen.lineColumns, COLUMNS)))
    default:
      return block.type satisfies never
  }
}

/** What somebody said, on lines that fit; what begins further right goes on there. */
function said(text: string, { lineColumns }: Screen): string {
  const fitting = text.split('\n').flatMap((line) => {
    if (displayWidth(line) <= lineColumns - 2) return line
    const indent = /^ */.exec(line)![0]
    return wrap(line.trim(), Math.max(lineColumns / 2, lineColumns - 2 - indent.length)).map((part) => indent + part)
  })
  return indented(fitting.join('\n'))
}

function indented(text: string): string {
  return text.replace(/^(?=.)/gm, '  ')
}

function shortened(text: string, command: string, screen: Screen): string {
  const lines = text.replace(/\n+$/, '').split('\n')
  const columns = Math.min(screen.lineColumns - 2, COLUMNS)
  const printed = lines.slice(0, LINES).map((line) => cut(line.replaceAll('\t', '    '), columns))
  const left = lines.length - printed.length
  const more = left > 0 ? count(left, 'more line') : printed.some((line) => line.length >= COLUMNS) && 'the whole of it'
  return indented([...printed, ...(more ? [screen.dim(`… ${more}: ${command}`)] : [])].join('\n'))
}
