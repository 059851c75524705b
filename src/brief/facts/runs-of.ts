import { isNotable, isWorthKeeping, shownCommand } from './commands.ts'
import type { Deed } from './deeds.ts'
import type { CommandFact, TestFact } from './facts.ts'
import type { ChangedFile } from './files-of.ts'
import { type RunPart, runParts } from './run-parts.ts'

/** A call that ran a line, with the programs it ran. */
export interface Run {
  readonly deed: Deed
  readonly parts: readonly RunPart[]
}

/** So many files that were changed since are named. */
const MOST_FILES = 20

export function runsIn(deeds: readonly Deed[]): readonly Run[] {
  return deeds.flatMap((deed) =>
    deed.did.act.role === 'run' && deed.did.act.command !== null && isRun(deed)
      ? [{ deed, parts: runParts(deed) }]
      : [],
  )
}

/** Whether a command was run at all, as far as its result says. */
function isRun({ did, outcome }: Deed): boolean {
  return outcome !== null || (did.outcome !== null && did.outcome.said === undefined && !did.outcome.failed)
}

/** How each command came out last, tests by themselves. */
export function runsOf(
  runs: readonly Run[],
  files: readonly ChangedFile[],
): { readonly commands: readonly CommandFact[]; readonly tests: readonly TestFact[] } {
  const byKey = new Map<string, Deed[]>()
  for (const { deed, parts } of runs) {
    if (parts.length === 0) continue
    const key = parts.map((part) => part.key).join(' && ')
    const same = byKey.get(key)
    if (same) same.push(deed)
    else byKey.set(key, [deed])
  }
  const commands: (CommandFact & { readonly place: number })[] = []
  const tests: (TestFact & { readonly place: number })[] = []
  for (const same of byKey.values()) {
    const last = same.at(-1)!
    const { place, failed, exit, test } = last
    const run = {
      command: shownCommand(last.did.act.command!),
      failed,
      exit,
      rounds: [...new Set(same.map(({ round }) => round))],
      place,
    }
    if (test) tests.push({ ...run, result: test, changedSince: changedSince(files, place) })
    else if (failed ? isNotable(last.commands) : isWorthKeeping(last.commands)) commands.push(run)
  }
  return { commands: inOrder(commands), tests: inOrder(tests) }
}

/** Files that were changed after a call, those changed last; `files` have the one changed last at the end. */
function changedSince(files: readonly ChangedFile[], place: number): readonly string[] {
  const since: string[] = []
  for (let at = files.length - 1; at >= 0 && files[at]!.place > place && since.length < MOST_FILES; at--)
    since.unshift(files[at]!.fact.path)
  return since
}

function inOrder<T extends { readonly place: number }>(runs: readonly T[]): readonly Omit<T, 'place'>[] {
  return [...runs].sort((a, b) => a.place - b.place).map(({ place: _, ...run }) => run)
}
