import { type SimpleCommand, simpleCommands } from '../../model/shell-words.ts'
import { type TestResult, testResult } from '../../model/test-result.ts'
import type { ToolOutcome } from '../../model/tool-act.ts'
import type { BriefRound, Did } from '../round.ts'
import { hasFailed, ranWell } from './ran-well.ts'
import { inFolders, joined } from './shell-files.ts'

/** A command of a line, with the folder it works in. */
export interface Placed {
  readonly command: SimpleCommand
  readonly folder: string
}

/** A call with its place among all calls, and what its command line says. */
export interface Deed {
  readonly did: Did
  readonly round: number
  readonly place: number
  /** The commands of its line; none where it runs none. */
  readonly commands: readonly SimpleCommand[]
  /** How it ended; null where that is not known, or it was not run. */
  readonly outcome: ToolOutcome | null
  /** Those that surely did what they say. */
  readonly ran: readonly Placed[]
  /** The folder its line begins in; empty where it is not known. */
  readonly folder: string
  readonly failed: boolean
  /** The exit status of its line; null where none is recorded. */
  readonly exit: number | null
  readonly test: TestResult | undefined
}

/** What clients say of a call that was not made, and of a command that goes on without them. */
const NOT_RUN =
  /^(?:<tool_use_error>|Permission to use |\[Request interrupted|This command requires approval|Claude requested permissions|The user doesn't want |\S*hook (?:error|denied|blocked))/
const GOES_ON = /^Command (?:is )?(?:running|was (?:manually )?(?:moved|backgrounded)).{0,40}background/i
/** Tools that give no status of a command that goes on. */
const STATUS_LATER = /^(?:exec_command|(?:local_)?shell(?:_command)?|container\.exec|unified_exec)$/

/** Every call of the rounds, in order; the lines of commands are read once. */
export function deedsOf(rounds: readonly BriefRound[], cwd: string): readonly Deed[] {
  const deeds: Deed[] = []
  for (const { round, events } of rounds)
    for (const event of events)
      if (event.kind === 'did') deeds.push(deedOf(event, { round, place: deeds.length, folder: folderOf(event, cwd) }))
  return deeds
}

/** The folder that paths are of; empty where it is not known. */
export function cwdOf(rounds: readonly BriefRound[]): string {
  return (rounds.find(({ cwd }) => cwd)?.cwd ?? '').replace(/\/$/, '')
}

function deedOf(did: Did, at: Pick<Deed, 'round' | 'place' | 'folder'>): Deed {
  const { act } = did
  const line = act.role === 'run' ? act.command : null
  const commands = line === null ? [] : simpleCommands(line)
  const outcome = line === null ? did.outcome : endOf(did)
  const failed = outcome !== null && hasFailed(outcome)
  return {
    did,
    ...at,
    commands,
    outcome,
    ran: inFolders(ranWell(commands, outcome), at.folder).commands,
    failed,
    exit: outcome === null ? null : (outcome.exit ?? (failed ? null : 0)),
    test: line === null ? undefined : testResult(line, outcome, commands),
  }
}

/** How a command ended; null where it was not run, or went on. */
function endOf({ tool = '', outcome }: Did): ToolOutcome | null {
  if (!outcome || outcome.said !== undefined) return null
  const { failed, exit, output } = outcome
  if ((failed && exit === null && NOT_RUN.test(output)) || GOES_ON.test(output)) return null
  return exit === null && !failed && STATUS_LATER.test(tool) ? null : outcome
}

/** The folder that a call says it works in, else that its shell was in. */
function folderOf({ input, folder }: Did, cwd: string): string {
  const given = Object.entries(typeof input === 'object' ? (input ?? {}) : {}).find(
    ([name, value]) => /^(?:workdir|cwd|directory|dir_path)$/.test(name) && typeof value === 'string' && value !== '',
  )
  return given ? joined(cwd, (given[1] as string).replace(/\/$/, '')) : (folder ?? cwd)
}
