import type { Tools } from '../clients/client.ts'
import { clientOf } from '../clients/client-of.ts'
import type { Block } from '../model/block.ts'
import { ownBlocks } from '../model/own-blocks.ts'
import { NUMBERED_SINCE } from '../model/parser-version.ts'
import type { RoundRow, Session } from '../model/session.ts'
import { notedFilesOf } from '../record/reading/noted-files.ts'
import { provenOrigins } from '../record/reading/proven-origins.ts'
import { createRoundReader } from '../record/reading/round-blocks.ts'
import type { Workspace } from '../record/workspace.ts'
import { maskedValue } from '../redaction/masked-value.ts'
import { endedLater } from './ended-later.ts'
import { roundRecord } from './entries/round-record.ts'
import type { Provable } from './entries/standing.ts'
import { factsOf } from './facts/facts-of.ts'
import { type FileHistory, fileVersions } from './facts/versions.ts'
import type { BriefRound, Did, RoundEvent, Via } from './round.ts'
import { wordsOf } from './words/words-of.ts'

interface BriefSource {
  readonly rounds: readonly BriefRound[]
  /** Characters of what was said and done: text, calls and results. */
  readonly chars: number
  /** The last round of the session, wanted or not. */
  readonly last: number
}

/**
 * The rounds that a session tells of as a brief reads them, those that `wanted` takes, always from the originals. Round 0 is
 * the client's, not the user's. What subagents did whom a session started is among its calls; `above` are the sessions it is read for.
 */
export async function briefRounds(
  workspace: Workspace,
  session: Session,
  wanted: (round: number) => boolean = () => true,
  above: ReadonlySet<string> = new Set(),
): Promise<BriefSource> {
  const all = await originalRounds(workspace, session)
  const rounds: BriefRound[] = []
  let chars = 0
  for await (const one of eachBriefRound(workspace, all, wanted, above)) {
    rounds.push(one.round)
    chars += one.chars
  }
  return { rounds: endedLater(rounds), chars, last: all.at(-1)?.round ?? 0 }
}

/** The same one round after the other, so that memory holds one, with the characters of its blocks. */
export async function* eachBriefRound(
  workspace: Workspace,
  all: readonly OriginalRound[],
  wanted: (round: number) => boolean = () => true,
  above: ReadonlySet<string> = new Set(),
): AsyncIterable<{ readonly round: BriefRound; readonly chars: number }> {
  const spawned = new Map<string, Awaited<ReturnType<typeof spawnedIn>>>()
  for await (const { session: source, row, round, blocks } of readOriginals(workspace, all, wanted)) {
    const { cwd } = source.facts
    const subagents = spawned.get(source.id) ?? (await spawnedIn(workspace, source))
    spawned.set(source.id, subagents)
    const here = subagents.filter((one) => one.round === row.round && !above.has(one.child.id))
    const seen = new Set([...above, source.id])
    const done: (readonly [call: string | null, calls: readonly Did[]])[] = []
    for (const { call, child } of here) done.push([call, await callsOf(workspace, child, seen)])
    const made = briefRound({ round, started: row.started }, blocks, clientOf(source).tools)
    yield {
      round: { ...made, ...(cwd !== null && { cwd }), events: withCalls(made.events, done) },
      chars: blocks.reduce((sum, block) => sum + charsOf(block), 0),
    }
  }
}

/** The same with secrets masked in words, calls and results. */
export async function maskedRounds(
  workspace: Workspace,
  session: Session,
  wanted?: (round: number) => boolean,
): Promise<BriefSource> {
  const source = await briefRounds(workspace, session, wanted)
  return { ...source, rounds: await maskedValue(source.rounds) }
}

/** What entries are held against: all that the session's rounds hold, and what is known of it beside them, its folder and ids. */
export async function provable(
  workspace: Workspace,
  session: Session,
  known?: readonly BriefRound[],
): Promise<Provable> {
  const rounds = known ?? (await maskedRounds(workspace, session)).rounds
  const { cwd, branch } = session.facts
  const beside = [cwd, branch, session.id].filter(Boolean).join('\n')
  return { record: roundRecord(rounds, beside), facts: factsOf(rounds), words: wordsOf(rounds) }
}

export function briefRound(
  row: Pick<RoundRow, 'round' | 'started'>,
  blocks: readonly Block[],
  tools: Tools,
): BriefRound {
  const results = new Map(blocks.flatMap((block) => (block.type === 'tool_result' ? [[block.tool_use_id, block]] : [])))
  const events: RoundEvent[] = []
  const own = new Set(ownBlocks(blocks))
  const said = new Set<string>()
  for (const [at, block] of blocks.entries()) {
    const { type, content } = block
    if (type === 'tool_use') events.push(didOf(block, results.get(block.tool_use_id ?? ''), tools))
    else if (typeof content === 'string' && content.trim() !== '' && own.has(block)) {
      if (type === 'assistant-text') events.push({ kind: 'said', who: 'agent', text: content })
      else if (type === 'user-text' && !said.has(content.trim())) {
        // queued words are noted when they are typed, and again when the agent gets them
        said.add(content.trim())
        events.push({ kind: 'said', who: 'user', text: content, ...viaOf(block, blocks[at - 1], events, tools) })
      }
    }
  }
  return { round: row.round, at: row.started, events }
}

/** How words came that are not the message that a round begins with. */
function viaOf(
  { block_id, content, timestamp }: Block,
  before: Block | undefined,
  events: readonly RoundEvent[],
  tools: Tools,
): { readonly via?: Via } {
  // words that are read out of a result have its time; what was typed just after it has its own
  if (before?.type === 'tool_result' && /\.\d+$/.test(block_id) && timestamp === before.timestamp) {
    if (before.is_error) return { via: 'refusal' }
    return { via: tools.outcome(before.content, false).answers ? 'answer' : 'note' }
  }
  if (events.length > 0) return { via: 'queued' }
  return /^\/[a-z][\w:-]*(?:\s|$)/i.test(content as string) ? { via: 'command' } : {}
}

function didOf(call: Block, result: Block | undefined, tools: Tools): Did {
  return {
    kind: 'did',
    act: tools.act(call.name, call.content),
    outcome: result ? tools.outcome(result.content, result.is_error === true) : null,
    ...(call.tool_use_id !== undefined && { call: call.tool_use_id }),
    ...(call.name !== undefined && { tool: call.name }),
    ...(call.folder !== undefined && { folder: call.folder }),
    input: call.content,
  }
}

function charsOf({ type, content }: Block): number {
  if (type === 'thinking' || type === 'image' || type === 'unknown' || type === 'note') return 0
  return typeof content === 'string' ? content.length : (JSON.stringify(content)?.length ?? 0)
}

/** What subagents did after the calls that started them; where that is not noted, at the end. */
function withCalls(
  events: readonly RoundEvent[],
  done: readonly (readonly [call: string | null, calls: readonly Did[]])[],
): readonly RoundEvent[] {
  const isOf = (call: string | null, event: RoundEvent) => event.kind === 'did' && call !== null && event.call === call
  const lost = done.filter(([call]) => !events.some((event) => isOf(call, event)))
  return [
    ...events.flatMap((event) => [event, ...done.flatMap(([call, calls]) => (isOf(call, event) ? calls : []))]),
    ...lost.flatMap(([, calls]) => calls),
  ]
}

async function callsOf(workspace: Workspace, child: Session, above: ReadonlySet<string>): Promise<readonly Did[]> {
  const { rounds } = await briefRounds(workspace, child, undefined, above)
  const events = rounds.flatMap((round) => round.events)
  return events.flatMap((event) => (event.kind === 'did' ? [{ ...event, agent: event.agent ?? child.id }] : []))
}

/** Subagents, and where in the session they were started; where the client noted no round, in the one that ran when they began. */
async function spawnedIn({ store }: Workspace, { id }: Session) {
  const links = (await store.listLineage(id)).filter(({ kind, parent }) => kind === 'spawn' && parent === id)
  const rows = links.length === 0 ? [] : await store.listRounds(id)
  const spawned: { child: Session; call: string | null; round: number }[] = []
  for (const { child: childId, detail } of links) {
    const child = await store.findSession(childId)
    if (!child) continue
    const { started } = child.facts
    const isBefore = (row: RoundRow) => row.started !== null && started !== null && row.started <= started
    const running = rows.findLast((row) => row.round > 0 && isBefore(row))
    const round = typeof detail.round === 'number' ? detail.round : running?.round
    const call = typeof detail.tool_use_id === 'string' ? detail.tool_use_id : null
    if (round !== undefined) spawned.push({ child, call, round })
  }
  return spawned
}

/** A round of a session, and the session that it is read from. */
interface OriginalRound {
  readonly session: Session
  readonly row: RoundRow
  /** Its number in the session that was asked about. */
  readonly round: number
  /** Rounds there that were a part of it when the session that was asked about was written. */
  readonly inner: readonly number[]
}

/** A number that was given before a round was found to be one stands for it too. */
function numberThen({ round, row }: OriginalRound): number {
  return row.within !== undefined && row.within > 0 ? row.within + round - row.round : round
}

/** The rounds of the user that `wanted` takes, each with its blocks. */
export async function* readOriginals(
  workspace: Workspace,
  rounds: readonly OriginalRound[],
  wanted: (round: number) => boolean,
): AsyncIterable<OriginalRound & { readonly blocks: readonly Block[] }> {
  const readers = new Map<string, ReturnType<typeof createRoundReader>>()
  for (const one of rounds) {
    const number = numberThen(one)
    if (number <= 0 || !wanted(number)) continue
    const reader = readers.get(one.session.id) ?? createRoundReader(workspace, one.session)
    readers.set(one.session.id, reader)
    yield { ...one, blocks: await reader.blocks(one.row, one.inner) }
  }
}

/**
 * All rounds that a session tells of, each where it is recorded whole: what an operation left as a row of an index, cut or
 * handed over in a prompt is read from the session that it was cut from.
 */
export async function originalRounds(workspace: Workspace, session: Session): Promise<readonly OriginalRound[]> {
  const { store } = workspace
  const own = await store.listRounds(session.id)
  const isOld = (session.facts.surgery?.parser ?? NUMBERED_SINCE) < NUMBERED_SINCE
  const found = new Map<number, OriginalRound>()
  for (const row of own) found.set(row.round, { session, row, round: row.round, inner: [] })
  for (const { session: id, from, to, as } of await provenOrigins(workspace, session, own)) {
    const origin = await store.findSession(id as Session['id'])
    if (!origin) continue
    found.delete(promptOf(session))
    const rows = await store.listRounds(origin.id)
    for (const row of rows) {
      if (row.round < from || row.round > to || row.round === promptOf(origin)) continue
      const round = as + row.round - from
      const inner = isOld ? rows.filter(({ within }) => within === row.round).map((one) => one.round) : []
      if ((found.get(round)?.row.tokenCount ?? -1) < row.tokenCount)
        found.set(round, { session: origin, row, round, inner })
    }
  }
  return [...found.values()].sort((a, b) => numberThen(a) - numberThen(b) || a.round - b.round)
}

/** The round that a rollover begins with holds its prompt, which tells of rounds that are read themselves. */
function promptOf({ facts: { surgery } }: Session): number {
  return surgery?.kind === 'rollover' ? surgery.highest + 1 : -1
}

/** Every version of every file written in these rounds; what files held before is looked for in all rounds before them. */
export async function versionsOf(
  workspace: Workspace,
  session: Session,
  rounds: readonly BriefRound[],
): Promise<readonly FileHistory[]> {
  const [from, to] = [rounds[0]?.round ?? 0, rounds.at(-1)?.round ?? 0]
  const all = from <= 1 ? rounds : (await briefRounds(workspace, session, (round) => round <= to)).rounds
  return fileVersions(all, { from, cwd: session.facts.cwd, noted: await notedFilesOf(workspace, session, all) })
}
