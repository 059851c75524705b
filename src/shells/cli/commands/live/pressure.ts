import type { PressureReport } from '../../../../actions/pressure/pressure-of.ts'
import { shortId } from '../../../../model/id.ts'
import { defineCommand, SESSION } from '../../command.ts'
import { short } from '../../format.ts'
import type { Screen } from '../../screen.ts'
import { definitions, wrap } from '../../table.ts'

export const pressure = defineCommand({
  name: 'pressure',
  group: 'Live',
  summary: 'how full a context is, the signs of it, and what to do',
  about:
    "The percentage is what the client's status line said in the last minute, else what the last reply recorded, else an estimate. The level is the highest of all signs: the window, the number of messages and turns, files read again unchanged, replies that repeat themselves or grow, and work that has nothing left of the first request.",
  arguments: { session: { ...SESSION, optional: true } },
  options: {},
  examples: [
    { command: 'stet pressure', does: 'the newest session of this folder' },
    { command: 'stet pressure 40e785a0 --json', does: 'everything as one JSON value' },
  ],
  json: '{session,percent,tokens,window,from,level,signals:[{name,level,action,evidence}],breakdown:{tool_results,tool_uses,text,thinking,images,notes,system},advice:{action,command,why}}',
  async run({ args, workspace }) {
    const { resolveSession } = await import('../../../../actions/resolve-session.ts')
    const { pressureOf } = await import('../../../../actions/pressure/pressure-of.ts')
    const opened = await workspace()
    const value = await pressureOf(opened, await resolveSession(opened, args.session ?? 'latest'))
    return { value, text: (screen) => pressureText(value, screen) }
  },
})

function pressureText(value: PressureReport, screen: Screen): string {
  const { session, percent, tokens, window, level, signals, breakdown, advice } = value
  const shares = Object.entries(breakdown)
    .filter(([, count]) => count > 0)
    .sort(([, a], [, b]) => b - a)
    .map(
      ([name, count]) =>
        `${name.replace('_', ' ')} ${short(count)} (${Math.round((count / Math.max(1, tokens)) * 100)} %)`,
    )
  return [
    `${screen.cyan(shortId(session))}  ${screen.bold(`${percent} %`)} of ${short(window)} tokens, level ${screen.bold(level)}`,
    screen.dim(listed(shares, screen.columns)),
    ...(signals.length === 0
      ? []
      : [
          definitions(
            signals.map((one) => [`${one.name}: ${one.level}`, one.evidence]),
            screen,
          ),
        ]),
    `${screen.bold('Next')}\n${definitions([[advice.command, advice.why]], screen)}`,
  ].join('\n')
}

/** What belongs together stays on one line. */
function listed(items: readonly string[], columns: number): string {
  const joined = items.map((item) => item.replaceAll(' ', '\u00a0')).join(', ')
  return wrap(joined, columns).join('\n').replaceAll('\u00a0', ' ')
}
