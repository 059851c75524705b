import { commandKey, isNotable, shownCommand } from './commands.ts'
import type { Deed } from './deeds.ts'
import { errorLines, lastWords } from './errors.ts'
import type { ErrorFact } from './facts.ts'

/** The errors that commands printed, and what was seen of them since. */
export function errorsOf(deeds: readonly Deed[]): readonly ErrorFact[] {
  const found = new Map<string, ErrorFact & { readonly key: string; readonly place: number }>()
  const runs: { readonly key: string; readonly deed: Deed }[] = []
  for (const deed of deeds) {
    const { act, outcome } = deed.did
    if (act.role !== 'run' || act.command === null || outcome === null || outcome.said !== undefined) continue
    const key = commandKey(act.command)
    runs.push({ key, deed })
    if (!deed.failed || !isNotable(deed.commands)) continue
    const marked = errorLines(outcome.output, true)
    for (const error of marked.length > 0 ? marked : lastWords(outcome.output)) {
      const { first } = found.get(error.key) ?? { first: deed.round }
      found.set(error.key, {
        text: error.text,
        command: shownCommand(act.command),
        how: 'failed',
        first,
        last: deed.round,
        gone: null,
        ranAgain: null,
        key,
        place: deed.place,
      })
    }
  }
  return [...found.values()].map(({ key, place, ...error }) => {
    const again = runs.filter((run) => run.key === key && run.deed.place > place).map(({ deed }) => deed)
    const well = again.find(({ failed }) => !failed)
    return { ...error, gone: well?.round ?? null, ranAgain: again.at(-1)?.round ?? null }
  })
}
