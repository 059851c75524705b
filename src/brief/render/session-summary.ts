import type { EntryKind } from '../entries/entry.ts'
import type { Facts, FileFact } from '../facts/facts.ts'
import type { About } from './about.ts'
import { factSections, fileText, shownPath, sinceText } from './fact-sections.ts'
import { bullets, cell, line, section } from './line.ts'
import { ENTRY_HEADINGS, entriesOf, firstLine, leftPart, nobody, otherKinds, saidPart } from './outline.ts'
import type { Shown } from './shown.ts'

const STATUS = { passed: 'pass', failed: 'fail' } as const

/** The session summary in markdown. */
export function sessionSummary(shown: Shown, about: Pick<About, 'session' | 'cwd' | 'at'>): string {
  const { facts } = shown
  const { cwd } = about
  const error = facts.errors.findLast(({ gone }) => gone === null)
  const tasks = entriesOf(shown, 'task').map(({ text }) => text)
  return [
    `> ${firstLine(shown)}`,
    '',
    `## Session Summary (${about.at})`,
    '',
    '### State',
    `- Phase: ${phaseOf(facts)}`,
    `- Current task: ${tasks.join('; ') || nobody(shown)}`,
    '',
    '### Files Modified',
    '| File | Change | Status |',
    '|------|--------|--------|',
    ...facts.files.map(
      (file) =>
        `| ${cell(shownPath(file.path, cwd))} | ${cell(line(fileText(file), file.rounds).text)} | ${statusOf(file)} |`,
    ),
    '',
    '### Key Decisions',
    ...written(shown, 'decision'),
    ...(error ? ['', '### Current Error', '```', error.text, '```'] : []),
    ...(error ? [`Printed by \`${error.command}\` in round ${error.last}, ${sinceText(error)}.`] : []),
    '',
    '### Next Steps',
    ...steps(shown),
    ...otherKinds('task', 'decision', 'next', 'open').flatMap((kind) =>
      section(`### ${ENTRY_HEADINGS[kind]}`, entriesOf(shown, kind)),
    ),
    ...factSections(facts, cwd).flatMap(({ name, heading, lines }) =>
      name === 'files' ? [] : section(`### ${heading}`, lines),
    ),
    ...ending(shown, about),
  ].join('\n')
}

function statusOf({ state, tested }: FileFact): string {
  if (tested !== null) return STATUS[tested.outcome]
  return state === 'deleted' || state === 'reverted' ? 'nothing left to test' : 'no test known to cover it'
}

/** The handoff: its five headings, and below them what was said. */
export function handoff(shown: Shown, about: Pick<About, 'session' | 'cwd'>): string {
  const facts = factSections(shown.facts, about.cwd)
  const files = facts.find(({ name }) => name === 'files')?.lines ?? ['No call changed a file.']
  return [
    firstLine(shown),
    '',
    '### Current Task',
    ...written(shown, 'task'),
    '',
    '### Key Decisions',
    ...written(shown, 'decision'),
    '',
    '### Modified Files',
    ...bullets(files),
    '',
    '### Immediate Next Steps',
    ...steps(shown),
    '',
    '### Critical Context',
    ...written(shown, 'rule', 'fact', 'error', 'check', 'idea'),
    ...facts.flatMap(({ name, heading, lines }) => (name === 'files' ? [] : [`${heading}:`, ...bullets(lines)])),
    ...ending(shown, about),
  ].join('\n')
}

function written(shown: Shown, ...kinds: readonly EntryKind[]): readonly string[] {
  const lines = entriesOf(shown, ...kinds)
  return bullets(lines.length === 0 ? [nobody(shown)] : lines)
}

/** What somebody wrote that comes next, then what is open. */
function steps(shown: Shown): readonly string[] {
  const all = [...entriesOf(shown, 'next'), ...entriesOf(shown, 'open')]
  return all.length === 0 ? [`1. ${nobody(shown)}`] : all.map(({ text }, at) => `${at + 1}. ${text}`)
}

function ending(shown: Shown, { session }: Pick<About, 'session'>): readonly string[] {
  return [...saidPart(shown, '### What was said'), ...leftPart(shown, session, '### What is not in this text'), '']
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
