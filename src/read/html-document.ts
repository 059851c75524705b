import { createHash } from 'node:crypto'
import { clientOf } from '../clients/client-of.ts'
import { windowOf } from '../clients/window-of.ts'
import { isFailure } from '../model/errors.ts'
import { composed, type Masked, type MaskedBytes, maskedBytes, ownWords, reshaped } from '../model/passed.ts'
import { plainLine } from '../model/plain-line.ts'
import type { RoundRow, Session } from '../model/session.ts'
import { shortCount } from '../model/short-count.ts'
import { spokenTitle } from '../model/spoken-title.ts'
import { createRoundReader } from '../record/reading/round-blocks.ts'
import { titled } from '../record/reading/titled.ts'
import type { Workspace } from '../record/workspace.ts'
import { mask } from '../redaction/mask.ts'
import { maskingValue } from '../redaction/masked-value.ts'
import { contextWindow } from './context-window.ts'
import { layoutOf, roundsLayout } from './map-layout.ts'
import { escaped } from './page/escaped.ts'
import { mapHtml } from './page/map-html.ts'
import { PAGE_SCRIPT } from './page/page-script.ts'
import { PAGE_STYLE } from './page/page-style.ts'
import { dayAndTime, type MaskedRound, roundHtml } from './page/round-html.ts'

/**
 * The session as one page for people: its window as a map, its contents, and its rounds as the viewer shows them, with tools
 * and thinking folded. It asks for nothing, and the one script in it is Stet's own, which its policy names by its hash: it
 * finds words. Secrets are masked: what is written for people is passed on.
 */
export async function* htmlDocument(workspace: Workspace, session: Session): AsyncIterable<MaskedBytes> {
  const rows = await workspace.store.listRounds(session.id)
  yield maskedBytes(await headHtml(workspace, session, rows))
  const rules = new Map<string, number>()
  const read = createRoundReader(workspace, session)
  const { tools } = clientOf(session)
  for (const row of rows) {
    const round: MaskedRound = { blocks: await read.blocks(row), engagement: row.engagement }
    const { value, rules: found } = await maskingValue(round)
    for (const rule of found) rules.set(rule, (rules.get(rule) ?? 0) + 1)
    const html = reshaped<MaskedRound>(value, (masked) => roundHtml(row, masked, tools))
    if (html !== '') yield maskedBytes(html)
  }
  if (rules.size > 0) {
    const names = [...rules].map(([rule, rounds]) => `${rule} (${rounds})`).join(', ')
    const exact = `stet export ${session.id} --to raw`
    yield maskedBytes(ownWords(`<footer>Masked: ${names}. Exactly as recorded: <code>${exact}</code>.</footer>\n`))
  }
  yield maskedBytes(composed`</main></div>\n<script>${ownWords(PAGE_SCRIPT)}</script>\n</html>\n`)
}

async function headHtml(workspace: Workspace, session: Session, rows: readonly RoundRow[]): Promise<Masked> {
  const { facts } = session
  const hash = createHash('sha256').update(PAGE_SCRIPT).digest('base64')
  const title = reshaped((await mask(titled(session) ?? 'Untitled session')).text, (text) => escaped(spokenTitle(text)))
  const times = [facts.started, facts.ended].map((time) => dayAndTime(time ?? ''))
  const agent = await mask([facts.agent ?? clientOf(session).agent, facts.model].filter(Boolean).join(' · '))
  const about = [
    times.every(Boolean) ? `${times.join(' – ')} UTC` : '',
    `${facts.rounds} rounds`,
    `${facts.messages} messages`,
  ]
  const map = await windowHtml(workspace, session, rows)
  return composed`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="content-security-policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-${ownWords(hash)}'; img-src data:">
<title>${title}</title>
<style>${ownWords(PAGE_STYLE)}</style>
<header><h1>${title}</h1>${ownWords(map.full)}<p>${reshaped(agent.text, escaped)} · ${ownWords(about.filter(Boolean).join(' · '))}</p></header>
<div class=top>${ownWords(map.strip)}<div class=bar role=search hidden><input type=search aria-label="find in this session" placeholder="find in this session…"><output></output><button type=button class=open>Open all <kbd>o</kbd></button><span class="wide muted"><kbd>/</kbd> find <kbd>n</kbd> <kbd>N</kbd> next, before <kbd>j</kbd> <kbd>k</kbd> rounds</span><button type=button class=theme>Light, dark</button></div></div>
<aside aria-label="colours of the map">${ownWords(map.legend)}</aside>
<div class=cols><nav aria-label="contents">${await contents(rows)}</nav><main>
`
}

/** What the client would send, as far as its window can be read; else the rounds that are there, as large as they are. */
async function windowHtml(workspace: Workspace, session: Session, rows: readonly RoundRow[]) {
  const sizes = rows.map(({ round, active, tokenCount }) => ({ round, active, token_count: tokenCount }))
  const unsent = sizes.filter(({ round, active }) => round > 0 && !active)
  try {
    const window = await contextWindow(workspace, session.id)
    return { full: fullness(window.tokens, window.window), ...mapHtml(layoutOf(window), window.not_sent) }
  } catch (error) {
    if (!isFailure(error)) throw error
    const notSent = unsent.map(({ round, token_count }) => ({ round, tokens: token_count }))
    return { full: fullness(session.facts.tokens, windowOf(session)), ...mapHtml(roundsLayout(sizes), notSent) }
  }
}

function fullness(tokens: number, window: number): string {
  return `<span class=full>${shortCount(tokens)} / ${shortCount(window)} · ${Math.round((100 * tokens) / window)} %</span>`
}

/** A line for each round, with how it begins. */
async function contents(rows: readonly RoundRow[]): Promise<Masked> {
  let lines = ownWords('')
  for (const { round, active, userPreview, agentPreview, tokenCount } of rows) {
    if (round === 0) continue
    const { text } = await mask(userPreview || agentPreview)
    const preview = reshaped(text, (masked) => escaped(plainLine(masked).slice(0, 70)))
    const state = ownWords(active ? '' : ' class=old')
    lines = composed`${lines}<a href="#round-${round}"${state}><b>${round}</b><span>${preview}</span><small>${ownWords(shortCount(tokenCount))}</small></a>`
  }
  return lines
}
