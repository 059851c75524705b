import type { Inscribed, InscribeResult } from '../../../record/capture/inscribe.ts'
import { cut } from './display-width.ts'
import { bytesOf, count } from './format.ts'
import { plainLine } from './plain-text.ts'
import type { Screen } from './screen.ts'
import { sessionNames } from './session-names.ts'
import { table } from './table.ts'

const LISTED = 20

/** What was captured: the sessions that grew, and what in them could not be read. */
export function inscribedText({ sessions, failed, warnings }: InscribeResult, screen: Screen): string {
  if (sessions.length + failed.length + warnings.length === 0)
    return `Nothing was captured: sessions that \`stet forget\` removed stay out.\n${screen.dim('→')} stet inscribe PATH   captures such a file anyway`
  const names = sessionNames(sessions)
  const grown = sessions.filter((session) => session.new_bytes > 0)
  const listed = screen.lineColumns === Number.POSITIVE_INFINITY ? grown : grown.slice(0, LISTED)
  const rows = table(
    listed,
    [
      { title: 'session', cell: ({ session }) => names.get(session) ?? session, style: () => screen.cyan },
      { title: 'rounds', cell: ({ rounds }) => String(rounds), align: 'right' },
      { title: 'new', cell: ({ new_bytes }) => bytesOf(new_bytes), align: 'right' },
      { title: 'file', cell: ({ path }) => screen.path(path), flexible: true, keepsEnd: true, style: () => screen.dim },
    ],
    screen,
  )
  return [
    ...(listed.length > 0 ? [rows] : []),
    ...(grown.length > listed.length ? [screen.dim(`… and ${grown.length - listed.length} more`)] : []),
    ...(sessions.length > 0 ? [summary(sessions, grown, screen)] : []),
    ...remarks({ sessions, warnings }, screen),
  ].join('\n')
}

/** What was damaged, not understood, or of no client. */
export function remarks({ sessions, warnings }: Omit<InscribeResult, 'failed'>, screen: Screen): readonly string[] {
  const names = sessionNames(sessions)
  const grown = sessions.filter((session) => session.new_bytes > 0)
  return [
    ...healed(sessions, names, screen),
    ...problems(grown, names, screen),
    ...unknown(grown, names, screen),
    ...warnings.map((warning) => screen.yellow(`! ${plainLine(warning)}`)),
  ]
}

/** The files that could not be captured, and what to do about each. */
export function failedText({ failed }: Pick<InscribeResult, 'failed'>, screen: Screen): string {
  if (failed.length === 0) return ''
  const messages = failed.map(({ message }) => screen.red(plainLine(message)))
  const hints = new Set(failed.map(({ hint }) => hint ?? 'stet inscribe --dry-run shows which files there are.'))
  return [...messages, ...[...hints].map((hint) => `${screen.dim('→')} ${plainLine(hint)}`)].join('\n')
}

function summary(sessions: readonly Inscribed[], grown: readonly Inscribed[], screen: Screen): string {
  const unchanged = sessions.length - grown.length
  if (grown.length === 0)
    return `${unchanged === 1 ? 'The session is' : `All ${unchanged} sessions are`} in the record already.`
  const bytes = grown.reduce((sum, session) => sum + session.new_bytes, 0)
  const rest = unchanged === 0 ? '' : `; ${unchanged} unchanged`
  return `${screen.green('✓')} ${count(grown.length, 'session')} captured, ${bytesOf(bytes)} new${rest}.`
}

/** What the store could not read any more, and has again. */
function healed(sessions: readonly Inscribed[], names: ReadonlyMap<string, string>, screen: Screen): readonly string[] {
  return sessions
    .filter((session) => session.healed > 0)
    .map(({ session, healed }) =>
      screen.yellow(
        `! ${names.get(session) ?? session}: ${count(healed, 'stored piece')} damaged, restored from the file`,
      ),
    )
}

/** Files of no client that Stet knows. */
function unknown(
  sessions: readonly Inscribed[],
  names: ReadonlyMap<string, string>,
  screen: Screen,
): readonly string[] {
  return sessions
    .filter(({ tier }) => tier === 'raw')
    .map(({ session }) => {
      const text = `! ${names.get(session) ?? session}: no client Stet knows wrote this; its bytes are kept as they are (tier raw)`
      return screen.yellow(cut(text, screen.lineColumns))
    })
}

function problems(
  sessions: readonly Inscribed[],
  names: ReadonlyMap<string, string>,
  screen: Screen,
): readonly string[] {
  return sessions
    .filter((session) => session.problems.length > 0)
    .slice(0, LISTED)
    .map(({ session, problems: found }) => {
      const first = found.slice(0, 3).map(({ line, problem }) => `line ${line} ${plainLine(problem)}`)
      const more = found.length > first.length ? `, and ${found.length - first.length} more` : ''
      const text = `! ${names.get(session) ?? session}: kept as it came, not understood: ${first.join(', ')}${more}`
      return screen.yellow(cut(text, screen.lineColumns))
    })
}
