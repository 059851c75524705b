import type { ByteRange } from '../../../model/entry.ts'
import type { EarlierNumbers } from '../../../model/session.ts'
import { toUtc } from '../../../model/time.ts'
import { initialState, type ParserState } from '../../kit/parser.ts'
import type { ActivePath } from '../../parser.ts'
import { contentOf, isText, type Line } from '../schema.ts'
import { type AboutSession, initialAbout } from './about-session.ts'
import { beginsTurn, type UserKind } from './classify.ts'
import { encodeGraph, type Node, nodeOf } from './graph.ts'
import { sizesOf } from './measure.ts'
import { createPathWatch, initialPath, type PathState } from './path-watch.ts'
import type { QueuedText } from './queue.ts'
import { commandIn, isTyped } from './words.ts'

/** Where a parser is between two lines. Plain JSON, so that a parse can be taken up again by another process. */
export interface State extends ParserState<AboutSession> {
  /** True for a subagent's own file, where every line is a sidechain line. */
  sidechainFile: boolean | null
  messageId: string | null
  /** A slash command that the client ran, until it is known whether the agent was asked about it. */
  pending: PendingCommand | null
  /** What was typed while turns ran, as it was noted, until it is known what became of it. */
  queue: readonly QueuedText[]
  path: Omit<PathState, 'below'> & { readonly below: SavedIds }
  /** False once a line is before its parent, or twice. */
  ordered: boolean
  /** Parents that were not among the lines looked back on: far back, missing, or still to come. */
  unresolved: string[]
  /** The rounds of the last lines, by their uuids. */
  recent: SavedRounds
  /** The rounds of the last tool calls, where their answers belong whatever these hang on. */
  calls: SavedRounds
}

export function initialOf(earlier: EarlierNumbers | null): State {
  const remembered = {
    sidechainFile: null,
    messageId: null,
    pending: null,
    queue: [],
    path: initialPath(),
    ordered: true,
    unresolved: [],
    recent: [],
    calls: [],
  }
  return initialState(remembered, initialAbout(), earlier)
}

/** How many lines and calls back a line's round is looked for; beyond that it belongs to the current one. */
const WINDOW = 128

/** Keeps the round of an id, and forgets the one kept longest. */
function keep(rounds: Map<string, number>, id: string, round: number): void {
  rounds.delete(id)
  rounds.set(id, round)
  if (rounds.size > WINDOW) rounds.delete(rounds.keys().next().value!)
}

/** How many parents that were not found are remembered, to notice one that comes after its child. */
const UNRESOLVED = 256

/** A line that joins the graph. */
interface LinkedLine {
  readonly round: number
  readonly human: boolean
  /** False for a record that the client does not read. */
  readonly seen: boolean
  readonly userKind: UserKind | undefined
  /** The round that was the current one before this line. */
  readonly before: number
}

/** What joins a session's lines to one another, as a parser meets them: their rounds, their graph, the active path. */
export function createLinks(state: State) {
  const recent = loadRounds(state.recent)
  const calls = loadRounds(state.calls)
  const path = createPathWatch({ ...state.path, below: loadIds(state.path.below, [...recent.keys()]) })
  let nodes: Node[] = []

  return {
    path,
    isNear: (uuid: string) => recent.has(uuid),

    /** The round of the call that a line answers, or of the line it hangs on; undefined where neither is near. */
    roundOf(line: Line): number | undefined {
      for (const { type, tool_use_id } of contentOf(line.message)) {
        const called = type === 'tool_result' && isText(tool_use_id) ? calls.get(tool_use_id) : undefined
        if (called !== undefined) return called
      }
      return isText(line.parentUuid) ? recent.get(line.parentUuid) : undefined
    },

    noteCalls(line: Line, round: number): void {
      for (const { type, id } of contentOf(line.message)) if (type === 'tool_use' && isText(id)) keep(calls, id, round)
    },

    add(line: Line, { round, human, seen, userKind, before }: LinkedLine): void {
      const uuid = line.uuid!
      const parent = isText(line.parentUuid) ? line.parentUuid : null
      const parentRound = parent === null ? undefined : recent.get(parent)
      if (!isSubagentsWithin(line, state)) {
        const own = nodeOf(line, round, userKind)!
        const node = seen ? own : { ...own, kind: 'foreign' as const }
        nodes.push(node)
        const known = !state.ordered || recent.has(uuid) || state.unresolved.includes(uuid)
        const goesOn = round === state.round && parentRound === (human ? before : round)
        path.add(node, { human, goesOn, known })
        noteOrder(uuid, parent)
      }
      keep(recent, uuid, round)
    },

    /** A side record names the line that the client goes on from. */
    addLeaf(leaf: Node): void {
      path.name(leaf.uuid, recent.get(leaf.uuid) === state.round)
      nodes.push(leaf)
    },

    /** Says that a line is of another round than it seemed. */
    move(uuid: string, round: number): void {
      keep(recent, uuid, round)
      path.startUnseen()
    },
    settle: (found: ActivePath) => path.settle(found, state.round),

    /** The graph of the lines since it was last taken. */
    take(): Buffer | undefined {
      const taken = nodes
      nodes = []
      return taken.length > 0 ? Buffer.from(encodeGraph(taken)) : undefined
    },

    /** Brings the state up to date. */
    save(): void {
      const { below, ...known } = path.save()
      state.recent = saveRounds(recent)
      state.calls = saveRounds(calls)
      state.path = { ...known, below: saveIds(below, [...recent.keys()]) }
    },
  }

  function noteOrder(uuid: string, parent: string | null): void {
    if (recent.has(uuid) || state.unresolved.includes(uuid)) state.ordered = false
    if (parent === null || recent.has(parent) || !state.ordered) return
    state.unresolved.push(parent)
    if (state.unresolved.length > UNRESOLVED) state.unresolved.shift() // a parent that long awaited never comes
  }
}

/** Whether a line is a subagent's inside a main file. */
export function isSubagentsWithin(line: Line, { sidechainFile }: Pick<State, 'sidechainFile'>): boolean {
  return Boolean(line.isSidechain) && sidechainFile === false
}

/** Ids and their rounds in the order they came, each round once before its ids: `[3, "a", "b", 4, "c"]`. Once, pairs. */
export type SavedRounds = readonly (number | string | readonly [id: string, round: number])[]

/** Ids, or how many they are where they are the last ones of another list. */
export type SavedIds = number | readonly string[]

export function saveRounds(rounds: ReadonlyMap<string, number>): SavedRounds {
  const saved: (number | string)[] = []
  let last: number | undefined
  for (const [id, round] of rounds) {
    if (round !== last) saved.push(round)
    saved.push(id)
    last = round
  }
  return saved
}

export function loadRounds(saved: SavedRounds): Map<string, number> {
  const rounds = new Map<string, number>()
  let round = 0
  for (const item of saved) {
    if (typeof item === 'number') round = item
    else if (typeof item === 'string') rounds.set(item, round)
    else rounds.set(...item)
  }
  return rounds
}

export function saveIds(ids: readonly string[], list: readonly string[]): SavedIds {
  const skipped = list.length - ids.length
  return ids.every((id, at) => id === list[skipped + at]) ? ids.length : ids
}

export function loadIds(saved: SavedIds, list: readonly string[]): readonly string[] {
  return typeof saved === 'number' ? list.slice(list.length - saved) : saved
}

/** A slash command that the client ran: a round of its own if the agent is asked about it. */
export interface PendingCommand extends ByteRange {
  readonly asked: string
  readonly uuid: string
  readonly at: string | null
  readonly chars: number
  /** The round that it is a part of else. */
  readonly owner: number
}

/** Undefined for any other line. */
export function pendingCommand(line: Line, where: ByteRange & { readonly owner: number }): PendingCommand | undefined {
  const text = contentOf(line.message)[0]?.text
  if (line.type !== 'user' || line.isMeta || !isText(line.uuid) || !isText(text) || !isTyped(text)) return undefined
  const chars = sizesOf(line).reduce((sum, one) => sum + one, 0)
  return { ...where, asked: commandIn(text)!, uuid: line.uuid, at: toUtc(line.timestamp) ?? null, chars }
}

/** Whether a line is the output of the command, and a turn of the agent begins with it. */
export function asksAgent(line: Line, { uuid }: PendingCommand): boolean {
  return line.type === 'user' && line.parentUuid === uuid && beginsTurn(line)
}
