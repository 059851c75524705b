import type { Did, DigestRound, RoundEvent } from '../../src/digest/round.ts'
import type { ToolAct } from '../../src/model/tool-act.ts'
import { fill, madeName, madePath, pick, type Random } from './fill.ts'
import type { Class } from './phrases/phrase.ts'
import { familiesOf, type Part } from './split.ts'

/** What a tool did, with what it printed. */
export function did(act: ToolAct, output: string, exit: number | null = null): Did {
  return { kind: 'did', act, outcome: { failed: (exit ?? 0) !== 0, exit, output } }
}

/** Planted events among others: what the user says comes first, what the agent says last. */
export function mixed(
  random: Random,
  events: readonly RoundEvent[],
  planted: readonly RoundEvent[],
): readonly RoundEvent[] {
  const user = planted.filter((event) => event.kind === 'said' && event.who === 'user')
  const agent = planted.filter((event) => event.kind === 'said' && event.who === 'agent')
  const done = planted.filter((event) => event.kind === 'did')
  const [first, ...rest] = events
  const at = Math.floor(random() * (rest.length + 1))
  return [joinedTo(first, user), ...rest.slice(0, at), ...done, ...rest.slice(at), ...agent].filter(
    (event) => event !== undefined,
  )
}

/** What the user says in one message. */
function joinedTo(first: RoundEvent | undefined, user: readonly RoundEvent[]): RoundEvent | undefined {
  if (first?.kind !== 'said' || first.who !== 'user') return first
  return { ...first, text: [first, ...user].map((event) => (event.kind === 'said' ? event.text : '')).join('\n\n') }
}

/** A round of nothing in particular, phrased as the families of one part have it, with what is planted in it. */
export function madeRound(random: Random, part: Part, round: number, planted: readonly RoundEvent[]): DigestRound {
  const path = madePath(random)
  const [one, other] = [madeName(random), madeName(random)]
  const say = (name: Class, who: 'user' | 'agent') => {
    const families = familiesOf(name, part).filter((family) => family.who === 'both' || family.who === who)
    return fill(pick(random, pick(random, families).phrases), random, { A: one, B: other, P: path }).text
  }
  const events: RoundEvent[] = [
    { kind: 'said', who: 'user', text: say('request', 'user') },
    { kind: 'said', who: 'agent', text: say('report', 'agent') },
    did(
      { role: 'read', files: [{ path: `/repo/${path}`, change: null }], command: null },
      `${code(random, 120)}\n${one}(${other})`,
    ),
    { kind: 'said', who: 'agent', text: `${say('report', 'agent')} ${say('report', 'agent')}` },
    did({ role: 'run', files: [], command: `rg -n ${one} src` }, noise(random, 60)),
    { kind: 'said', who: 'agent', text: `${say('report', 'agent')} ${random() < 0.3 ? say('chatter', 'agent') : ''}` },
  ]
  return { round, at: null, events: mixed(random, events, planted) }
}

/** Lines as a build prints them. */
export function noise(random: Random, lines: number): string {
  return Array.from(
    { length: lines },
    (_, at) =>
      `[${at}] step ${pick(random, ['compiled', 'linked', 'copied', 'checked', 'resolved'])} ${madePath(random)} in ${Math.floor(random() * 900)} ms`,
  ).join('\n')
}

function code(random: Random, lines: number): string {
  return Array.from(
    { length: lines },
    (_, at) =>
      `${String(at + 1).padStart(6)}→  const ${madeName(random).replace(/\W/g, '_')} = load('${madePath(random)}') // ${pick(random, ['never change this', 'todo later', 'see docs', 'cached'])}`,
  ).join('\n')
}
