import type { About } from './about.ts'
import { factSections } from './fact-sections.ts'
import { leftLines } from './left-lines.ts'
import type { Line } from './line.ts'
import { entriesOf, firstLine, NOBODY } from './outline.ts'
import { numbered, stepsOf } from './session-summary.ts'
import type { Shown } from './shown.ts'
import { wordLines } from './word-lines.ts'

/** The handoff: its five headings, and below them what was said. */
export function handoff(shown: Shown, about: Pick<About, 'session' | 'cwd'>): string {
  const facts = factSections(shown.facts, about.cwd)
  const factLines = (isMeant: (name: string) => boolean): readonly Line[] =>
    facts.filter(({ name }) => isMeant(name)).flatMap(({ lines }) => lines)
  const left = leftLines(shown, about.session)
  return [
    firstLine(shown),
    '',
    '### Current Task',
    ...listed(entriesOf(shown, 'task')),
    '',
    '### Key Decisions',
    ...listed(entriesOf(shown, 'decision')),
    '',
    '### Modified Files',
    ...listed(
      factLines((name) => name === 'files'),
      'No call changed a file.',
    ),
    '',
    '### Immediate Next Steps',
    ...numbered(stepsOf(shown)),
    '',
    '### Critical Context',
    ...listed([...entriesOf(shown, 'rule', 'fact', 'error', 'check', 'idea')]),
    ...facts
      .filter(({ name }) => name !== 'files')
      .flatMap(({ heading, lines }) => [`${heading}:`, ...lines.map(({ text }) => `- ${text}`)]),
    ...(shown.words.length === 0 ? [] : ['', '### What was said', ...wordLines(shown.words)]),
    ...(left.length === 0 ? [] : ['', '### What is not in this text', ...left.map((one) => `- ${one}`)]),
    '',
  ].join('\n')
}

function listed(lines: readonly Line[], none = NOBODY): readonly string[] {
  return lines.length === 0 ? [`- ${none}`] : lines.map(({ text }) => `- ${text}`)
}
