import { clientOf } from '../clients/client-of.ts'
import type { Block } from '../model/block.ts'
import {
  composed,
  type Masked,
  type MaskedBytes,
  type MaskedValue,
  maskedBytes,
  ownWords,
  reshaped,
} from '../model/passed.ts'
import type { RoundRow, Session } from '../model/session.ts'
import { textToRead } from '../record/reading/block-text.ts'
import { createRoundReader } from '../record/reading/round-blocks.ts'
import type { Workspace } from '../record/workspace.ts'
import { mask } from '../redaction/mask.ts'
import { maskingValue } from '../redaction/masked-value.ts'

/** Longer texts are cut in the page, which says so: it is for reading. */
const LONGEST = 100_000

/**
 * The session as one page for people, with nothing to load and nothing that acts: what was said is text, tools and
 * thinking are folded. Secrets are masked: what is written for people is passed on.
 */
export async function* htmlDocument(workspace: Workspace, session: Session): AsyncIterable<MaskedBytes> {
  const { facts } = session
  const rules = new Map<string, number>()
  const title = escaped(await masked(facts.title ?? 'Untitled session'))
  const about = [facts.agent ?? clientOf(session).agent, facts.model, facts.started?.slice(0, 16).replace('T', ' ')]
  const words = escaped(await masked([...about.filter(Boolean), `${facts.rounds} rounds`].join(' · ')))
  yield maskedBytes(composed`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="content-security-policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">
<title>${title}</title>
<style>${ownWords(STYLE)}</style>
<main>
<h1>${title}</h1>
<p class="muted">${words}</p>
`)
  const read = createRoundReader(workspace, session)
  for (const row of await workspace.store.listRounds(session.id)) {
    const { value: blocks, rules: found } = await maskingValue(await read.blocks(row))
    for (const rule of found) rules.set(rule, (rules.get(rule) ?? 0) + 1)
    if (blocks.length > 0) yield maskedBytes(await roundHtml(row, blocks))
  }
  if (rules.size > 0) {
    const names = [...rules].map(([rule, rounds]) => `${rule} (${rounds})`).join(', ')
    const exact = `stet export ${session.id} --to raw`
    yield maskedBytes(ownWords(`<p class="muted">Masked: ${names}. Exactly as recorded: <code>${exact}</code>.</p>\n`))
  }
  yield maskedBytes(composed`</main>\n</html>\n`)
}

/** Of a round whose blocks are masked. */
async function roundHtml(row: RoundRow, blocks: MaskedValue<readonly Block[]>): Promise<Masked> {
  const name = row.round === 0 ? ownWords('Before the first message') : ownWords(`${row.round}`)
  const tag = row.engagement === null ? ownWords('') : composed` <i>${escaped(await masked(row.engagement))}</i>`
  const state = ownWords(row.active || row.round === 0 ? '' : ' class="old"')
  const time = row.started === null ? '' : `<time>${row.started.slice(0, 16).replace('T', ' ')}</time>`
  const parts = reshaped<readonly Block[]>(blocks, (all) => all.map(blockHtml).join(''))
  return composed`<section id="round-${row.round}"${state}><h2>${name}${tag} ${escapedTime(time)}</h2>\n${parts}</section>\n`
}

function escapedTime(time: string): Masked {
  return ownWords(/^<time>[\d: -]*<\/time>$/.test(time) ? time : '')
}

function blockHtml(block: Block): string {
  const pictures = picturesIn(block.content).map((address) => `<img src="${address}" alt="a picture in the session">`)
  const text = textToRead(block)
  const whole = text.length > LONGEST ? `${text.slice(0, LONGEST)}\n… ${text.length - LONGEST} characters more` : text
  const shown = escapedText(whole)
  switch (block.type) {
    case 'user-text':
      return `<p class="user">${shown}</p>\n`
    case 'assistant-text':
      return `<p class="agent">${shown}</p>\n`
    case 'tool_use':
      return folded('call', block.name ?? 'tool', shown)
    case 'tool_result':
      return folded('result', block.is_error ? 'result, failed' : 'result', shown) + pictures.join('')
    case 'thinking':
      return text.trim() === '' ? '' : folded('thinking', 'thinking', shown)
    default:
      return pictures.length > 0 ? `${pictures.join('')}\n` : folded('note', 'note of the client', shown)
  }
}

function folded(kind: string, name: string, text: string): string {
  return `<details class="${kind}"><summary>${escapedText(name)}</summary><pre>${text}</pre></details>\n`
}

/** Pictures as addresses that hold them whole; only of types in which nothing can act. */
function picturesIn(content: unknown): readonly string[] {
  if (Array.isArray(content)) return content.flatMap(picturesIn)
  if (typeof content !== 'object' || content === null || !('source' in content)) return []
  const { source } = content
  if (typeof source !== 'object' || source === null) return []
  const { media_type: type, data } = source as { readonly media_type?: unknown; readonly data?: unknown }
  const isSafe = typeof type === 'string' && /^image\/(?:png|jpeg|gif|webp)$/.test(type)
  return isSafe && typeof data === 'string' && /^[A-Za-z0-9+/=]*$/.test(data) ? [`data:${type};base64,${data}`] : []
}

async function masked(text: string): Promise<Masked> {
  return (await mask(text)).text
}

/** Characters that turn the direction of text, or that nobody sees, made visible. */
function plain(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
  return text.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '\ufffd')
}

function escaped(text: Masked): Masked {
  return reshaped(text, escapedText)
}

function escapedText(text: string): string {
  return plain(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}

const STYLE = `
:root{color-scheme:light dark;font:14px/1.5 system-ui,sans-serif}
body{margin:0;background:light-dark(#f7f8f9,#16191d);color:light-dark(#22262b,#e3e5e8)}
main{max-width:860px;margin:0 auto;padding:24px 20px 80px}
h1{font-size:20px}h2{margin:28px 0 8px;font-size:13px;color:light-dark(#59616b,#a3abb5)}
.muted,time{color:light-dark(#59616b,#a3abb5);font-weight:400}
p,pre{white-space:pre-wrap;overflow-wrap:anywhere;unicode-bidi:isolate}
pre{margin:4px 0;font:12px/1.5 ui-monospace,monospace;max-height:60vh;overflow:auto}
.user,.agent,details{margin:4px 0;padding:4px 12px;border-left:3px solid #3f7fd0}
.agent{border-color:#2f9b77}.call{border-color:#b39422}.result{border-color:#cf7040}.thinking{border-color:#9065c0}.note{border-color:#b06580}
.old{opacity:.7}img{max-width:100%;max-height:320px}summary{color:light-dark(#59616b,#a3abb5)}
`
