import { continuationPrompt } from '../../src/brief/render/continuation-prompt.ts'
import { shownOf } from '../../src/brief/render/shown.ts'
import { briefOf } from '../../src/brief/session-brief.ts'
import { realFiles, roundsIn, sizeOf } from './real-rounds.ts'

const SHARES = [0.04, 0.06, 0.1]
const ABOUT = { session: 's', title: null, cwd: null, tag: 'A_B_C', at: '', turns: 1, last: 1 }

/** Of real sessions without entries: how much of what was said can be read where a prompt has so much of what the model saw. */
export function readable(): string {
  const files = realFiles()
  if (!files) return 'readable: ../shared/corpus is absent'
  const lines = [
    '| what the model saw | at | prompt | words of the user | words of the agent | files, tests, commits |',
    '|---|---|---|---|---|---|',
  ]
  for (const file of files) {
    const rounds = roundsIn(file)
    const brief = briefOf(rounds, { current: [], over: [], refused: [] }, sizeOf(rounds))
    const { words, facts, chars } = brief
    for (const share of SHARES) {
      const shown = shownOf(brief, (one) => continuationPrompt(one, ABOUT).length, share * chars)
      const length = continuationPrompt(shown, ABOUT).length
      const said = (who: string, all: typeof words) =>
        all.reduce((sum, word) => sum + (word.who === who ? word.text.length : 0), 0)
      const done = ({ files: changed, tests, commits }: typeof facts) => changed.length + tests.length + commits.length
      const of = (part: number, whole: number) => (whole === 0 ? '–' : (part / whole).toFixed(2))
      lines.push(
        `| ${chars} | ${100 * share} % | ${((100 * length) / chars).toFixed(1)} % | ${of(said('user', shown.words), said('user', words))} | ${of(said('agent', shown.words), said('agent', words))} | ${of(done(shown.facts), done(facts))} |`,
      )
    }
  }
  return lines.join('\n')
}
