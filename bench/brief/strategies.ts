import type { Entry } from '../../src/brief/entries/entry.ts'
import { continuationPrompt } from '../../src/brief/render/continuation-prompt.ts'
import { handoff } from '../../src/brief/render/session-summary.ts'
import { shownOf } from '../../src/brief/render/shown.ts'
import type { BriefRound, RoundEvent } from '../../src/brief/round.ts'
import { briefOf } from '../../src/brief/session-brief.ts'
import { madeSession } from './made-session.ts'
import { sizeOf } from './real-rounds.ts'

const ABOUT = { session: 's', title: null, cwd: '/repo', tag: 'A_B_C', at: '', turns: 60, last: 60 }
const KINDS = ['recall', 'artifact', 'decision', 'continuation'] as const

/** What each strategy leaves of a session, as text. */
const STRATEGIES: Readonly<Record<string, (rounds: readonly BriefRound[], entries: readonly Entry[]) => string>> = {
  'truncate (last 20 % of rounds)': (rounds) => whole(rounds.slice(-Math.ceil(rounds.length / 5))),
  'masking (outputs left out but for the last 10 rounds)': (rounds) =>
    whole(rounds.slice(0, -10), 0) + whole(rounds.slice(-10)),
  'blind trim (outputs cut at 500 characters)': (rounds) => whole(rounds, 500),
  'regenerate (a handoff every 20 rounds, of the last one)': regenerated,
  'surgery (an index row a round, the last 10 whole)': (rounds) =>
    rounds.slice(0, -10).map(row).join('\n') + whole(rounds.slice(-10)),
  'anchored, nobody wrote entries': (rounds) => prompt(rounds, []),
  'anchored, with entries': prompt,
}

/** How much of what was planted and holds is in the text that each strategy leaves, and how much that does not hold any more. */
export function compareStrategies(): string {
  const { rounds, planted, entries } = madeSession(60)
  const all = whole(rounds).length
  const lines = Object.entries(STRATEGIES).map(([name, apply]) => {
    const text = apply(rounds, entries)
    const shares = KINDS.map((kind) => {
      const those = planted.filter((one) => one.kind === kind && !one.isOver)
      return those.filter(({ key }) => text.includes(key)).length / those.length
    })
    const current = text.split('## What does not hold any more')[0]!
    const over = planted.filter(({ key, isOver }) => isOver && current.includes(key)).length
    const mean = shares.reduce((sum, share) => sum + share, 0) / shares.length
    const cells = [...shares, mean].map((share) => share.toFixed(2)).join(' | ')
    return `| ${name} | ${((100 * text.length) / all).toFixed(1)} % | ${cells} | ${over} |`
  })
  return [
    `| strategy | characters kept | ${KINDS.join(' | ')} | mean | over |`,
    '|---|---|---|---|---|---|---|---|',
    ...lines,
  ].join('\n')
}

function prompt(rounds: readonly BriefRound[], current: readonly Entry[]): string {
  const isOver = ({ over }: Entry) => over !== undefined
  const entries = { current: current.filter((one) => !isOver(one)), over: current.filter(isOver), refused: [] }
  const brief = briefOf(rounds, entries, sizeOf(rounds))
  return continuationPrompt(
    shownOf(brief, (one) => continuationPrompt(one, ABOUT).length),
    ABOUT,
  )
}

/** Each handoff is made of twenty rounds and of the one before, and may be no longer than 2,000 characters. */
function regenerated(rounds: readonly BriefRound[]): string {
  let last = ''
  for (let at = 0; at < rounds.length; at += 20) {
    const before: BriefRound = { round: at, at: null, events: [{ kind: 'said', who: 'agent', text: last }] }
    const part = [before, ...rounds.slice(at, at + 20)]
    const brief = briefOf(part, { current: [], over: [], refused: [] }, sizeOf(part))
    last = handoff(
      shownOf(brief, (one) => handoff(one, ABOUT).length, 2000),
      ABOUT,
    )
  }
  return last
}

/** All that was said and done; of outputs so many characters. */
function whole(rounds: readonly BriefRound[], most = Number.POSITIVE_INFINITY): string {
  const textOf = (event: RoundEvent) =>
    event.kind === 'said' ? event.text : `${JSON.stringify(event.act)} ${(event.outcome?.output ?? '').slice(0, most)}`
  return rounds.map(({ events }) => events.map(textOf).join('\n')).join('\n')
}

function row({ round, events }: BriefRound): string {
  const said = events.flatMap((event) => (event.kind === 'said' ? [event.text.slice(0, 80)] : []))
  const files = events.flatMap((event) => (event.kind === 'did' ? event.act.files.map(({ path }) => path) : []))
  return `| ${round} | asked "${said[0] ?? ''}" · ${files.slice(0, 4).join(' ')} → "${said.at(-1) ?? ''}" |`
}
