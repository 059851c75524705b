import { type MapLayout, SEGMENTS, type SegmentKind } from '../../../src/read/map-layout.ts'
import { TOKEN_KINDS } from './kinds.ts'
import type { OperatedSession, TokenKind } from './types.ts'

/** What tokens are compared by, as the server counts them: what you and the agent said as one, images with notes. */
const COMPARED = ['agent', 'thinking', 'call', 'result', 'note', 'synthetic'] as const satisfies readonly SegmentKind[]
const OF_TOKENS: Readonly<Record<TokenKind, (typeof COMPARED)[number]>> = {
  text: 'agent',
  thinking: 'thinking',
  tool_use: 'call',
  tool_result: 'result',
  image: 'note',
  note: 'note',
  synthetic: 'synthetic',
}
const WIDTH = COMPARED.length
/** Where in COMPARED each of SEGMENTS is, and each of TOKEN_KINDS; -1 for what no operation changes. */
const PLACES = SEGMENTS.map((kind) => COMPARED.findIndex((one) => one === (kind === 'user' ? 'agent' : kind)))
const TOKEN_PLACES = TOKEN_KINDS.map((kind) => COMPARED.indexOf(OF_TOKENS[kind]))

/**
 * The map before an operation, with what it takes away, and the map after it: both as the server planned it, round by
 * round and kind by kind. In columns, because a session may have a hundred thousand segments.
 */
export function layoutsOf(now: MapLayout, made: OperatedSession): { before: MapLayout; after: MapLayout } {
  const { index, was, first, next } = byRound(now)
  const is = new Float64Array(was.length)
  const after = new LayoutBuilder()
  const parts = made.parts ?? []
  const fixed = made.tokens_after - parts.reduce((sum, part) => sum + totalOf(part), 0)
  if (fixed > 0) after.add(fixed, SEGMENTS.indexOf('fixed'), 0, -1)
  const sizes = new Float64Array(WIDTH)
  for (const part of parts) {
    sizes.fill(0)
    for (const [at, place] of TOKEN_PLACES.entries()) sizes[place]! += part[at + 1] ?? 0
    const at = index.get(part[0])
    if (at !== undefined) for (let place = 0; place < WIDTH; place++) is[at * WIDTH + place]! += sizes[place]!
    addPart(part[0], part[0] === 0 ? undefined : at)
  }
  return { before: { ...now, gone: goneOf() }, after: after.layout(now.names) }

  /** A round that was there has its segments, each as large as what stays of its kind. */
  function addPart(round: number, at: number | undefined): void {
    const whole = (place: number) => (at === undefined ? 0 : was[at * WIDTH + place]!)
    for (let one = at === undefined ? -1 : first[at]!; one !== -1; one = next[one]!) {
      const place = PLACES[now.kinds[one]!]!
      if (place === -1 || sizes[place] === 0) continue
      const tokens = now.starts[one + 1]! - now.starts[one]!
      after.add((tokens * sizes[place]!) / whole(place), now.kinds[one]!, round, now.tools[one]!)
    }
    for (let place = 0; place < WIDTH; place++)
      if (sizes[place]! > 0 && whole(place) === 0)
        after.add(sizes[place]!, SEGMENTS.indexOf(COMPARED[place]!), round, -1)
  }

  function goneOf(): Float32Array {
    return Float32Array.from({ length: now.length }, (_, one) => {
      const place = PLACES[now.kinds[one]!]!
      const cell = index.get(now.rounds[one]!)! * WIDTH + place
      return place === -1 || was[cell] === 0 ? 0 : Math.max(0, 1 - is[cell]! / was[cell]!)
    })
  }
}

/** What a planned session would send, round by round and kind by kind, where it is made of several. */
export function layoutPlanned(made: OperatedSession): MapLayout {
  const planned = new LayoutBuilder()
  const parts = made.parts ?? []
  const fixed = made.tokens_after - parts.reduce((sum, part) => sum + totalOf(part), 0)
  if (fixed > 0) planned.add(fixed, SEGMENTS.indexOf('fixed'), 0, -1)
  for (const part of parts)
    for (const [at, place] of TOKEN_PLACES.entries()) {
      const size = part[at + 1] ?? 0
      if (size > 0) planned.add(size, SEGMENTS.indexOf(COMPARED[place]!), part[0], -1)
    }
  return planned.layout([])
}

/** The rounds of a map: tokens of each by what is compared, and its segments, one after the other. */
function byRound({ length, rounds, kinds, starts }: MapLayout) {
  const index = new Map<number, number>()
  for (let one = 0; one < length; one++) if (!index.has(rounds[one]!)) index.set(rounds[one]!, index.size)
  const was = new Float64Array(index.size * WIDTH)
  const first = new Int32Array(index.size).fill(-1)
  const next = new Int32Array(length).fill(-1)
  for (let one = length - 1; one >= 0; one--) {
    const at = index.get(rounds[one]!)!
    const place = PLACES[kinds[one]!]!
    if (place !== -1) was[at * WIDTH + place]! += starts[one + 1]! - starts[one]!
    next[one] = first[at]!
    first[at] = one
  }
  return { index, was, first, next }
}

function totalOf(part: readonly number[]): number {
  let sum = 0
  for (let at = 1; at < part.length; at++) sum += part[at]!
  return sum
}

class LayoutBuilder {
  readonly #starts = [0]
  readonly #kinds: number[] = []
  readonly #rounds: number[] = []
  readonly #tools: number[] = []

  add(tokens: number, kind: number, round: number, tool: number): void {
    this.#starts.push(this.#starts.at(-1)! + tokens)
    this.#kinds.push(kind)
    this.#rounds.push(round)
    this.#tools.push(tool)
  }

  layout(names: readonly string[]): MapLayout {
    const { length } = this.#kinds
    return {
      length,
      starts: Float64Array.from(this.#starts),
      kinds: Uint8Array.from(this.#kinds),
      rounds: Int32Array.from(this.#rounds),
      tools: Int32Array.from(this.#tools),
      gone: new Float32Array(length),
      names,
      total: this.#starts.at(-1)!,
    }
  }
}
