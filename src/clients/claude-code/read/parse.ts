import { noteCompaction } from '../../../model/calibration.ts'
import type { RoundPatch } from '../../../model/derived.ts'
import { hashHex, type RoundId } from '../../../model/id.ts'
import type { Problem } from '../../../model/session.ts'
import { MALFORMED, type Owner, pushSpan, SIDE } from '../../../model/span.ts'
import { notBefore, toUtc } from '../../../model/time.ts'
import type { LineSign, LookedAt, Parser, Spawn, Taken } from '../../client.ts'
import { textEnd } from '../../lines.ts'
import { nextNumber, numberingOf } from '../../numbering.ts'
import { contentOf, isText, type Line } from '../schema.ts'
import { noteFacts, titleOf } from './about-session.ts'
import { blockCount } from './blocks.ts'
import { kindOfUserLine, type UserKind } from './classify.ts'
import { encodeGraph, type Node } from './graph.ts'
import { noteContent, type Speaker, sizesOf } from './measure.ts'
import { nodeOf } from './node.ts'
import { initialState, keep, type State } from './parser-state.ts'
import { createPathWatch } from './path-watch.ts'
import { type Reading, readLine } from './read-line.ts'
import { loadIds, loadRounds, saveIds, saveRounds } from './saved-ids.ts'
import { spokenText } from './spoken-text.ts'
import { surgeryNoteOf } from './surgery-line.ts'
import { isAck, isSynthetic, lastIndexed } from './synthetic.ts'

/** How many parents that were not found are remembered, to notice one that comes after its child. */
const UNRESOLVED = 256

/** What a line turns out to be before it is added; lets the caller cut a commit before it. */
interface Pending extends LookedAt {
  readonly reading: Reading
  /** What the line's record is, found out once. */
  readonly userKind: UserKind | undefined
}

/**
 * Parses Claude Code's lines into rounds, in any number of steps.
 *
 * A human message starts a round; every other line belongs to the round of its parent, so that late results and two
 * clients writing at once end up where they belong. Feeding a file whole or cut anywhere between two lines gives the
 * same rounds, spans and facts.
 */
export function createParser(saved?: string): Parser {
  const state: State = saved ? JSON.parse(saved) : initialState()
  const recent = loadRounds(state.recent)
  const calls = loadRounds(state.calls)
  const path = createPathWatch({ ...state.path, below: loadIds(state.path.below, [...recent.keys()]) })
  const rounds = new Map<number, Mutable<RoundPatch>>()
  const said = new Map<number, string>()
  let spans: { start: number; end: number; owner: Owner }[] = []
  let problems: Problem[] = []
  let nodes: Node[] = []
  let spawns: Spawn[] = []
  let messages = 0
  let blocks = 0
  let chars = 0
  let marked = { messages: 0, chars: 0 }

  function look(buffer: Buffer, start: number, end: number): Pending {
    const reading = readLine(buffer.subarray(start, textEnd(buffer, start, end)))
    if (reading.kind !== 'record') return { reading, sign: 'plain', isRecord: false, userKind: undefined }
    const userKind = userKindOf(reading.record)
    return { reading, sign: signOf(reading.record, userKind), isRecord: true, userKind }
  }

  function signOf(line: Line, userKind: UserKind | undefined): LineSign {
    if (line.type === 'system' && line.subtype === 'compact_boundary') return 'compaction'
    if (line.type !== 'user') return line.type === 'assistant' ? 'message' : 'plain'
    if (startsRound(line, userKind)) return 'round'
    return line.isCompactSummary ? 'compaction-end' : 'plain'
  }

  function add(pending: Pending, buffer: Buffer, start: number, end: number): void {
    const { reading } = pending
    const at = state.offset
    const length = end - start
    state.line++
    if (reading.kind === 'record') {
      own(at, at + length, addRecord(reading.record, pending.userKind, buffer, start, end))
    } else if (reading.kind === 'blank') {
      own(at, at + length, SIDE)
    } else {
      problems.push({ line: state.line, problem: reading.problem })
      for (const part of reading.parts) {
        const owner = part.record
          ? addRecord(part.record, userKindOf(part.record), buffer, start + part.start, start + part.end, part.isRead)
          : MALFORMED
        own(at + part.start, at + part.end, owner)
      }
      own(at + (reading.parts.at(-1)?.end ?? 0), at + length, state.lastOwner) // the newline
    }
    state.offset = at + length
  }

  /** Takes the newline that a last line lacked when it was added. */
  function closeLine(): void {
    own(state.offset, state.offset + 1, state.lastOwner)
    state.offset++
  }

  function own(start: number, end: number, owner: Owner): void {
    pushSpan(spans, start, end, owner)
    state.lastOwner = owner
  }

  /** Adds one record; `seen` is false for one the client does not read, because it comes after another on its line. */
  function addRecord(
    line: Line,
    userKind: UserKind | undefined,
    buffer: Buffer,
    start: number,
    end: number,
    seen = true,
  ): Owner {
    if (state.line === 1) noteSurgery(line)
    noteFacts(state.about, line, { isSidechain: line.isSidechain === true, isSubagentsFile: state.sidechainFile })
    if (!isText(line.uuid) && !line.message) {
      const leaf = seen ? nodeOf(line, state.round) : undefined
      if (leaf) addLeaf(leaf)
      return SIDE
    }
    if (state.sidechainFile === null) state.sidechainFile = line.isSidechain === true
    if (userKind === 'injected' && !state.about.facts.surgery) passNumbers(lastIndexed(line))
    if (line.type === 'system' && line.subtype === 'compact_boundary') noteCompaction(state.about.calibration)
    const human = startsRound(line, userKind)
    const before = state.round
    const round = human ? nextNumber(state.numbering) : roundOf(line)
    if (human) startRound(round)
    for (const { type, id } of contentOf(line.message)) if (type === 'tool_use' && isText(id)) keep(calls, id, round)
    const patch = patchOf(round, line, buffer, start, end)
    measure(patch, line, human)
    const text = spokenText(line, userKind)
    if (text !== '') said.set(round, (said.get(round) ?? '') + text)
    if (isText(line.uuid)) addNode(line, round, { human, seen, userKind, before })
    else if (human) path.startUnseen()
    return round
  }

  /** The first line of a session that surgery wrote tells which numbers its rounds have. */
  function noteSurgery(line: Line): void {
    const note = surgeryNoteOf(line)
    if (!note) return
    state.numbering = numberingOf(note)
    state.about.facts = { ...state.about.facts, surgery: note, highestRound: state.numbering.highest }
  }

  /** A client that forks a session drops that line, but not the rows of an index, and their numbers are taken. */
  function passNumbers(last: number): void {
    if (last <= state.numbering.highest) return
    state.numbering.highest = last
    state.about.facts = { ...state.about.facts, highestRound: last }
  }

  function startRound(round: number): void {
    state.round = round
    const { facts } = state.about
    state.about.facts = {
      ...facts,
      rounds: facts.rounds + 1,
      highestRound: Math.max(facts.highestRound, state.numbering.highest, round),
    }
  }

  function startsRound(line: Line, userKind: UserKind | undefined): boolean {
    return userKind === 'human' && !(line.isSidechain && state.sidechainFile === false)
  }

  function roundOf(line: Line): number {
    if (isSynthetic(line)) return 0
    for (const { type, tool_use_id } of contentOf(line.message)) {
      const called = type === 'tool_result' && isText(tool_use_id) ? calls.get(tool_use_id) : undefined
      if (called !== undefined) return called
    }
    const parent = isText(line.parentUuid) ? recent.get(line.parentUuid) : undefined
    return parent ?? state.round
  }

  function patchOf(round: number, line: Line, buffer: Buffer, start: number, end: number): Mutable<RoundPatch> {
    const known = rounds.get(round)
    const at = toUtc(line.timestamp) ?? null
    if (known) {
      known.started ??= at
      if (at && (!known.ended || at > known.ended)) known.ended = at
      return known
    }
    const roundId = (
      isText(line.uuid) ? line.uuid : hashHex(buffer.subarray(start, textEnd(buffer, start, end)))
    ) as RoundId
    const patch = {
      round,
      roundId,
      started: at,
      ended: at,
      userPreview: '',
      agentPreview: '',
      toolCount: 0,
      thinkingCount: 0,
      thinkingChars: 0,
      chars: 0,
    }
    rounds.set(round, patch)
    return patch
  }

  function measure(patch: Mutable<RoundPatch>, line: Line, human: boolean): void {
    if (line.type === 'assistant' && !isAck(line)) {
      if (line.message?.id === undefined || line.message.id !== state.messageId) messages++
      state.messageId = line.message?.id ?? null
    }
    if (human) messages++
    blocks += blockCount(line)
    for (const content of contentOf(line.message)) noteContent(patch, content, speakerOf(line, human))
    const size = sizesOf(line).reduce((sum, one) => sum + one, 0)
    patch.chars += size
    chars += size
    if (!(line.isSidechain && state.sidechainFile === false)) state.about.calibration.since += size
    if (human) state.about.titles.prompt ??= patch.userPreview || null
    const result = line.toolUseResult as { agentId?: unknown } | undefined
    if (result && typeof result === 'object' && isText(result.agentId)) {
      const toolUseId = contentOf(line.message).find((block) => block.type === 'tool_result')?.tool_use_id ?? null
      spawns.push({ agentId: result.agentId, toolUseId, round: patch.round })
    }
  }

  function speakerOf(line: Line, human: boolean): Speaker {
    if (human) return 'person'
    return line.type === 'assistant' && !(line.isSidechain && state.sidechainFile === false) ? 'agent' : 'other'
  }

  function addNode(
    line: Line,
    round: number,
    {
      human,
      seen,
      userKind,
      before,
    }: {
      readonly human: boolean
      readonly seen: boolean
      readonly userKind: UserKind | undefined
      /** The round that was the current one before this line. */
      readonly before: number
    },
  ): void {
    const uuid = line.uuid!
    const parent = isText(line.parentUuid) ? line.parentUuid : null
    const parentRound = parent === null ? undefined : recent.get(parent)
    if (line.isSidechain && state.sidechainFile === false) {
      keep(recent, uuid, round)
      return
    }
    const node = nodeOf(line, round, userKind)!
    nodes.push(seen ? node : { ...node, kind: 'foreign' })
    const known = !state.ordered || recent.has(uuid) || state.unresolved.includes(uuid)
    const goesOn = round === state.round && parentRound === (human ? before : round)
    path.add(nodes.at(-1)!, { human, goesOn, known })
    noteOrder(uuid, parent)
    keep(recent, uuid, round)
  }

  function noteOrder(uuid: string, parent: string | null): void {
    if (recent.has(uuid) || state.unresolved.includes(uuid)) state.ordered = false
    if (parent === null || recent.has(parent) || !state.ordered) return
    state.unresolved.push(parent)
    if (state.unresolved.length > UNRESOLVED) state.unresolved.shift() // a parent that long awaited never comes
  }

  function addLeaf(leaf: Node): void {
    path.name(leaf.uuid, recent.get(leaf.uuid) === state.round)
    nodes.push(leaf)
  }

  function mark(): { messages: number; chars: number } {
    const counts = { messages: messages - marked.messages, chars: chars - marked.chars }
    marked = { messages, chars }
    return counts
  }

  /** The state of the parser after the lines taken last. */
  function save(): string {
    const { below, ...known } = path.save()
    state.recent = saveRounds(recent)
    state.calls = saveRounds(calls)
    state.path = { ...known, below: saveIds(below, [...recent.keys()]) }
    return JSON.stringify(state)
  }

  function take(): Taken {
    const { facts } = state.about
    state.about.facts = {
      ...facts,
      lines: state.line,
      title: titleOf(state.about),
      messages: facts.messages + messages,
      blocks: facts.blocks + blocks,
    }
    const patch = {
      rounds: [...rounds.values()],
      spans,
      problems,
      graph: nodes.length > 0 ? Buffer.from(encodeGraph(nodes)) : undefined,
      facts: { ...state.about.facts }, // a copy: the next lines change it before this stretch is written
      spawns,
      texts: [...rounds.values()].map(({ round, roundId }) => ({ round, roundId, text: said.get(round) ?? '' })),
    }
    rounds.clear()
    said.clear()
    spans = []
    problems = []
    nodes = []
    spawns = []
    marked = { messages: marked.messages - messages, chars: marked.chars }
    messages = 0
    blocks = 0
    return patch
  }

  return {
    look,
    add,
    closeLine,
    take,
    save,
    mark,
    get lastTime() {
      return notBefore(state.about.facts.surgery?.at, state.about.lastTime)
    },
    get agent() {
      return state.about.facts.spawnedBy === null ? null : state.about.facts.agent
    },
    get pathIsSettled() {
      return path.isSettled
    },
    settlePath: (found) => path.settle(found, state.round),
    get isOrdered() {
      return state.ordered
    },
  }
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] }

function userKindOf(line: Line): UserKind | undefined {
  return line.type === 'user' ? kindOfUserLine(line) : undefined
}
