import type { EarlierNumbers } from '../../../model/session.ts'
import { SIDE } from '../../../model/span.ts'
import type { ParserPosition } from '../../gathering.ts'
import { initialNumbering, type Numbering } from '../../numbering.ts'
import { type AboutSession, initialAbout } from './about-session.ts'
import { initialPath, type PathState } from './path-watch.ts'
import type { PendingCommand } from './pending-command.ts'
import type { QueuedText } from './queue.ts'
import type { SavedIds, SavedRounds } from './saved-ids.ts'

/** Where a parser is between two lines. Plain JSON, so that a parse can be taken up again by another process. */
export interface State extends ParserPosition {
  round: number
  numbering: Numbering
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
  about: AboutSession
}

export function initialState(earlier: EarlierNumbers | null = null): State {
  return {
    line: 0,
    offset: 0,
    round: 0,
    numbering: initialNumbering(earlier),
    lastOwner: SIDE,
    sidechainFile: null,
    messageId: null,
    pending: null,
    queue: [],
    path: initialPath(),
    ordered: true,
    unresolved: [],
    recent: [],
    calls: [],
    about: initialAbout(),
  }
}

/** How many lines and calls back a line's round is looked for; beyond that it belongs to the current one. */
const WINDOW = 128

/** Keeps the round of an id, and forgets the one kept longest. */
export function keep(rounds: Map<string, number>, id: string, round: number): void {
  rounds.delete(id)
  rounds.set(id, round)
  if (rounds.size > WINDOW) rounds.delete(rounds.keys().next().value!)
}
