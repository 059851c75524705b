import type { CommandFact, ErrorFact, Facts, FileFact, TestFact } from '../facts/facts.ts'
import { shortened } from '../shortened.ts'
import { type Line, line } from './line.ts'

/** One kind of fact, under a heading that says what was seen. */
export interface FactSection {
  readonly name: 'files' | 'commits' | 'tests' | 'errors' | 'commands' | 'plan' | 'choices' | 'names'
  readonly heading: string
  readonly lines: readonly Line[]
}

const SYMBOLS = 4

/** The facts in the order they are read in, those of a kind without any left out. */
export function factSections(facts: Facts, cwd: string | null): readonly FactSection[] {
  const sections: readonly FactSection[] = [
    { name: 'files', heading: 'Files changed', lines: facts.files.map((file) => once(file, cwd, fileLine)) },
    {
      name: 'commits',
      heading: 'Commits',
      lines: facts.commits.map(({ hash, subject, round, isSeen }) =>
        line(`${hash ?? 'no hash seen'} ${subject}`, [round], isSeen ? ['seen in a log'] : []),
      ),
    },
    { name: 'tests', heading: 'Tests, as they last ran', lines: facts.tests.map((test) => once(test, cwd, testLine)) },
    {
      name: 'errors',
      heading: 'Errors that were printed',
      lines: facts.errors.map((error) => once(error, cwd, errorLine)),
    },
    {
      name: 'commands',
      heading: 'Commands that changed something or failed',
      lines: facts.commands.map((command) => once(command, cwd, commandLine)),
    },
    {
      name: 'plan',
      heading: "The agent's own list of work, as it last was",
      lines: facts.plan.map(({ text, status, round }) => line(`[${status}] ${text}`, [round])),
    },
    {
      name: 'choices',
      heading: 'What the user chose when asked',
      lines: facts.choices.map(({ question, answer, others, round }) =>
        line(`${shortened(question)} → ${answer}${others.length === 0 ? '' : ` [not: ${others.join(' | ')}]`}`, [
          round,
        ]),
      ),
    },
    {
      name: 'names',
      heading: 'Named in calls and results',
      lines: facts.names.map(({ text, source, rounds }) =>
        line(`${text}, first named by \`${shortened(source, 80)}\``, rounds),
      ),
    },
  ]
  return sections.filter(({ lines }) => lines.length > 0)
}

const known = new WeakMap<object, { readonly cwd: string | null; readonly line: Line }>()

/** The line of a fact; a brief that has to fit is written several times. */
function once<T extends object>(fact: T, cwd: string | null, write: (fact: T, cwd: string | null) => Line): Line {
  const before = known.get(fact)
  if (before && before.cwd === cwd) return before.line
  const made = write(fact, cwd)
  known.set(fact, { cwd, line: made })
  return made
}

function commandLine({ command, failed, exit, rounds }: CommandFact): Line {
  return line(`\`${command}\`: ${failed ? `failed${exit === null ? '' : ` with exit ${exit}`}` : 'ran'}`, rounds)
}

function fileLine(file: FileFact, cwd: string | null): Line {
  const { path, from, rounds, agent } = file
  return line(
    `${shownPath(path, cwd)}: ${fileText(file)}${from === undefined ? '' : ` from ${shownPath(from, cwd)}`}${testedText(file)}`,
    rounds,
    agent === undefined ? [] : [`by the subagent ${agent}`],
  )
}

/** What became of a file, with what its changes are about. */
export function fileText({ state, symbols, removed }: FileFact): string {
  const shown = [
    ...(symbols.length === 0 ? [] : [symbols.slice(0, SYMBOLS).join(', ')]),
    ...(removed.length === 0 ? [] : [`without ${removed.slice(0, SYMBOLS).join(', ')}`]),
  ]
  return `${state}${shown.length === 0 ? '' : ` (${shortened(shown.join('; '), 140)})`}`
}

function testedText({ tested }: FileFact): string {
  return tested === null
    ? ''
    : `; tests ran after this change and ${tested.outcome} in round ${tested.round} (\`${shortened(tested.command, 80)}\`)`
}

function testLine({ command, result, rounds, changedSince }: TestFact, cwd: string | null): Line {
  const counts = [
    ...(result.passed === null ? [] : [`${result.passed} passed`]),
    ...(result.failed === null || result.failed === 0 ? [] : [`${result.failed} failed`]),
  ].join(', ')
  const failing = result.outcome === 'failed' ? result.failing.slice(0, 3).join(', ') : ''
  const since = changedSince.map((path) => shownPath(path, cwd))
  return line(
    [
      `\`${command}\`: ${result.outcome === 'unknown' ? 'ran, outcome not seen' : result.outcome}`,
      counts === '' ? '' : ` (${counts})`,
      failing === '' ? '' : `: ${failing}`,
      since.length === 0 ? '' : `; changed after it: ${since.slice(0, 4).join(', ')}`,
      since.length > 4 ? ` and ${since.length - 4} more` : '',
    ].join(''),
    rounds,
  )
}

function errorLine(error: ErrorFact): Line {
  const { text, command, how, first, last } = error
  const rounds = first === last ? [first] : [first, last]
  return line(`\`${shortened(command, 80)}\` ${how}: ${shortened(text)}`, rounds, [sinceText(error)])
}

/** What was seen of an error since it was printed. */
export function sinceText({ gone, ranAgain }: ErrorFact): string {
  if (gone !== null) return `gone since round ${gone}`
  return ranAgain === null ? 'not run again' : `the command ran again in round ${ranAgain}`
}

/** A path as short as it stays plain: below the session's folder without it. */
export function shownPath(path: string, cwd: string | null): string {
  const folder = cwd?.replace(/\/$/, '')
  return folder !== undefined && path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : path
}
