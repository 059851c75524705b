import type { Tools } from '../../clients/client.ts'
import type { Block } from '../../model/block.ts'
import { lineDiff } from '../../model/line-diff.ts'
import type { RoundRow } from '../../model/session.ts'
import { shortCount } from '../../model/short-count.ts'
import { textToRead } from '../../record/reading/block-text.ts'
import type { ReadBlock } from '../read-rounds.ts'
import { callLine, textOf, type View, viewsOf } from '../round-view.ts'
import { escaped } from './escaped.ts'
import { proseHtml } from './prose-html.ts'

/** Longer texts are cut in the page, which says so: it is for reading. */
const LONGEST = 100_000
/** A call is told in one line by so much of what it is about. */
const TARGET = 160

/** What is masked of a round. */
export interface MaskedRound {
  readonly blocks: readonly Block[]
  readonly engagement: string | null
}

/** One round as HTML: what was said, thinking and tools folded, the client's notes together at the end; nothing for none. */
export function roundHtml(row: RoundRow, { blocks, engagement }: MaskedRound, tools: Tools): string {
  const views = viewsOf(blocks.map((block) => told(block, tools)))
  const notes = views.flatMap((view) => (view.kind === 'note' && view.text.trim() !== '' ? [view.text] : []))
  const body = views.map(viewHtml).join('') + notesHtml(notes)
  if (body === '') return ''
  const name = row.round === 0 ? 'Before the first message' : `Round ${row.round}`
  const time = row.started === null ? '' : `<time>${dayAndTime(row.started)}</time>`
  const about = [
    row.toolCount > 0 ? `${row.toolCount} tool${row.toolCount === 1 ? '' : 's'}` : '',
    `${shortCount(row.tokenCount)} tokens`,
  ]
  const tag = engagement === null ? '' : `<mark>${escaped(engagement)}</mark>`
  const state = row.active || row.round === 0 ? '' : '<i>not sent any more</i>'
  return `<section id=round-${row.round} data-name="${name.toLowerCase()}"><h2><a href="#round-${row.round}">${name}</a>${time}<small>${about.filter(Boolean).join(' · ')}</small>${tag}${state}</h2>${body}</section>\n`
}

function told(block: Block, tools: Tools): ReadBlock {
  if (block.type === 'tool_use') return { ...block, act: tools.act(block.name, block.content) }
  if (block.type === 'tool_result') return { ...block, outcome: tools.outcome(block.content, block.is_error === true) }
  return block.type === 'note' ? { ...block, content: textToRead(block) } : block
}

function viewHtml(view: View): string {
  switch (view.kind) {
    case 'tool':
      return toolHtml(view)
    case 'thinking':
      return view.text.trim() === '' ? '' : folded('thinking', 'thinking', view.text, `<p>${shortened(view.text)}</p>`)
    case 'user':
      return `<div class="said you"><span class=who>you</span><p>${shortened(view.text)}</p></div>`
    case 'agent':
      return view.text.trim() === ''
        ? ''
        : `<div class=said><span class=who>agent</span>${view.text.length > LONGEST ? `<p>${shortened(view.text)}</p>` : proseHtml(view.text)}</div>`
    default:
      return view.images.map(pictureHtml).join('')
  }
}

function notesHtml(notes: readonly string[]): string {
  if (notes.length === 0) return ''
  const name = notes.length === 1 ? 'note of the client' : `${notes.length} notes of the client`
  return folded('note', name, notes.join(''), notes.map((text) => `<p>${shortened(text)}</p>`).join(''))
}

function folded(kind: string, name: string, text: string, html: string): string {
  return `<details class=${kind}><summary>${name} <small>${shortCount(Math.ceil(text.length / 4))}</small></summary>${html}</details>`
}

/** A call with its result: one line that says what it was about and how it ended, and all of it below. */
function toolHtml({ call, result }: Extract<View, { readonly kind: 'tool' }>): string {
  const { name, target, change, outcome, failed, size, output, pictures } = callLine({ call, result })
  const changed = change ? `<span><ins>+${change.added}</ins> <del>−${change.removed}</del></span>` : '<span></span>'
  const ended = outcome === '' ? '<span></span>' : `<em>${escaped(outcome)}</em>`
  const about = target.length > TARGET ? `${target.slice(0, TARGET)}…` : target
  const line = `<b>${escaped(name)}</b><code>${escaped(about)}</code>${changed}${ended}<small>${size}</small>`
  const body =
    askedHtml(call, about) +
    pictures.map(pictureHtml).join('') +
    (output === '' ? '' : `<pre>${shortened(output)}</pre>`)
  return `<details class="tool${failed ? ' failed' : ''}"><summary>${line}</summary>${body}</details>`
}

/** What was asked, where the line does not say all of it. */
function askedHtml(call: ReadBlock | undefined, target: string): string {
  if (call === undefined) return ''
  const edits = call.act?.edits ?? []
  if (edits.length > 0) return edits.map(({ before, after }) => diffHtml(before, after)).join('')
  if (call.act?.role === 'read' && call.act.files.length > 0) return ''
  const asked = call.act?.command ?? textOf(call.content)
  return asked.trim() === target ? '' : `<pre>${call.act?.command ? '$ ' : ''}${shortened(asked)}</pre>`
}

function diffHtml(before: string | null, after: string): string {
  const lines = lineDiff(before, after).map(({ sign, text }) => {
    const tag = sign === '+' ? 'ins' : sign === '-' ? 'del' : 'span'
    return `<${tag}>${sign} ${escaped(text)}</${tag}>`
  })
  const html = lines.join('')
  return html.length > 2 * LONGEST ? `<pre>${shortened(after)}</pre>` : `<pre class=diff>${html}</pre>`
}

function pictureHtml(address: string): string {
  return `<img src="${address}" alt="a picture in the session" loading=lazy>`
}

function shortened(text: string): string {
  if (text.length <= LONGEST) return escaped(text)
  return `${escaped(text.slice(0, LONGEST))}\n… ${text.length - LONGEST} characters more`
}

/** 2026-11-19 18:59, in UTC: who reads it may be anywhere. Nothing where it is no time. */
export function dayAndTime(time: string): string {
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(time) ? time.slice(0, 16).replace('T', ' ') : ''
}
