import type { TestResult } from '../../model/test-result.ts'

/**
 * What tool calls and their results show for certain. Each value was recorded; the words around it say what was seen
 * ("failed in round 5, not run again"), never what it may mean.
 */
export interface Facts {
  /** The rounds that were read, the first and the last. */
  readonly from: number
  readonly to: number
  readonly files: readonly FileFact[]
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
  /** Addresses, issue and pull request numbers, ids that a call or a result named. */
  readonly names: readonly { readonly text: string; readonly rounds: readonly number[] }[]
}

export interface FileFact {
  readonly path: string
  readonly state: 'created' | 'changed' | 'deleted' | 'moved' | 'reverted'
  /** Where it was before, of a file that was moved. */
  readonly from?: string
  readonly rounds: readonly number[]
  /** Identifiers that the changes added or took out, the newest first. */
  readonly symbols: readonly string[]
  /** The session of the subagent that changed it last. */
  readonly agent?: string
  /** The last test run after the last change that names this file or runs all of its folder. */
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
  readonly failed: boolean
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
  readonly first: number
  readonly last: number
  /** The round in which the same or a wider command ran without it; null where none did. */
  readonly gone: number | null
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
