import type { BlockKind } from '../model/block.ts'
import type { ContextWindow } from './context-window.ts'
import type { RoundSummary } from './rounds.ts'

/** What a segment of the map is: a kind of block, or what belongs to no block. */
export const SEGMENTS = ['user', 'agent', 'thinking', 'call', 'result', 'note', 'synthetic', 'fixed', 'unread'] as const
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

const PLACES = Object.fromEntries(SEGMENTS.map((kind, at) => [kind, at])) as Readonly<Record<SegmentKind, number>>

const OF_KIND: Readonly<Record<BlockKind, SegmentKind>> = {
  'user-text': 'user',
  'assistant-text': 'agent',
  thinking: 'thinking',
  tool_use: 'call',
  tool_result: 'result',
  image: 'note',
  note: 'note',
  unknown: 'note',
}

export function layoutOf(window: ContextWindow): MapLayout {
  return columns(segmentsOf(window), window.names)
}

/** The window as the record has it, round by round, before its blocks are read. */
export function roundsLayout(rounds: readonly Pick<RoundSummary, 'round' | 'active' | 'token_count'>[]): MapLayout {
  const sent = rounds.filter(({ active }) => active)
  return columns(
    sent.map(({ round, token_count: tokens }) => ({ tokens, kind: 'unread', round, tool: -1, gone: 0 })),
    [],
  )
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
    kinds[nth] = PLACES[segment.kind]
    rounds[nth] = segment.round
    tools[nth] = segment.tool
    gone[nth] = segment.gone
    at += segment.tokens
  }
  starts[length] = at
  return { length, starts, kinds, rounds, tools, gone, names, total: at }
}

/** The segment so many tokens from the left; -1 where there is none. */
export function segmentAt({ starts, length, total }: MapLayout, tokens: number): number {
  if (tokens < 0 || tokens >= total || length === 0) return -1
  let low = 0
  let high = length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (starts[middle]! <= tokens) low = middle
    else high = middle - 1
  }
  return low
}
