import type { TestResult } from '../../model/test-result.ts'

/**
 * What tool calls and their results show for certain. Each value was recorded; the words around it say what was seen
 * ("failed in round 5, not run again"), never what it may mean.
 */
export interface Facts {
  /** The rounds that were read, the first and the last. */
  readonly from: number
  readonly to: number
  /** Files that were changed, the one changed last at the end. */
  readonly files: readonly FileFact[]
  /** Files that were read and not changed, with the first round. */
  readonly read: readonly { readonly path: string; readonly round: number }[]
  readonly commits: readonly CommitFact[]
  /** Commands that changed something or failed, the newest last. */
  readonly commands: readonly CommandFact[]
  readonly tests: readonly TestFact[]
  readonly errors: readonly ErrorFact[]
  /** The agent's own list of work, as it was last. */
  readonly plan: readonly PlanFact[]
  /** What the user took of the options that a client's tool put before them. */
  readonly choices: readonly ChoiceFact[]
  readonly names: readonly NameFact[]
}

export interface FileFact {
  readonly path: string
  /** What became of it; `reverted` is changed and put back, so that nothing of it is left. */
  readonly state: 'created' | 'changed' | 'deleted' | 'moved' | 'reverted'
  /** Where it was before, of a file that was moved. */
  readonly from?: string
  /** Rounds in which something was done to it. */
  readonly rounds: readonly number[]
  /** Identifiers that the changes that are left added or are about, the newest first. */
  readonly symbols: readonly string[]
  /** Identifiers that they took out. */
  readonly removed: readonly string[]
  /** The session of the subagent that changed it last. */
  readonly agent?: string
  /** The last test run after the last change that names the file, else that runs all of its folder or language. */
  readonly tested: { readonly outcome: 'passed' | 'failed'; readonly command: string; readonly round: number } | null
}

export interface CommitFact {
  readonly hash: string | null
  readonly subject: string
  readonly round: number
  /** Given where no call made it: it was seen in a log. */
  readonly isSeen?: true
}

export interface CommandFact {
  readonly command: string
  /** How it ended the last time. */
  readonly failed: boolean
  /** The exit status of the last time; null where none is recorded. */
  readonly exit: number | null
  readonly rounds: readonly number[]
}

export interface TestFact extends CommandFact {
  readonly result: TestResult
  /** Files that were changed after its last run. */
  readonly changedSince: readonly string[]
}

/** An error as it was printed, and what was seen of it since. */
export interface ErrorFact {
  readonly text: string
  readonly command: string
  /** `printed` where the command itself did not say that it failed. */
  readonly how: 'failed' | 'printed'
  readonly first: number
  readonly last: number
  /** The round in which the same or a wider command ran well without it; null where none did. */
  readonly gone: number | null
  /** The last round after `last` in which the command ran again, whatever came of it; null where it did not. */
  readonly ranAgain: number | null
}

export interface PlanFact {
  readonly text: string
  readonly status: 'open' | 'active' | 'done' | 'dropped'
  readonly round: number
}

export interface ChoiceFact {
  readonly question: string
  readonly answer: string
  /** What else there was to choose. */
  readonly others: readonly string[]
  readonly round: number
}

/** An address, an id or a value that a result named and that was used later. */
export interface NameFact {
  readonly text: string
  /** The command or tool whose result named it first. */
  readonly source: string
  readonly rounds: readonly number[]
}
