import { shortened } from '../../brief/shortened.ts'
import type { View } from '../settle.ts'
import { nextAction } from './continuation-prompt.ts'
import { fileText, shownPath, testText } from './words.ts'

const MOST_DECISIONS = 5
const MOST_FILES = 20
const MOST_WORDS = 500

/** The handoff summary: five headings, at most five decisions, about 500 words; what is too much goes from the middle. */
export function handoff(view: View, { cwd }: { readonly cwd: string | null }): string {
  for (const most of [MOST_FILES, 12, 8, 5, 3]) {
    const text = written(view, cwd, most)
    if (text.split(/\s+/).length <= MOST_WORDS) return text
  }
  return written(view, cwd, 2)
}

function written(view: View, cwd: string | null, most: number): string {
  const files = view.files.changed.slice(-most)
  const more = view.files.changed.length - files.length
  const failing = view.tests.findLast((test) => test.result.outcome === 'failed')
  const critical = [
    ...view.constraints.slice(-most).map((one) => `${shortened(one.text, 160)} (round ${one.round})`),
    ...(failing ? [`\`${failing.command}\` ${testText(failing)} (round ${failing.rounds.at(-1)})`] : []),
    ...view.errors.open.slice(-Math.min(3, most)).map((one) => `${shortened(one.text, 160)} (round ${one.round})`),
    ...view.facts.slice(-Math.min(6, most)).map((one) => `${shortened(one.text, 160)} (round ${one.round})`),
  ]
  const first = nextAction(view)
  const others = view.threads.filter((one) => !first.endsWith(`${one.text} (round ${one.round})`))
  const steps = [
    first,
    ...others.slice(-Math.min(6, most)).map((one) => `${shortened(one.text, 160)} (round ${one.round})`),
  ]
  return [
    '### Current Task',
    taskText(view),
    '',
    '### Key Decisions',
    ...listOr(
      'none on record',
      view.decisions.slice(-MOST_DECISIONS).map((one) => `- ${shortened(one.text, 160)} (round ${one.round})`),
    ),
    '',
    '### Modified Files',
    ...listOr(
      'none',
      files.map((file) => `- ${shownPath(file.path, cwd)}: ${fileText(file, 3)}`),
    ),
    ...(more > 0 ? [`- and ${more} more, changed earlier`] : []),
    '',
    '### Immediate Next Steps',
    ...[...new Set(steps)].map((step, at) => `${at + 1}. ${step}`),
    '',
    '### Critical Context',
    ...listOr(
      'none',
      critical.map((line) => `- ${line}`),
    ),
    '',
  ].join('\n')
}

function taskText(view: View): string {
  const [first] = view.goals
  const last = view.goals.at(-1)
  if (!first) return 'Nothing was asked for yet.'
  if (last === first) return shortened(first.text)
  return `${shortened(first.text, 200)} (round ${first.round}) Last request: ${shortened(last!.text, 200)} (round ${last!.round})`
}

function listOr(nothing: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [`- ${nothing}`] : lines
}
