import { noteCompaction } from '../../model/calibration.ts'
import { hashHex, type RoundId } from '../../model/id.ts'
import { type Owner, SIDE } from '../../model/span.ts'
import { toUtc } from '../../model/time.ts'
import { type AboutSession, type Facts, noteTime, noteUsage } from '../kit/about-session.ts'
import { passNumbers, startRound, takeNumbers } from '../kit/numbering.ts'
import { parserOf } from '../kit/parser.ts'
import type { ActivePath, Base, LineRole } from '../parser.ts'
import { blocksOf } from './blocks.ts'
import { isAck, kindOfUserMessage, lastIndexed, surgeryNoteOf, type UserKind } from './classify.ts'
import { countedContext, isObject, isText, type Line, type Payload, readLine } from './schema.ts'

interface Remembered {
  /** A turn began, and nothing was said in it yet: what the client tells the model now belongs to no round. */
  isOpening: boolean
  /** Of live output, the session that it is of. */
  thread?: string
}

/**
 * What a person says starts a round, and what follows belongs to it, the client's notes of it included. What the client
 * tells the model at the beginning of a turn belongs to no round (0), what it notes for itself there is a side record.
 */
export const createParser = parserOf<Remembered, Line>(
  () => ({ isOpening: false }),
  ({ state, count, turn }) => {
    let base: Base | undefined

    return {
      read: readLine,
      role: roleOf,
      add(line, bytes): Owner {
        noteFacts(state.about, line)
        noteSurgery(line)
        if (state.line === 1) base = baseOf(line)
        const { payload } = line
        if (line.type === 'thread.started' && isText(payload.thread_id)) state.thread = payload.thread_id
        if (line.type === 'turn.started') {
          begin() // the prompt is not in live output
          return state.round
        }
        const human = isHuman(line)
        if (human) begin()
        if (line.type === 'compacted') {
          noteCompaction(state.about.calibration)
          change({ kind: 'compaction', round: state.round, replaces: hasHistory(payload) })
        }
        if (line.type === 'event_msg' && payload.type === 'thread_rolled_back')
          change({ kind: 'back', rounds: typeof payload.num_turns === 'number' ? payload.num_turns : 0 })
        if (line.type === 'event_msg' && payload.type === 'task_started') state.isOpening = true
        const owner = ownerOf(line)
        if (line.type === 'response_item' && isReply(payload)) state.isOpening = false
        if (owner === SIDE) return SIDE
        const drafts = blocksOf(line)
        if (drafts.length === 0 && owner === 0) return SIDE
        const isOwn = isAck(payload)
        count({
          owner,
          drafts,
          at: toUtc(line.timestamp) ?? null,
          idOf: () => roundIdOf(line, bytes, state.thread),
          isAck: isOwn,
          isHuman: human,
          isReply:
            (payload.type === 'message' && payload.role === 'assistant' && !isOwn) ||
            (line.type === 'item.completed' && payload.type === 'agent_message'),
        })
        return owner
      },
      base() {
        const taken = base
        base = undefined
        return taken
      },
    }

    function ownerOf(line: Line): Owner {
      if (line.type === 'session_meta') return SIDE
      if (isSynthetic(line) || isAck(line.payload) || line.type === 'compacted') return 0
      if (!state.isOpening) return state.round
      if (line.type !== 'response_item') return SIDE
      return isReply(line.payload) ? state.round : 0
    }

    function begin(): void {
      const round = startRound(state)
      state.isOpening = false
      turn(rowOf({ kind: 'round', round }))
    }

    function change(turning: Turning): void {
      turn(rowOf(turning))
      state.isSettled = false
    }

    /** The note of a session that surgery wrote tells which numbers its rounds have; without it its rows do. */
    function noteSurgery(line: Line): void {
      const note = state.about.facts.rounds === 0 && !state.about.facts.surgery ? surgeryNoteOf(line) : undefined
      if (note) takeNumbers(state, note)
      else if (isSynthetic(line) && !state.about.facts.surgery) passNumbers(state, lastIndexed(line.payload))
    }
  },
)

/** A fork holds its own lines only, and says which of another session it goes on from. */
function baseOf({ type, payload: { history_base } }: Line): Base | undefined {
  if (type !== 'session_meta' || !isObject(history_base)) return undefined
  const { thread_id, end_byte_offset } = history_base
  return isText(thread_id) && Number.isSafeInteger(end_byte_offset)
    ? { session: thread_id, bytes: Number(end_byte_offset) }
    : undefined
}

function roleOf(line: Line): LineRole {
  if (line.type === 'compacted') return 'compaction-whole'
  if (line.type === 'turn.started') return 'round'
  if (line.type === 'item.completed') return 'message'
  if (line.type !== 'response_item') return 'plain'
  if (isHuman(line)) return 'round'
  return isReply(line.payload) ? 'message' : 'plain'
}

function isHuman(line: Line): boolean {
  return kindOf(line) === 'human'
}

function isSynthetic(line: Line): boolean {
  return kindOf(line) === 'synthetic'
}

/** What a message in a person's place really is; undefined for any other line. */
function kindOf({ type, payload }: Line): UserKind | undefined {
  const isUsers = type === 'response_item' && payload.type === 'message' && payload.role === 'user'
  return isUsers ? kindOfUserMessage(payload) : undefined
}

/** Whether an item is what the agent or a tool said. */
function isReply({ type, role }: Payload): boolean {
  return type !== 'message' || role === 'assistant'
}

function hasHistory({ replacement_history }: Payload): boolean {
  return Array.isArray(replacement_history)
}

/** The id that the client gave to what the person said; older versions gave none, and then it is a hash of it. */
function roundIdOf({ payload, timestamp }: Line, bytes: Buffer, thread?: string): RoundId {
  if (thread !== undefined) return hashHex(`${thread}\0${bytes}`) as RoundId
  if (isText(payload.id) && payload.type === 'message') return payload.id as RoundId
  const isItem = payload.type === 'message' && timestamp !== undefined
  return hashHex(isItem ? `${timestamp}\0${JSON.stringify(payload.content)}` : bytes) as RoundId
}

/** Takes from a line what it says about the session. */
function noteFacts(about: AboutSession, line: Line): void {
  const facts = about.facts as Facts
  noteTime(about, toUtc(line.timestamp))
  const { payload } = line
  if (line.type === 'session_meta') noteOrigin(facts, payload)
  else if (line.type === 'turn_context') {
    if (isText(payload.model)) facts.model = payload.model
    facts.cwd ??= isText(payload.cwd) ? payload.cwd : null
  } else if (line.type === 'event_msg') noteEvent(about, line)
}

/** A file may hold the beginnings of the sessions that it goes on from; the first is its own. */
function noteOrigin(facts: Facts, meta: Payload): void {
  facts.cwd ??= isText(meta.cwd) ? meta.cwd : null
  facts.version ??= isText(meta.cli_version) ? meta.cli_version : null
  facts.branch ??= isObject(meta.git) && isText(meta.git.branch) ? meta.git.branch : null
  const parent = parentOf(meta)
  if (parent === undefined || facts.spawnedBy !== null) return
  facts.spawnedBy = { session: parent, toolUseId: null }
  facts.agent ??= isText(meta.agent_nickname) ? meta.agent_nickname : null
  facts.role ??= isText(meta.agent_role) ? meta.agent_role : 'subagent'
}

/** The session that started a subagent's; a fork's is told elsewhere. */
function parentOf({ parent_thread_id, source }: Payload): string | undefined {
  if (isText(parent_thread_id)) return parent_thread_id
  const subagent = isObject(source) ? source.subagent : undefined
  const spawn = isObject(subagent) ? subagent.thread_spawn : undefined
  return isObject(spawn) && isText(spawn.parent_thread_id) ? spawn.parent_thread_id : undefined
}

function noteEvent(about: AboutSession, line: Line): void {
  const { type, info, thread_name } = line.payload
  if (type === 'thread_name_updated' && isText(thread_name)) about.titles.given = thread_name
  if (type !== 'token_count' || !isObject(info)) return
  noteUsage(about, countedContext(line), { isNew: true, provesWindow: !isEstimate(info) })
  const { model_context_window: window } = info
  if (typeof window === 'number' && Number.isSafeInteger(window) && window > 0)
    (about.facts as Facts).contextWindow = window
}

/** Whether Stet wrote it: a sum without its parts. */
function isEstimate({ last_token_usage }: Readonly<Record<string, unknown>>): boolean {
  return isObject(last_token_usage) && last_token_usage.input_tokens === 0
}

/** What decides which rounds the client would send. */
type Turning =
  | { readonly kind: 'round'; readonly round: number }
  | { readonly kind: 'compaction'; readonly round: number; readonly replaces: boolean }
  | { readonly kind: 'back'; readonly rounds: number }

/**
 * `r 3`, round 3 begins; `c 3 1`, a compaction during round 3 puts a history in the place of everything before (`c 3 0` keeps
 * what people said); `b 2`, the last two rounds are taken back.
 */
function rowOf(turning: Turning): string {
  if (turning.kind === 'round') return `r ${turning.round}`
  return turning.kind === 'back' ? `b ${turning.rounds}` : `c ${turning.round} ${turning.replaces ? 1 : 0}`
}

/** The rounds of which something would be sent, other than through a compaction's own history. */
export function activePath(rows: readonly string[]): ActivePath {
  let active: number[] = []
  let cut: number | undefined
  for (const row of rows) {
    const [kind, number, replaces] = row.split(' ')
    const round = Number(number)
    if (kind === 'r') active.push(round)
    else if (kind === 'b') active = active.slice(0, Math.max(0, active.length - round))
    else if (replaces === '1') {
      active = active.includes(round) ? [round] : []
      cut = round
    }
  }
  return { leaf: null, rounds: active, cut: active.filter((round) => round === cut) }
}
