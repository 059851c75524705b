import { extract } from '../../src/digest/extract.ts'
import { handoff } from '../../src/digest/render/handoff.ts'
import { withinShare } from '../../src/digest/render/within-share.ts'
import type { DigestRound, RoundEvent } from '../../src/digest/round.ts'
import { settle } from '../../src/digest/settle.ts'
import { generate, type Planted } from './generate.ts'

/** What each strategy leaves of a session, as text; and how much of what was planted and holds is in it. */
const STRATEGIES: Readonly<Record<string, (rounds: readonly DigestRound[]) => string>> = {
  'truncate (last 20 % of rounds)': (rounds) => whole(rounds.slice(-Math.ceil(rounds.length / 5))),
  'masking (outputs left out but for the last 10 rounds)': (rounds) =>
    whole(rounds.slice(0, -10), (event) => (event.kind === 'said' ? event.text : callText(event))) +
    whole(rounds.slice(-10)),
  'blind trim (outputs cut at 500 characters)': (rounds) =>
    whole(rounds, (event) =>
      event.kind === 'said' ? event.text : `${callText(event)} ${(event.outcome?.output ?? '').slice(0, 500)}`,
    ),
  'regenerate (a handoff written again every 20 rounds from the last one)': regenerated,
  'surgery (an index row a round, the last 10 whole)': (rounds) =>
    rounds.slice(0, -10).map(row).join('\n') + whole(rounds.slice(-10)),
  'anchored (state and prompt of compress)': (rounds) => {
    const { state, prompt } = withinShare(settle(extract(rounds)), ABOUT, whole(rounds).length)
    return `${state}\n${prompt}`
  },
}
const ABOUT = { session: 's', title: null, cwd: '/repo', tag: 'A_B_C', at: '2031-01-01T00:00:00Z', turns: 60, last: 60 }

export function compareStrategies(): string {
  const lines = [
    '| strategy | tokens kept | recall | artifact | decision | continuation | mean | things that are over |',
    '|---|---|---|---|---|---|---|---|',
  ]
  for (const [name, apply] of Object.entries(STRATEGIES)) {
    const found: Record<string, [number, number]> = {}
    let kept = 0
    let all = 0
    let over = 0
    for (let seed = 1; seed <= 5; seed++) {
      const { rounds, planted } = generate({ seed: seed * 13, part: 'held out' })
      const text = apply(rounds)
      kept += text.length
      all += whole(rounds).length
      for (const one of planted) {
        const has = one.keys.every((key) => text.includes(key))
        if (one.is === 'over' && has) over++
        if (one.is !== 'true') continue
        const group = groupOf(one)
        found[group] ??= [0, 0]
        found[group]![1]++
        if (has) found[group]![0]++
      }
    }
    const share = (group: string) => (found[group] ? found[group]![0] / found[group]![1] : 1)
    const groups = ['recall', 'artifact', 'decision', 'continuation'].map(share)
    lines.push(
      `| ${name} | ${((100 * kept) / all).toFixed(1)} % | ${groups.map((one) => one.toFixed(2)).join(' | ')} | ${(groups.reduce((sum, one) => sum + one, 0) / 4).toFixed(2)} | ${over} |`,
    )
  }
  return lines.join('\n')
}

function groupOf({ kind }: Planted): string {
  if (kind === 'decision') return 'decision'
  if (kind === 'thread') return 'continuation'
  return kind === 'constraint' || kind === 'fact' || kind === 'error' ? 'recall' : 'artifact'
}

function regenerated(rounds: readonly DigestRound[]): string {
  let last = ''
  for (let at = 0; at < rounds.length; at += 20) {
    const before: DigestRound = {
      round: 0,
      at: null,
      events: last === '' ? [] : [{ kind: 'said', who: 'agent', text: last }],
    }
    last = handoff(settle(extract([before, ...rounds.slice(at, at + 20)])), { cwd: '/repo' })
  }
  return last
}

function whole(rounds: readonly DigestRound[], text: (event: RoundEvent) => string = full): string {
  return rounds.map(({ events }) => events.map(text).join('\n')).join('\n')
}

function full(event: RoundEvent): string {
  return event.kind === 'said' ? event.text : `${callText(event)} ${event.outcome?.output ?? ''}`
}

function callText(event: Extract<RoundEvent, { kind: 'did' }>): string {
  return JSON.stringify(event.act)
}

function row({ round, events }: DigestRound): string {
  const said = events.flatMap((event) => (event.kind === 'said' ? [event.text.slice(0, 80)] : []))
  const files = events.flatMap((event) =>
    event.kind === 'did' ? event.act.files.map((file) => file.path.replace(/^.*\//, '')) : [],
  )
  return `| ${round} | asked "${said[0] ?? ''}" · ${files.slice(0, 4).join(' ')} → "${said.at(-1) ?? ''}" |`
}
