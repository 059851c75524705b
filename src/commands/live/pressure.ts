import type { PressureReport } from '../../live/pressure-of.ts'
import { shortId } from '../../model/id.ts'
import { defineCommand } from '../kit/command.ts'
import { session } from '../kit/fields.ts'
import { list, number, object, oneOf, orNull, string } from '../kit/shape.ts'
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
      system: orNull(number),
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
    .flatMap(([name, count]) => (count === null || count === 0 ? [] : [[name, count] as const]))
    .sort(([, a], [, b]) => b - a)
    .map(
      ([name, count]) =>
        `${name.replace('_', ' ')} ${short(count)} (${Math.round((count / Math.max(1, tokens)) * 100)} %)`,
    )
  return [
    `${screen.cyan(shortId(session))}  ${screen.bold(`${percent} %`)} of ${short(window)} tokens, level ${screen.bold(level)}`,
    screen.dim(listed(shares, screen.columns)),
    ...(level !== 'ok' ? [definitions(remedies(breakdown), screen)] : []),
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

/** What to do about a part of the context, the largest first; what is fixed cannot be cut. */
const REMEDIES: Readonly<Record<string, string>> = {
  tool_results: 'grow fast: `stet trim` cuts the long ones, `stet offload` keeps them in files',
  text: 'grows with each round: `stet compress-before` makes an index of older rounds',
  thinking: 'is of little use later: `stet drop SESSION RANGE --kinds thinking`',
  tool_uses: 'long inputs: `stet trim --tool-inputs` cuts them',
  images: '`stet drop SESSION RANGE --kinds image` leaves pictures of older rounds out',
  notes: 'what the client told the model: it stays',
  system: 'is fixed: fewer tools and servers make it smaller',
}

/** Parts smaller than this share of the context are not worth a word. */
const WORTH = 0.1

function remedies(breakdown: PressureReport['breakdown']): readonly (readonly [string, string])[] {
  const parts = Object.entries(breakdown).map(([name, count]) => [name, count ?? 0] as const)
  const all = parts.reduce((sum, [, count]) => sum + count, 0)
  return parts
    .filter(([name, count]) => name in REMEDIES && count > all * WORTH)
    .sort(([, a], [, b]) => b - a)
    .map(([name]) => [name.replace('_', ' '), REMEDIES[name]!])
}

/** In lines that break between items only. */
function listed(items: readonly string[], columns: number): string {
  const joined = items.map((item) => item.replaceAll(' ', '\u00a0')).join(', ')
  return wrap(joined, columns).join('\n').replaceAll('\u00a0', ' ')
}
