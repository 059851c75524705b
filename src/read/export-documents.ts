import { clientOf } from '../clients/client-of.ts'
import type { Block } from '../model/block.ts'
import { composed, type MaskedBytes, maskedBytes, ownWords, reshaped } from '../model/passed.ts'
import type { RoundRow, Session } from '../model/session.ts'
import { textToRead } from '../record/reading/block-text.ts'
import { createRoundReader } from '../record/reading/round-blocks.ts'
import type { Workspace } from '../record/workspace.ts'
import { mask } from '../redaction/mask.ts'
import { maskingValue } from '../redaction/masked-value.ts'
import { passedBlocks } from '../redaction/passed-blocks.ts'
import { phaseAt, windowsOf } from '../work/matrix.ts'
import { inertMarkdown } from './inert-markdown.ts'

/** The session as one JSON value, a round at a time, so that memory holds one round. */
export async function* jsonDocument(workspace: Workspace, session: Session): AsyncIterable<Buffer> {
  const { facts } = session
  const head = {
    session: session.id,
    client: session.client,
    ...frontmatter(session, await engagementsOf(workspace, session)),
    title: facts.title,
    cwd: facts.cwd,
  }
  yield Buffer.from(`${JSON.stringify(head).slice(0, -1)},"rounds":[`)
  const read = createRoundReader(workspace, session)
  let first = true
  for (const row of await workspace.store.listRounds(session.id)) {
    yield Buffer.from(
      `${first ? '' : ','}\n${JSON.stringify({ round: row.round, round_id: row.roundId, started: row.started, engagement_id: row.engagement, blocks: await read.blocks(row) })}`,
    )
    first = false
  }
  yield Buffer.from('\n]}\n')
}

/**
 * The session for people: frontmatter, then each message under its time, tool calls folded away but never dropped.
 * Secrets are masked: what is written for people is passed on. Nothing in it acts or is loaded.
 */
export async function* markdownDocument(workspace: Workspace, session: Session): AsyncIterable<MaskedBytes> {
  const { facts } = session
  const lines = Object.entries(frontmatter(session, await engagementsOf(workspace, session))).map(
    ([key, value]) => `${key}: ${JSON.stringify(value)}`,
  )
  const read = createRoundReader(workspace, session)
  const rules = new Map<string, number>()
  const agent = reshaped((await mask(facts.agent ?? clientOf(session).agent)).text, inertLine)
  const head = reshaped((await mask(lines.join('\n'))).text, inertJson)
  const title = reshaped((await mask(facts.title ?? 'Untitled session')).text, inertLine)
  yield maskedBytes(
    composed`---\n${head}\n---\n\n# ${agent} · ${ownWords(facts.started?.slice(0, 10) ?? 'undated')}\n\n${title}\n`,
  )
  for (const row of await workspace.store.listRounds(session.id)) {
    const { value: blocks, rules: found } = await maskingValue(await read.blocks(row))
    for (const rule of found) rules.set(rule, (rules.get(rule) ?? 0) + 1)
    yield maskedBytes(
      reshaped<readonly Block[]>(blocks, (all) =>
        messagesOf(all)
          .map((one) => messageText(one, row))
          .join(''),
      ),
    )
  }
  if (rules.size > 0) {
    const names = [...rules].map(([rule, rounds]) => `${rule} (${rounds})`).join(', ')
    const exact = `stet export ${session.id} --to raw`
    yield maskedBytes(ownWords(`\n---\n\nMasked: ${names}. Exactly as recorded: \`${exact}\`.\n`))
  }
}

function messageText(message: Message, row: RoundRow): string {
  const body = message.blocks.map(markdownBlock).filter(Boolean).join('\n\n')
  return body && `\n---\n\n### ${inertLine(`${message.timestamp ?? row.started ?? ''} · ${message.role}`)}\n\n${body}\n`
}

/** One row a round, eight columns. */
export async function* indexOfRounds(workspace: Workspace, session: Session): AsyncIterable<Buffer> {
  yield Buffer.from(
    '| round | timestamp | engagement | user_preview | agent_preview | tools | thinking | tokens |\n|---|---|---|---|---|---|---|---|\n',
  )
  for (const row of await workspace.store.listRounds(session.id)) {
    if (row.round === 0) continue
    const cells = [
      String(row.round).padStart(3, '0'),
      row.started ?? '',
      row.engagement ?? '',
      (await mask(row.userPreview)).text,
      (await mask(row.agentPreview)).text,
      row.toolCount,
      row.thinkingCount,
      row.tokenCount,
    ]
    const line = cells.map((cell) => oneLine(String(cell)).replaceAll('|', '\\|')).join(' | ')
    yield Buffer.from(inertMarkdown(`| ${line} |\n`))
  }
}

/** `blocks/NNN.jsonl`, one block a line, and `rounds/NNN.json`, the round as one value. */
export async function* roundFiles(
  workspace: Workspace,
  session: Session,
  masks: boolean,
): AsyncIterable<{ readonly name: string; readonly text: string }> {
  const read = createRoundReader(workspace, session)
  for (const row of await workspace.store.listRounds(session.id)) {
    const number = String(row.round).padStart(3, '0')
    const blocks = await passedBlocks(await read.blocks(row), !masks)
    yield { name: `blocks/${number}.jsonl`, text: blocks.map((block) => `${JSON.stringify(block)}\n`).join('') }
    yield { name: `rounds/${number}.json`, text: `${JSON.stringify(roundValue(row, blocks), null, 2)}\n` }
  }
}

function roundValue(row: RoundRow, blocks: readonly Block[]) {
  return {
    round: row.round,
    started: row.started,
    engagement_id: row.engagement,
    user: blocks
      .filter((block) => block.type === 'user-text')
      .map((block) => block.content)
      .join('\n\n'),
    agent: blocks.filter((block) => block.type !== 'user-text'),
    token_count: row.tokenCount,
  }
}

/** Each with the phase that it was in when the session's first round of it began, and its last. */
async function engagementsOf({ store }: Workspace, session: Session) {
  const engagements = await store.listEngagements(session.id)
  const rounds = engagements.length === 0 ? [] : await store.listRounds(session.id)
  return engagements.map((id) => {
    const times = rounds.filter(({ engagement }) => engagement === id).map(({ started }) => started)
    const windows = session.facts.cwd === null ? [] : windowsOf([session.facts.cwd], id)
    const [phase_at_start, phase_at_end] = [times[0], times.at(-1)].map((time) => {
      const phase = phaseAt(windows, time ?? null)
      return windows.some((window) => window.phase === phase) ? phase : null
    })
    return { id, phase_at_start, phase_at_end }
  })
}

export function agentOf({ facts, ...session }: Session): string {
  return facts.agent ?? clientOf(session).agent
}

function frontmatter(session: Session, engagements: readonly unknown[]) {
  const { facts } = session
  return {
    session_id: session.id,
    agent_id: agentOf(session),
    role: facts.role,
    model: facts.model,
    started: facts.started,
    ended: facts.ended,
    messages: facts.messages,
    source: session.source,
    engagements,
  }
}

interface Message {
  readonly role: string
  readonly timestamp: string | null
  readonly blocks: Block[]
}

/** Blocks that follow one another in one role make a message; answers of tools are with the assistant's calls. */
function messagesOf(blocks: readonly Block[]): readonly Message[] {
  const messages: Message[] = []
  for (const block of blocks) {
    const role = block.type === 'tool_result' ? 'assistant' : block.role
    const last = messages.at(-1)
    if (last?.role === role) last.blocks.push(block)
    else messages.push({ role, timestamp: block.timestamp, blocks: [block] })
  }
  return messages
}

function markdownBlock(block: Block): string {
  switch (block.type) {
    case 'tool_use':
      return folded(`Tool: ${block.name ?? 'unknown'}`, JSON.stringify(block.content, null, 2))
    case 'tool_result':
      return folded(block.is_error ? 'Result (error)' : 'Result', textToRead(block))
    case 'thinking':
      return block.content === '' ? '' : folded('Thinking', textToRead(block))
    case 'note':
    case 'unknown':
      return folded(block.type === 'note' ? 'Note of the client' : 'Unknown', textToRead(block))
    default:
      return inertMarkdown(textToRead(block))
  }
}

function inertLine(text: string): string {
  return inertMarkdown(oneLine(text))
}

/** The same value without a character that begins a tag or a picture. */
function inertJson(text: string): string {
  return text.replaceAll('<', '\\u003c').replaceAll('![', '\\u0021[')
}

/** A fence one longer than any in the text, so that the text cannot end it. */
function folded(summary: string, text: string): string {
  const fence = '`'.repeat(Math.max(3, ...[...text.matchAll(/`+/g)].map(([run]) => run.length + 1)))
  return `<details><summary>${inertLine(summary)}</summary>\n\n${fence}\n${text}\n${fence}\n\n</details>`
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
