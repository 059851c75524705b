import { TOKEN_KINDS } from './kinds.ts'
import { columns, type MapLayout, SEGMENTS, type Segment, type SegmentKind, segmentsOf } from './map-layout.ts'
import type { ContextWindow, OperatedSession, TokenKind } from './types.ts'

const OF_TOKENS: Readonly<Record<TokenKind, SegmentKind>> = {
  text: 'agent',
  thinking: 'thinking',
  tool_use: 'call',
  tool_result: 'result',
  image: 'note',
  note: 'note',
  synthetic: 'synthetic',
}

/** The kinds that tokens are compared by, and where each kind of segment is among them; -1 for what never changes. */
const OF_PLACE: readonly SegmentKind[] = ['agent', 'thinking', 'call', 'result', 'note', 'synthetic']
const PLACES = Object.fromEntries(
  SEGMENTS.map((kind) => [kind, OF_PLACE.indexOf(kind === 'user' ? 'agent' : kind)]),
) as Readonly<Record<SegmentKind, number>>

/** The map before an operation, with what it takes away, and the map after it: both as the server planned it. */
export function layoutsOf(window: ContextWindow, made: OperatedSession): { before: MapLayout; after: MapLayout } {
  const segments = segmentsOf(window)
  const byRound = roundsIn(segments)
  const was = new Map([...byRound].map(([round, own]) => [round, sizesOf(own)]))
  const is = new Map<number, Sizes>()
  const after: Segment[] = []
  for (const [round, ...tokens] of made.parts ?? []) {
    const sizes = sizesIn(tokens)
    const known = is.get(round)
    is.set(round, known ? known.map((size, kind) => size + sizes[kind]!) : sizes)
    after.push(...shownOf(round, sizes, round > 0 ? (byRound.get(round) ?? []) : []))
  }
  const fixed = made.tokens_after - after.reduce((sum, { tokens }) => sum + tokens, 0)
  if (fixed > 0) after.unshift({ tokens: fixed, kind: 'fixed', round: 0, tool: -1, gone: 0 })
  const before = segments.map((segment) => ({ ...segment, gone: goneOf(segment) }))
  return { before: columns(before, window.names), after: columns(after, window.names) }

  function goneOf({ round, kind }: Segment): number {
    const place = PLACES[kind]
    if (place === -1) return 0
    return Math.max(0, 1 - (is.get(round)?.[place] ?? 0) / was.get(round)![place]!)
  }

  /** A round in the new context: its segments as they were, each as large as what stays of its kind. */
  function shownOf(round: number, sizes: Sizes, segments: readonly Segment[]): readonly Segment[] {
    const whole = sizesOf(segments)
    const shown = segments.flatMap((segment) => {
      const place = PLACES[segment.kind]
      const tokens = place === -1 ? 0 : (segment.tokens * sizes[place]!) / whole[place]!
      return tokens > 0 ? [{ ...segment, tokens }] : []
    })
    const others = sizes.flatMap((tokens, place) =>
      tokens > 0 && whole[place] === 0 ? [{ tokens, kind: OF_PLACE[place]!, round, tool: -1, gone: 0 }] : [],
    )
    return [...shown, ...others]
  }
}

/** Tokens by what the server counts them by, images with notes. */
type Sizes = readonly number[]

function sizesOf(segments: readonly Segment[]): Sizes {
  const sizes = OF_PLACE.map(() => 0)
  for (const { kind, tokens } of segments) if (PLACES[kind] !== -1) sizes[PLACES[kind]]! += tokens
  return sizes
}

function sizesIn(tokens: readonly number[]): Sizes {
  const sizes = OF_PLACE.map(() => 0)
  for (const [at, kind] of TOKEN_KINDS.entries()) sizes[PLACES[OF_TOKENS[kind]]]! += tokens[at] ?? 0
  return sizes
}

function roundsIn(segments: readonly Segment[]): ReadonlyMap<number, readonly Segment[]> {
  const found = new Map<number, Segment[]>()
  for (const segment of segments) {
    const own = found.get(segment.round)
    if (own) own.push(segment)
    else found.set(segment.round, [segment])
  }
  return found
}
