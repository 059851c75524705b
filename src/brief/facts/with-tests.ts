import { testCommand } from '../../model/test-command.ts'
import { shownCommand } from './commands.ts'
import { coverOf } from './cover-of.ts'
import type { Deed } from './deeds.ts'
import type { FileFact } from './facts.ts'
import type { ChangedFile } from './files-of.ts'

/** So many of the last test runs are asked about a file. */
const LAST = 40

/** Files with the last test run after their last change: one that names the file, else one of all of its folder. */
export function withTests(files: readonly ChangedFile[], deeds: readonly Deed[]): readonly FileFact[] {
  const runs = deeds
    .filter(({ test }) => test && test.outcome !== 'unknown')
    .slice(-LAST)
    .reverse()
    .flatMap((deed) => {
      const command = testCommand(deed.did.act.command!)
      return command ? [{ deed, command }] : []
    })
  return files.map(({ fact, place }) => {
    if (fact.state === 'deleted' || fact.state === 'reverted') return { ...fact, tested: null }
    const after = runs.filter(({ deed }) => deed.place > place && isFor(deed, fact.path))
    const covers = after.map((run) => ({ ...run, cover: coverOf(run.command, fact) }))
    const last = covers.find(({ cover }) => cover === 'named') ?? covers.find(({ cover }) => cover === 'all')
    return { ...fact, tested: last ? testedBy(last.deed) : null }
  })
}

function testedBy({ test, did, round }: Deed): FileFact['tested'] {
  return { outcome: test!.outcome as 'passed' | 'failed', command: shownCommand(did.act.command!), round }
}

/** Whether a run is of the folder that a file is in, as far as both are known. */
function isFor({ ran, folder }: Deed, path: string): boolean {
  const of = ran.at(-1)?.folder ?? folder
  return !of.startsWith('/') || !path.startsWith('/') || path.startsWith(`${of}/`)
}
