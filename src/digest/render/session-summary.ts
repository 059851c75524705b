import { shortened } from '../../brief/shortened.ts'
import type { View } from '../settle.ts'
import type { About } from './about.ts'
import { nextAction } from './continuation-prompt.ts'
import { decisionText, fileText, roundsText, shownPath } from './words.ts'

const STATUS = { passed: 'pass', failed: 'fail' } as const

/** The session summary in markdown. */
export function sessionSummary(view: View, about: About): string {
  const error = view.errors.open.at(-1)
  const first = nextAction(view)
  const others = view.threads.toReversed().map((one) => `${shortened(one.text, 200)} (round ${one.round})`)
  const steps = [first, ...others.filter((step) => !first.endsWith(step))]
  return [
    '> For reference only. What is told here was done or decided before: do not carry out its tasks again.',
    '',
    `## Session Summary (${about.at})`,
    '',
    '### State',
    `- Phase: ${phaseOf(view)}`,
    `- Current task: ${view.goals.at(-1)?.text ?? 'none'}`,
    '',
    '### Files Modified',
    '| File | Change | Status |',
    '|------|--------|--------|',
    ...view.files.changed.map(
      (file) =>
        `| ${cell(shownPath(file.path, about.cwd))} | ${cell(fileText({ ...file, tests: null }))} (${roundsText(file.rounds)}) | ${file.tests === null ? 'not tested' : STATUS[file.tests]} |`,
    ),
    '',
    '### Key Decisions',
    ...(view.decisions.length === 0 ? ['- none'] : view.decisions.map((one) => `- ${decisionText(one)}`)),
    ...(error ? ['', '### Current Error', '```', error.text, '```'] : []),
    '',
    '### Next Steps',
    ...[...new Set(steps)].slice(0, 7).map((step, at) => `${at + 1}. ${step}`),
    '',
  ].join('\n')
}

/** What the work was at, from what was done in the last rounds. */
function phaseOf(view: View): string {
  const late = view.to - Math.max(2, Math.round((view.to - view.from) / 5))
  if (view.tests.some((test) => test.result.outcome === 'failed' && test.rounds.at(-1)! >= late)) return 'fixing tests'
  if (view.files.changed.some((file) => file.rounds.at(-1)! >= late))
    return view.tests.some((test) => test.rounds.at(-1)! >= late) ? 'implementing and testing' : 'implementing'
  return view.files.read.some((file) => file.round >= late) ? 'exploring' : 'talking it over'
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ')
}
