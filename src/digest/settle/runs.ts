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

/** Whether a command runs at least what another did: the same, or the same with less said of where. */
function covers(command: string, other: string): boolean {
  return command === other || (command.split(' ').length > 1 && other.startsWith(`${command} `))
}

function isAfter(a: Pick<Entry, 'round' | 'place'>, b: Pick<Entry, 'round' | 'place'>): boolean {
  return a.round > b.round || (a.round === b.round && a.place > b.place)
}
