import type { ErrorEntry, PlanEntry, ProseEntry, RunEntry, TermEntry } from './entry.ts'
import { type FileView, settleFiles } from './settle/files.ts'
import { settleProse } from './settle/prose.ts'
import { type CommandView, settleRuns, type TestView } from './settle/runs.ts'
import type { SessionState } from './state.ts'

/** What holds at the end of a state, and what is over. */
export interface View {
  /** The rounds it is about, the first and the last. */
  readonly from: number
  readonly to: number
  readonly goals: readonly ProseEntry[]
  readonly files: FileView
  readonly commands: readonly CommandView[]
  readonly tests: readonly TestView[]
  readonly errors: { readonly open: readonly ErrorEntry[]; readonly resolved: readonly Resolved<ErrorEntry>[] }
  readonly decisions: readonly ProseEntry[]
  readonly constraints: readonly ProseEntry[]
  readonly facts: readonly ProseEntry[]
  readonly threads: readonly (ProseEntry | PlanEntry)[]
  readonly terms: readonly TermEntry[]
  /** Entries that a later one ended: decisions reversed, rules lifted, facts corrected, threads closed. */
  readonly over: readonly Resolved<ProseEntry | PlanEntry>[]
}

export interface Resolved<T> {
  readonly entry: T
  /** The round that ended it. */
  readonly by: number
}

/** Works out what of a state still holds. `last` is the session's last round: what is open only there is open no longer before it. */
export function settle(state: SessionState, last = state.rounds.at(-1)?.[1] ?? 0): View {
  const { entries } = state
  const runs = entries.filter((entry): entry is RunEntry => entry.kind === 'run')
  const prose = settleProse(entries, last)
  const { commands, tests, errors } = settleRuns(entries, prose.closings)
  const terms = new Map<string, TermEntry>()
  for (const entry of entries) if (entry.kind === 'term' && !terms.has(entry.term)) terms.set(entry.term, entry)
  return {
    from: state.rounds[0]?.[0] ?? 0,
    to: state.rounds.at(-1)?.[1] ?? 0,
    goals: entries.filter((entry): entry is ProseEntry => entry.kind === 'goal'),
    files: settleFiles(entries, runs),
    commands,
    tests,
    errors,
    decisions: prose.decisions,
    constraints: prose.constraints,
    facts: prose.facts,
    threads: prose.threads,
    terms: [...terms.values()],
    over: prose.over,
  }
}
