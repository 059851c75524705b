import type { CommandFact, ErrorFact, Facts, FileFact, TestFact } from '../facts/facts.ts'
import { shortened } from '../shortened.ts'
import { type Line, line } from './line.ts'

/** One kind of fact, under a heading that says what was seen. */
interface FactSection {
  readonly name: 'files' | 'commits' | 'tests' | 'errors' | 'commands' | 'plan' | 'choices' | 'names'
  readonly heading: string
  readonly lines: readonly Line[]
}

const SYMBOLS = 4

/** The facts in the order they are read in, those of a kind without any left out. */
export function factSections(facts: Facts, cwd: string | null): readonly FactSection[] {
  const { files, commits, tests, errors, commands, plan, choices, names } = facts
  const sections: readonly (readonly [FactSection['name'], heading: string, lines: readonly Line[]])[] = [
    ['files', 'Files changed', files.map((file, at) => fileLine(file, cwd, files[at - 1]?.tested))],
    [
      'commits',
      'Commits',
      commits.map(({ hash, subject, round, isSeen }) =>
        line(`${hash ?? 'no hash seen'} ${subject}`, [round], isSeen ? ['seen in a log'] : []),
      ),
    ],
    ['tests', 'Tests, as they last ran', tests.map((test) => testLine(test, cwd))],
    ['errors', 'Errors that were printed', errors.map(errorLine)],
    ['commands', 'Commands that changed something or failed, as they last ended', commands.map(commandLine)],
    [
      'plan',
      "The agent's own list of work, as it last was",
      plan.map(({ text, status, round }) => line(`[${status}] ${text}`, [round])),
    ],
    [
      'choices',
      'What the user chose when asked',
      choices.map(({ question, answer, others, round }) => {
        const not = others.length === 0 ? '' : ` [not: ${others.join(' | ')}]`
        return line(`${shortened(question)} → ${answer}${not}`, [round])
      }),
    ],
    [
      'names',
      'Named in calls and results',
      names.map(({ text, source, rounds }) => line(`${text}, first named by \`${shortened(source, 80)}\``, rounds)),
    ],
  ]
  return sections.flatMap(([name, heading, lines]) => (lines.length === 0 ? [] : [{ name, heading, lines }]))
}

function commandLine(run: CommandFact): Line {
  return line(`\`${run.command}\`: ${endText(run)}`, run.rounds)
}

/** How a command ended, as far as that was seen. */
function endText({ failed, exit }: CommandFact): string {
  if (exit === null) return failed ? 'failed' : 'began, its end was not seen'
  return failed ? `failed with exit ${exit}` : 'ran'
}

/** The tests that ran after a change are named where the file before was not tested by the same. */
function fileLine(file: FileFact, cwd: string | null, before: FileFact['tested'] = null): Line {
  const { path, from, rounds, agent, tested } = file
  const moved = from === undefined ? '' : ` from ${shownPath(from, cwd)}`
  const isSame = before?.round === tested?.round && before?.command === tested?.command
  const seen =
    tested === null
      ? ''
      : `; tests ran after this change and ${tested.outcome} in round ${tested.round}${isSame ? '' : ` (\`${shortened(tested.command, 80)}\`)`}`
  const by = agent === undefined ? [] : [`by the subagent ${agent}`]
  return line(`${shownPath(path, cwd)}: ${fileText(file)}${moved}${seen}`, rounds, by)
}

/** What became of a file, with what its changes are about. */
export function fileText({ state, symbols, removed }: Pick<FileFact, 'state' | 'symbols' | 'removed'>): string {
  const shown = [
    ...(symbols.length === 0 ? [] : [symbols.slice(0, SYMBOLS).join(', ')]),
    ...(removed.length === 0 ? [] : [`without ${removed.slice(0, SYMBOLS).join(', ')}`]),
  ]
  return `${state}${shown.length === 0 ? '' : ` (${shortened(shown.join('; '), 140)})`}`
}

function testLine(test: TestFact, cwd: string | null): Line {
  const { command, result, rounds, changedSince } = test
  const { outcome, passed, failed, failing } = result
  const counts = [...(passed === null ? [] : [`${passed} passed`]), ...(failed ? [`${failed} failed`] : [])].join(', ')
  const names = outcome === 'failed' ? failing.slice(0, 3).join(', ') : ''
  const since = changedSince.slice(0, 4).map((path) => shownPath(path, cwd))
  return line(
    [
      `\`${command}\`: ${outcome === 'unknown' ? `${endText(test)}, no outcome of tests seen` : outcome}`,
      counts === '' ? '' : ` (${counts})`,
      names === '' ? '' : `: ${names}`,
      since.length === 0 ? '' : `; changed after it: ${since.join(', ')}`,
      changedSince.length > 4 ? ` and ${changedSince.length - 4} more` : '',
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
  const folder = cwd?.replace(/[\\/]$/, '')
  const isBelow = folder !== undefined && path.startsWith(folder) && /^[\\/]/.test(path.slice(folder.length))
  return isBelow ? path.slice(folder.length + 1) : path
}
