import { extract } from './extract.ts'
import { shortened } from './prose/shortened.ts'
import type { DigestRound } from './round.ts'
import { settleFiles } from './settle/files.ts'
import { settle } from './settle.ts'

/** One line that says what rounds are about, as a commit's subject does: what was asked, the files, how it came out. */
export function commitLine(rounds: readonly DigestRound[]): string | undefined {
  const state = extract(rounds)
  const view = settle(state)
  const asked = view.goals[0]
  const said = asked?.text ?? rounds.flatMap(({ events }) => events).find((event) => event.kind === 'said')?.text
  const files = settleFiles(state.entries, []).changed.map(({ path }) => path.replace(/^.*[/\\]/, ''))
  const test = view.tests.at(-1)
  const failed = view.commands.findLast((one) => one.failed)
  const outcome = test ? `tests ${test.result.outcome}` : failed ? `${failed.command.split(' ')[0]} failed` : ''
  const parts = [
    shortened((said ?? '').replace(/\s+/g, ' '), 72),
    files.length > 3 ? `${files.slice(0, 2).join(', ')} and ${files.length - 2} more` : files.join(', '),
    outcome,
  ].filter((part) => part !== '')
  return parts.length === 0 ? undefined : parts.join(' · ')
}
