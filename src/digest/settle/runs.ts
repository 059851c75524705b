import { doesMoreThanLook, verbOf } from '../../model/does-more-than-look.ts'
import { simpleCommands } from '../../model/shell-words.ts'
import type { TestResult } from '../../model/test-result.ts'
import type { Entry, ErrorEntry, ProseEntry, RunEntry } from '../entry.ts'
import type { Resolved } from '../settle.ts'

export interface CommandView {
  readonly command: string
  readonly failed: boolean
  readonly exit: number | null
  readonly rounds: readonly number[]
}

export interface TestView extends CommandView {
  readonly result: TestResult
}

/** How each command came out last, and which errors are still open. */
export function settleRuns(
  entries: readonly Entry[],
  closings: readonly ProseEntry[],
): {
  readonly commands: readonly CommandView[]
  readonly tests: readonly TestView[]
  readonly errors: { readonly open: readonly ErrorEntry[]; readonly resolved: readonly Resolved<ErrorEntry>[] }
} {
  const runs = entries.filter((entry): entry is RunEntry => entry.kind === 'run')
  const byKey = new Map<string, RunEntry[]>()
  for (const run of runs) {
    const list = byKey.get(run.key)
    if (list) list.push(run)
    else byKey.set(run.key, [run])
  }
  const commands: CommandView[] = []
  const tests: TestView[] = []
  for (const same of byKey.values()) {
    const last = same.at(-1)!
    const view = {
      command: last.command,
      failed: last.failed,
      exit: last.exit,
      rounds: [...new Set(same.map((run) => run.round))],
    }
    if (last.test) tests.push({ ...view, result: last.test })
    else if (last.isNotable) commands.push(view)
  }
  return { commands, tests, errors: settleErrors(entries, runs, closings) }
}

function settleErrors(entries: readonly Entry[], runs: readonly RunEntry[], closings: readonly ProseEntry[]) {
  const last = new Map<string, ErrorEntry>()
  const first = new Map<string, ErrorEntry>()
  for (const entry of entries) {
    if (entry.kind !== 'error') continue
    last.set(entry.key, entry)
    if (!first.has(entry.key)) first.set(entry.key, entry)
  }
  const open: ErrorEntry[] = []
  const resolved: Resolved<ErrorEntry>[] = []
  for (const error of last.values()) {
    const by = resolvedBy(error, runs, closings)
    const shown = first.get(error.key)!
    if (by === undefined) open.push(shown)
    else resolved.push({ entry: shown, by })
  }
  return { open, resolved }
}

/** The round in which an error was over: its command ran again without it, or somebody said so. */
function resolvedBy(error: ErrorEntry, runs: readonly RunEntry[], closings: readonly ProseEntry[]): number | undefined {
  const rerun = runs.find(
    (run) => isAfter(run, error) && !run.failed && !run.errors.includes(error.key) && covers(run.key, error.source),
  )
  if (rerun) return rerun.round
  const codes = error.names.filter((name) => /\d/.test(name) && /[a-z]/.test(name))
  return closings.find((closing) => isAfter(closing, error) && closing.names.some((name) => codes.includes(name)))
    ?.round
}

/** Whether a command runs at least what another did: the same, the same with less said of where, or the same step of git. */
function covers(command: string, other: string): boolean {
  if (command === other || (command.split(' ').length > 1 && other.startsWith(`${command} `))) return true
  const steps = command.includes('git ') ? gitSteps(other) : []
  return steps.length > 0 && steps.every((step) => gitSteps(command).includes(step))
}

/** What is tried again until it ends well, whatever is said with it. */
const STEPS = new Set(['commit', 'push', 'pull', 'fetch', 'merge', 'rebase', 'cherry-pick', 'revert'])

/** The steps of git in a line; none where it does anything else, of which what went wrong may be. */
function gitSteps(line: string): readonly string[] {
  const doing = simpleCommands(line).filter(doesMoreThanLook)
  const verbs = doing.map(({ words }) => (words[0] === 'git' ? verbOf(words) : undefined))
  const steps = verbs.filter((verb) => verb !== 'add')
  return steps.every((verb): verb is string => verb !== undefined && STEPS.has(verb)) ? steps : []
}

function isAfter(a: Pick<Entry, 'round' | 'place'>, b: Pick<Entry, 'round' | 'place'>): boolean {
  return a.round > b.round || (a.round === b.round && a.place > b.place)
}
