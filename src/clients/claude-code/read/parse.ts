import { noteCompaction } from '../../../model/calibration.ts'
import type { ByteRange } from '../../../model/entry.ts'
import { hashHex, type RoundId } from '../../../model/id.ts'
import {
  EDITORS_APART_SINCE,
  NUMBERED_SINCE,
  SHELL_READ_SINCE,
  TURNS_READ_SINCE,
} from '../../../model/parser-version.ts'
import { spokenChunk } from '../../../model/round-text.ts'
import type { EarlierNumbers } from '../../../model/session.ts'
import { MALFORMED, type Owner, SIDE } from '../../../model/span.ts'
import { toUtc } from '../../../model/time.ts'
import { Gathering, type RoundDraft } from '../../kit/gathering.ts'
import { preview } from '../../kit/measure.ts'
import { isNumberedEarlier, outerOf, passNumbers, startRound, takeNumbers } from '../../kit/numbering.ts'
import { assembled } from '../../kit/parser.ts'
import { textEnd } from '../../lines.ts'
import type { ClassifiedLine, LineRole, Parser, Spawn } from '../../parser.ts'
import { contentOf, isText, type Line } from '../schema.ts'
import { noteFacts, titleOf } from './about-session.ts'
import { blockCount, wordsOf } from './blocks.ts'
import { isAck, isSynthetic, kindOfUserLine, lastIndexed, startsRound, type UserKind } from './classify.ts'
import { nodeOf } from './graph.ts'
import {
  asksAgent,
  createLinks,
  initialOf,
  isSubagentsWithin,
  type PendingCommand,
  pendingCommand,
  type State,
} from './links.ts'
import { noteContent, sizesOf } from './measure.ts'
import { askedElsewhere, deliveredWords, followQueue, toldElsewhere } from './queue.ts'
import { type Fragment, type Reading, readLine } from './read-line.ts'
import { surgeryNoteOf } from './surgery-line.ts'
import { isShell, isTyped } from './words.ts'

/** What a line turns out to be before it is added; lets the caller cut a commit before it. */
interface Pending extends ClassifiedLine {
  readonly reading: Reading
  /** What the line's record is, found out once. */
  readonly userKind: UserKind | undefined
}

interface Followed {
  readonly human: boolean
  readonly userKind: UserKind | undefined
  readonly where: ByteRange
}

/** A record in a buffer, and where its line begins there. */
interface Place extends ByteRange {
  readonly lineStart: number
}

/**
 * Parses Claude Code's lines into rounds, in any number of steps.
 *
 * A human message starts a round; every other line belongs to the round of its parent, so that late results and two
 * clients writing at once end up where they belong. Feeding a file whole or cut anywhere between two lines gives the
 * same rounds, spans and facts.
 */
export function createParser(saved?: string, earlier: EarlierNumbers | null = null): Parser {
  const state: State = saved ? JSON.parse(saved) : initialOf(earlier)
  const links = createLinks(state)
  const gathered = new Gathering(state)
  let spawns: Spawn[] = []

  function classify(buffer: Buffer, start: number, end: number): Pending {
    const reading = readLine(buffer.subarray(start, textEnd(buffer, start, end)))
    if (reading.kind !== 'record') return { reading, role: 'plain', isRecord: false, userKind: undefined }
    const userKind = userKindOf(reading.record)
    return { reading, role: roleOf(reading.record, userKind), isRecord: true, userKind }
  }

  function userKindOf(line: Line): UserKind | undefined {
    if (line.type !== 'user') return undefined
    const kind = kindOfUserLine(line)
    return kind === 'editor' && isNumberedEarlier(state, state.offset, EDITORS_APART_SINCE) ? 'human' : kind
  }

  function roleOf(line: Line, userKind: UserKind | undefined): LineRole {
    if (line.type === 'system' && line.subtype === 'compact_boundary') return 'compaction'
    if (line.type === 'system' && line.subtype === 'microcompact_boundary') return 'clearing'
    if (line.type !== 'user') return line.type === 'assistant' ? 'message' : 'plain'
    if (isAsked(line, userKind)) return 'round'
    return line.isCompactSummary ? 'compaction-end' : 'plain'
  }

  function add(pending: Pending, buffer: Buffer, start: number, end: number): void {
    const { reading } = pending
    const at = state.offset
    const length = end - start
    state.line++
    if (reading.kind === 'record') {
      gathered.own(
        at,
        at + length,
        addRecord(reading.record, pending.userKind, buffer, { start, end, lineStart: start }),
      )
    } else if (reading.kind === 'blank') {
      gathered.own(at, at + length, SIDE)
    } else {
      gathered.fault(reading.problem)
      for (const part of reading.fragments) {
        const owner = part.record
          ? addRecord(part.record, userKindOf(part.record), buffer, placeOf(part, start), part.isRead)
          : MALFORMED
        gathered.own(at + part.start, at + part.end, owner)
      }
      gathered.own(at + (reading.fragments.at(-1)?.end ?? 0), at + length, state.lastOwner) // the newline
    }
    state.offset = at + length
  }

  /** Adds one record; `seen` is false for one the client does not read, because it comes after another on its line. */
  function addRecord(
    line: Line,
    userKind: UserKind | undefined,
    buffer: Buffer,
    { start, end, lineStart }: Place,
    seen = true,
  ): Owner {
    if (state.line === 1) noteSurgery(line)
    const { sidechainFile: isSubagentsFile } = state
    noteFacts(state.about, line, { isSidechain: line.isSidechain === true, isSubagentsFile, isNear: links.isNear })
    if (!isText(line.uuid) && !line.message) {
      const leaf = seen ? nodeOf(line, state.round) : undefined
      if (leaf) links.addLeaf(leaf)
      const at = state.offset - lineStart
      state.queue = followQueue(state.queue, line, { start: at + start, end: at + end })
      return SIDE
    }
    if (state.sidechainFile === null) state.sidechainFile = line.isSidechain === true
    // A client that forks a session drops Stet's note, but not the rows of an index, and their numbers are taken.
    if (userKind === 'injected' && !state.about.facts.surgery) passNumbers(state, lastIndexed(line))
    if (line.type === 'system' && line.subtype === 'compact_boundary') noteCompaction(state.about.calibration)
    const human = isAsked(line, userKind)
    const before = state.round
    const where = { start: state.offset + start - lineStart, end: state.offset + end - lineStart }
    followAsked(line, { human, userKind, where })
    const round = human ? begin(line, userKind, where.start) : roundOf(line)
    links.noteCalls(line, round)
    const draft = gathered.round(round, toUtc(line.timestamp) ?? null, () =>
      isText(line.uuid)
        ? (line.uuid as RoundId)
        : (hashHex(buffer.subarray(start, textEnd(buffer, start, end))) as RoundId),
    )
    if (round in state.numbering.within) draft.within = outerOf(state.numbering, round)
    measure(draft, line, { human, userKind })
    gathered.say(round, spokenText(line, userKind))
    if (isText(line.uuid)) links.add(line, { round, human, seen, userKind, before })
    else if (human) links.path.startUnseen()
    return round
  }

  /** The first line of a session that surgery wrote tells which numbers its rounds have. */
  function noteSurgery(line: Line): void {
    const note = surgeryNoteOf(line)
    if (note) takeNumbers(state, note)
  }

  function isAsked(line: Line, userKind: UserKind | undefined): boolean {
    return startsRound(userKind) && !isSubagentsWithin(line, state)
  }

  /** A slash command began no round once. */
  function begin(line: Line, userKind: UserKind | undefined, at: number): number {
    if (userKind !== 'request') return startRound(state)
    const text = contentOf(line.message)[0]?.text ?? ''
    const since = isTyped(text) ? TURNS_READ_SINCE : NUMBERED_SINCE
    return startRound(state, { of: roundOf(line), at, since: isShell(text) ? SHELL_READ_SINCE : since })
  }

  /** What only the lines after it tell: whether a slash command was for the agent, and what became of what was queued. */
  function followAsked(line: Line, { human, userKind, where }: Followed): void {
    if (isSubagentsWithin(line, state)) return
    const told = deliveredWords(line)
    if (told !== undefined) state.queue = toldElsewhere(state.queue, told)
    if (human) state.queue = askedElsewhere(state.queue, wordsOf(line, userKind).join('\n'))
    if (state.pending && asksAgent(line, state.pending)) beginPending(state.pending)
    state.pending = (human ? undefined : pendingCommand(line, { ...where, owner: roundOf(line) })) ?? null
    if (line.type === 'assistant') deliver(roundOf(line))
  }

  /** A command that the agent is asked about is a round. */
  function beginPending({ asked, uuid, start, end, at, chars, owner }: PendingCommand): void {
    const since = asked.startsWith('!') ? SHELL_READ_SINCE : NUMBERED_SINCE
    const round = startRound(state, { of: owner, at: start, since })
    gathered.move({ start, end, owner: round })
    const draft = gathered.round(round, at, () => uuid as RoundId)
    if (round in state.numbering.within) draft.within = outerOf(state.numbering, round)
    draft.chars += chars
    draft.userPreview = preview(asked)
    gathered.messages++
    gathered.say(round, spokenChunk(asked))
    state.about.titles.prompt ??= draft.userPreview
    links.move(uuid, round)
  }

  /** What left the queue while a turn ran, and is in no other line, the agent was given before it went on. */
  function deliver(round: number): void {
    for (const { text, start, end, isTaken } of state.queue) {
      if (!isTaken || text === null || round <= 0) continue
      gathered.move({ start, end, owner: round })
      gathered.say(round, spokenChunk(text))
    }
    state.queue = state.queue.filter(({ isTaken }) => !isTaken)
  }

  function roundOf(line: Line): number {
    return isSynthetic(line) ? 0 : (links.roundOf(line) ?? state.round)
  }

  function measure(
    draft: RoundDraft,
    line: Line,
    { human, userKind }: { human: boolean; userKind: UserKind | undefined },
  ): void {
    if (line.type === 'assistant' && !isAck(line)) {
      if (line.message?.id === undefined || line.message.id !== state.messageId) gathered.messages++
      state.messageId = line.message?.id ?? null
    }
    if (human) gathered.messages++
    gathered.blocks += blockCount(line)
    const isAgents = line.type === 'assistant' && !isSubagentsWithin(line, state)
    for (const content of contentOf(line.message)) noteContent(draft, content, isAgents)
    if (human && draft.userPreview === '') draft.userPreview = preview(wordsOf(line, userKind).join('\n'))
    const size = sizesOf(line).reduce((sum, one) => sum + one, 0)
    draft.chars += size
    gathered.chars += size
    if (!isSubagentsWithin(line, state)) state.about.calibration.since += size
    if (human) state.about.titles.prompt ??= draft.userPreview || null
    const result = line.toolUseResult as { agentId?: unknown } | undefined
    if (result && typeof result === 'object' && isText(result.agentId)) {
      const toolUseId = contentOf(line.message).find((block) => block.type === 'tool_result')?.tool_use_id ?? null
      spawns.push({ agentId: result.agentId, toolUseId, round: draft.round })
    }
  }

  return assembled(state, gathered, {
    classify,
    add,
    title: titleOf,
    rest() {
      const started = spawns
      spawns = []
      return { graph: links.take(), spawns: started }
    },
    prepareToSave: links.save,
    isSettled: () => links.path.isSettled,
    settlePath: links.settle,
    isOrdered: () => state.ordered,
  })
}

function placeOf({ start, end }: Fragment, lineStart: number): Place {
  return { start: lineStart + start, end: lineStart + end, lineStart }
}

/** What a line says, to be found again: its blocks of the kinds `user-text` and `assistant-text`, and nothing else. */
function spokenText(line: Line, userKind: UserKind | undefined): string {
  if (line.type !== 'assistant') return wordsOf(line, userKind).map(spokenChunk).join('')
  let said = ''
  for (const { type, text } of contentOf(line.message)) if (type === 'text' && isText(text)) said += spokenChunk(text)
  return said
}
