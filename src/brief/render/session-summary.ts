import type { Facts } from '../facts/facts.ts'
import type { About } from './about.ts'
import { factSections, fileText, shownPath, sinceText } from './fact-sections.ts'
import { leftLines } from './left-lines.ts'
import { section } from './line.ts'
import { ENTRY_HEADINGS, entriesOf, firstLine, NOBODY, otherKinds } from './outline.ts'
import type { Shown } from './shown.ts'
import { wordLines } from './word-lines.ts'

const STATUS = { passed: 'pass', failed: 'fail' } as const

/** The session summary in markdown. */
export function sessionSummary(shown: Shown, about: About): string {
  const { facts, words } = shown
  const error = facts.errors.findLast(({ gone }) => gone === null)
  const kinds = otherKinds('task', 'decision', 'next')
  const facted = factSections(facts, about.cwd).filter(({ name }) => name !== 'files')
  const left = leftLines(shown, about.session)
  return [
    `> ${firstLine(shown)}`,
    '',
    `## Session Summary (${about.at})`,
    '',
    '### State',
    `- Phase: ${phaseOf(facts)}`,
    `- Current task: ${
      entriesOf(shown, 'task')
        .map(({ text }) => text)
        .join('; ') || NOBODY
    }`,
    '',
    '### Files Modified',
    '| File | Change | Status |',
    '|------|--------|--------|',
    ...facts.files.map(
      (file) =>
        `| ${cell(shownPath(file.path, about.cwd))} | ${cell(fileText(file))} (rounds ${file.rounds.join(', ')}) | ${file.tested === null ? 'no test seen after it' : STATUS[file.tested.outcome]} |`,
    ),
    '',
    '### Key Decisions',
    ...(
      entriesOf(shown, 'decision')
        .map(({ text }) => `- ${text}`)
        .join('\n') || `- ${NOBODY}`
    ).split('\n'),
    ...(error
      ? [
          '',
          '### Current Error',
          '```',
          error.text,
          '```',
          `Printed by \`${error.command}\` in round ${error.last}, ${sinceText(error)}.`,
        ]
      : []),
    '',
    '### Next Steps',
    ...numbered(stepsOf(shown)),
    ...kinds
      .filter((kind) => kind !== 'open')
      .flatMap((kind) => section(ENTRY_HEADINGS[kind], entriesOf(shown, kind), '###')),
    ...facted.flatMap(({ heading, lines }) => section(heading, lines, '###')),
    ...(words.length === 0 ? [] : ['', '### What was said', ...wordLines(words)]),
    ...(left.length === 0 ? [] : ['', '### What is not in this text', ...left.map((one) => `- ${one}`)]),
    '',
  ].join('\n')
}

/** What somebody wrote that comes next, then what is open. */
export function stepsOf(shown: Shown): readonly string[] {
  return [...entriesOf(shown, 'next'), ...entriesOf(shown, 'open')].map(({ text }) => text)
}

export function numbered(steps: readonly string[]): readonly string[] {
  return steps.length === 0 ? [`1. ${NOBODY}`] : steps.map((step, at) => `${at + 1}. ${step}`)
}

/** What was seen to happen last, in a few words. */
function phaseOf({ files, tests, to }: Facts): string {
  const changed = Math.max(0, ...files.flatMap(({ rounds }) => rounds))
  const test = tests.findLast(({ rounds }) => rounds.length > 0)
  const seen = [
    changed === 0 ? 'no file changed' : `files last changed in round ${changed}`,
    ...(test ? [`tests last ran in round ${test.rounds.at(-1)} (${test.result.outcome})`] : []),
  ]
  return `round ${to}; ${seen.join(', ')}`
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ')
}
