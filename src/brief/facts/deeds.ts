import { type SimpleCommand, simpleCommands } from '../../model/shell-words.ts'
import { type TestResult, testResult } from '../../model/test-result.ts'
import type { BriefRound, Did } from '../round.ts'
import { hasFailed, ranWell } from './ran-well.ts'

/** A call with its place among all calls, and what its command line says. */
export interface Deed {
  readonly did: Did
  readonly round: number
  readonly place: number
  /** The commands of its line; none where it runs none. */
  readonly commands: readonly SimpleCommand[]
  /** Those that surely did what they say. */
  readonly ran: readonly SimpleCommand[]
  readonly failed: boolean
  /** The exit status of its line; null where none is recorded. */
  readonly exit: number | null
  readonly test: TestResult | undefined
}

/** Every call of the rounds, in order; the lines of commands are read once. */
export function deedsOf(rounds: readonly BriefRound[]): readonly Deed[] {
  const deeds: Deed[] = []
  for (const { round, events } of rounds)
    for (const event of events) if (event.kind === 'did') deeds.push(deedOf(event, round, deeds.length))
  return deeds
}

function deedOf(did: Did, round: number, place: number): Deed {
  const { act, outcome } = did
  const line = act.role === 'run' ? act.command : null
  const commands = line === null ? [] : simpleCommands(line)
  const failed = outcome !== null && hasFailed(outcome)
  return {
    did,
    round,
    place,
    commands,
    ran: outcome === null ? [] : ranWell(commands, outcome),
    failed,
    exit: outcome === null ? null : (outcome.exit ?? (failed ? null : 0)),
    test: line === null ? undefined : testResult(line, outcome),
  }
}
