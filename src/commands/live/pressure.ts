import type { PressureReport } from '../../live/pressure-of.ts'
import { shortId } from '../../model/id.ts'
import { defineCommand } from '../kit/command.ts'
import { session } from '../kit/fields.ts'
import { list, number, object, oneOf, string } from '../kit/shape.ts'
import { short } from '../kit/text/format.ts'
import type { Screen } from '../kit/text/screen.ts'
import { definitions, wrap } from '../kit/text/table.ts'

export const pressure = defineCommand({
  name: 'pressure',
  topic: 'live',
  summary: 'Show how full a context is, the signs of it, and the next step',
  about:
    "The percentage comes from the client's status line, if that is of the last minute or newer than the last line of the session, else from the last reply, else it is an estimate. The level is the highest of all signs: how full the window is, many messages or turns, files read again unchanged, replies that repeat themselves or grow, and work that has lost the first request. Below the first threshold (60 %), many messages alone force nothing.",
  arguments: { session: session({ optional: true, default: 'latest' }) },
  options: {},
  examples: [
    { command: 'stet pressure', does: 'shows the newest session of this folder' },
    { command: 'stet pressure 40e785a0 --json', does: 'prints everything as one JSON value' },
  ],
  output: object({
    session: string,
    percent: number,
    tokens: number,
    window: number,
    from: oneOf(['status-line', 'usage', 'estimate']),
    level: string,
    signals: list(object({ name: string, level: string, action: string, evidence: string })),
    breakdown: object({
      tool_results: number,
      tool_uses: number,
      text: number,
      thinking: number,
      images: number,
      notes: number,
      system: number,
    }),
    advice: object({ action: string, command: string, why: string }),
  }),
  offer: { cli: true, http: true },
  async run(call) {
    const { pressureOf } = await import('../../live/pressure-of.ts')
    const value = await pressureOf(await call.workspace(), await call.session(call.input.session))
    return { value, text: (screen, shown: typeof value) => pressureText(shown, screen) }
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

/** In lines that break between items only. */
function listed(items: readonly string[], columns: number): string {
  const joined = items.map((item) => item.replaceAll(' ', '\u00a0')).join(', ')
  return wrap(joined, columns).join('\n').replaceAll('\u00a0', ' ')
}
