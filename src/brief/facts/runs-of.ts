import { commandKey, isNotable, shownCommand } from './commands.ts'
import type { Deed } from './deeds.ts'
import type { CommandFact, TestFact } from './facts.ts'
import type { ChangedFile } from './files-of.ts'

/** So many files that were changed since are named. */
const MOST_FILES = 20

/** How each command came out last, tests by themselves. */
export function runsOf(
  deeds: readonly Deed[],
  files: readonly ChangedFile[],
): { readonly commands: readonly CommandFact[]; readonly tests: readonly TestFact[] } {
  const byKey = new Map<string, Deed[]>()
  for (const deed of deeds) {
    if (deed.did.act.role !== 'run' || deed.did.act.command === null) continue
    const key = commandKey(deed.did.act.command)
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
    if (test) {
      const since: string[] = []
      for (let at = files.length - 1; at >= 0 && files[at]!.place > place && since.length < MOST_FILES; at--)
        since.unshift(files[at]!.fact.path)
      tests.push({ ...run, result: test, changedSince: since })
    } else if (isNotable(last.commands)) commands.push(run)
  }
  return { commands: inOrder(commands), tests: inOrder(tests) }
}

function inOrder<T extends { readonly place: number }>(runs: readonly T[]): readonly Omit<T, 'place'>[] {
  return [...runs].sort((a, b) => a.place - b.place).map(({ place: _, ...run }) => run)
}
