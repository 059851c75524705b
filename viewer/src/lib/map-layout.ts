import { numbersIn } from './ranges.ts'
import type { ContextWindow, Kind, OperatedSession, TokenKind } from './types.ts'

/** What a segment of the map is: a kind of block, or what belongs to no block. */
export const SEGMENTS = ['user', 'agent', 'thinking', 'call', 'result', 'note', 'synthetic', 'fixed'] as const
export type SegmentKind = (typeof SEGMENTS)[number]

/** The window as segments in the order they are sent, in columns: a session may have a hundred thousand of them. */
export interface MapLayout {
  readonly length: number
  /** Where each begins, in tokens from the left; one more than there are segments. */
  readonly starts: Float64Array
  /** Its place in SEGMENTS. */
  readonly kinds: Uint8Array
  /** The round it belongs to; 0 for none. */
  readonly rounds: Int32Array
  /** Its tool's place in `names`, -1 for none. */
  readonly tools: Int32Array
  /** How much of it an operation would take away, 0 to 1. */
  readonly gone: Float32Array
  readonly names: readonly string[]
  readonly total: number
}

interface Segment {
  readonly tokens: number
  readonly kind: SegmentKind
  readonly round: number
  readonly tool: number
  readonly gone: number
}

const OF_KIND: Readonly<Record<Kind, SegmentKind>> = {
  'user-text': 'user',
  'assistant-text': 'agent',
  thinking: 'thinking',
  tool_use: 'call',
  tool_result: 'result',
  image: 'note',
  note: 'note',
  unknown: 'note',
}

const TOKEN_KIND: Readonly<Record<SegmentKind, TokenKind | 'fixed'>> = {
  user: 'text',
  agent: 'text',
  thinking: 'thinking',
  call: 'tool_use',
  result: 'tool_result',
  note: 'note',
  synthetic: 'synthetic',
  fixed: 'fixed',
}

export function layoutOf(window: ContextWindow): MapLayout {
  return columns(segmentsOf(window), window.names)
}

/** The map before an operation, with what it takes away, and the map after it. */
export function layoutsOf(window: ContextWindow, made: OperatedSession): { before: MapLayout; after: MapLayout } {
  const removed = new Set([
    ...numbersIn(made.indexed_rounds),
    ...made.left_out.flatMap((ref) => numbersIn(ref.slice(ref.lastIndexOf(':') + 1))),
  ])
  const cut = new Set(numbersIn(made.cut_rounds))
  const all = segmentsOf(window)
  const { before: was, after: is } = made.tokens_by_kind
  const estimated = Object.values(was).reduce((sum, count) => sum + count, 0)
  const scaled = all.reduce((sum, { kind, tokens }) => sum + (kind === 'fixed' ? 0 : tokens), 0)
  const scale = estimated === 0 ? 1 : scaled / estimated
  const stays = shares()
  const before = all.map((segment) => ({ ...segment, gone: goneOf(segment) }))
  const said = Math.max(0, ((is.synthetic ?? 0) - (was.synthetic ?? 0)) * scale)
  const after: Segment[] = []
  let isSaid = said === 0
  for (const segment of before) {
    if (!isSaid && segment.gone === 1 && segment.kind !== 'fixed') {
      after.push({ tokens: said, kind: 'synthetic', round: 0, tool: -1, gone: 0 })
      isSaid = true
    }
    const tokens = segment.tokens * (1 - segment.gone)
    if (tokens > 0) after.push({ ...segment, tokens, gone: 0 })
  }
  return { before: columns(before, window.names), after: columns(after, window.names) }

  function goneOf({ round, kind }: Segment): number {
    if (kind === 'fixed') return 0
    if (removed.has(round)) return 1
    return cut.has(round) ? 1 - (stays.get(TOKEN_KIND[kind]) ?? 1) : 0
  }

  /** How much stays of each kind in the rounds that are cut, so that all of it comes to what the server says. */
  function shares(): ReadonlyMap<string, number> {
    const whole = new Map<TokenKind | 'fixed', number>()
    const inCut = new Map<TokenKind | 'fixed', number>()
    for (const { round, kind, tokens } of all) {
      if (removed.has(round)) continue
      const into = cut.has(round) ? inCut : whole
      into.set(TOKEN_KIND[kind], (into.get(TOKEN_KIND[kind]) ?? 0) + tokens)
    }
    return new Map(
      [...inCut].map(([kind, tokens]) => {
        const target = (kind === 'fixed' ? 0 : is[kind]) + (kind === 'note' ? (is.image ?? 0) : 0)
        const left = target * scale - (whole.get(kind) ?? 0)
        return [kind, tokens === 0 ? 1 : Math.min(1, Math.max(0, left / tokens))]
      }),
    )
  }
}

function segmentsOf({ fixed, parts, kinds }: ContextWindow): Segment[] {
  const segments: Segment[] = fixed > 0 ? [{ tokens: fixed, kind: 'fixed', round: 0, tool: -1, gone: 0 }] : []
  for (const { kind, round, blocks } of parts) {
    const isOwn = kind === 'index' || kind === 'text'
    for (const [at, tokens, tool] of blocks)
      segments.push({ tokens, kind: isOwn ? 'synthetic' : OF_KIND[kinds[at]!], round, tool, gone: 0 })
  }
  return segments
}

function columns(segments: readonly Segment[], names: readonly string[]): MapLayout {
  const { length } = segments
  const starts = new Float64Array(length + 1)
  const kinds = new Uint8Array(length)
  const rounds = new Int32Array(length)
  const tools = new Int32Array(length)
  const gone = new Float32Array(length)
  let at = 0
  for (const [nth, segment] of segments.entries()) {
    starts[nth] = at
    kinds[nth] = SEGMENTS.indexOf(segment.kind)
    rounds[nth] = segment.round
    tools[nth] = segment.tool
    gone[nth] = segment.gone
    at += segment.tokens
  }
  starts[length] = at
  return { length, starts, kinds, rounds, tools, gone, names, total: at }
}

/** The segment at a place, in tokens from the left; -1 where there is none. */
export function segmentAt({ starts, length, total }: MapLayout, place: number): number {
  if (place < 0 || place >= total || length === 0) return -1
  let low = 0
  let high = length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (starts[middle]! <= place) low = middle
    else high = middle - 1
  }
  return low
}
