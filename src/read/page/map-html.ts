import { shortCount } from '../../model/short-count.ts'
import { type MapLayout, SEGMENTS, type SegmentKind } from '../map-layout.ts'

/** The width and height of the map in its own measure; it is drawn as wide as there is room. */
const WIDTH = 1200
const HEIGHT = 40

const NAMES: Readonly<Record<SegmentKind, string>> = {
  user: 'you',
  agent: 'agent',
  thinking: 'thinking',
  call: 'tool calls',
  result: 'tool results',
  note: 'notes, images',
  synthetic: "Stet's own words",
  fixed: 'system prompt and tools',
  unread: 'rounds',
}

/** What is not sent any more, below the map. */
interface NotSent {
  readonly round: number
  readonly tokens: number
}

/**
 * The context window as a strip, in the order it is sent: each part as wide as its tokens, of the colour of its kind, and
 * a link to its round. Parts of one kind are one path, so that a long session takes no more than a short one.
 */
export function mapHtml(layout: MapLayout, notSent: readonly NotSent[]): { strip: string; legend: string } {
  const strip = `<svg class=map viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio=none aria-hidden=true>${PATTERNS}${paths(layout)}${links(roundsOf(layout), HEIGHT)}</svg>`
  const old = notSent.filter(({ tokens }) => tokens > 0)
  const total = old.reduce((sum, { tokens }) => sum + tokens, 0)
  let at = 0
  const places = old.map(({ round, tokens }) => {
    const from = (at / total) * WIDTH
    at += tokens
    return { round, tokens, from, to: (at / total) * WIDTH }
  })
  const below =
    old.length === 0
      ? ''
      : `<svg class=map-old viewBox="0 0 ${WIDTH} 6" preserveAspectRatio=none aria-hidden=true>${links(places, 6)}</svg>`
  return { strip: `<div class=maps>${strip}${below}</div>`, legend: legend(layout, total) }
}

/** Every run of pixels in which one kind has the most, kind by kind. */
function paths({ length, starts, kinds, total }: MapLayout): string {
  const weights = new Float64Array(WIDTH * SEGMENTS.length)
  for (let at = 0; at < length; at++) {
    const from = (starts[at]! / total) * WIDTH
    const to = (starts[at + 1]! / total) * WIDTH
    for (let x = Math.floor(from); x < Math.min(WIDTH, Math.ceil(to)); x++)
      weights[x * SEGMENTS.length + kinds[at]!]! += Math.min(to, x + 1) - Math.max(from, x)
  }
  const runs = SEGMENTS.map(() => '')
  let [began, kind] = [0, heaviest(weights, 0)]
  for (let x = 1; x <= WIDTH; x++) {
    const next = x < WIDTH ? heaviest(weights, x) : -1
    if (next === kind && x < WIDTH) continue
    if (kind !== -1) runs[kind] += `M${began} 0h${x - began}v${HEIGHT}h-${x - began}z`
    began = x
    kind = next
  }
  return SEGMENTS.map((name, at) => (runs[at] === '' ? '' : path(name, runs[at]!))).join('')
}

/** Kinds are told apart by pattern as well: not every eye knows six colours. */
function path(name: SegmentKind, d: string): string {
  const pattern = HATCHED[name]
  return `<path class=f-${name} d="${d}"/>${pattern === undefined ? '' : `<path fill="url(#${pattern})" d="${d}"/>`}`
}

function heaviest(weights: Float64Array, x: number): number {
  let [best, most] = [-1, 0.02]
  for (let at = 0; at < SEGMENTS.length; at++) {
    const weight = weights[x * SEGMENTS.length + at]!
    if (weight > most) [best, most] = [at, weight]
  }
  return best
}

interface Place extends NotSent {
  readonly from: number
  readonly to: number
}

/** Where each round is. */
function roundsOf({ length, starts, rounds, total }: MapLayout): readonly Place[] {
  const places: { round: number; tokens: number; from: number; to: number }[] = []
  for (let at = 0; at < length; at++) {
    const [round, from, to] = [rounds[at]!, (starts[at]! / total) * WIDTH, (starts[at + 1]! / total) * WIDTH]
    const last = places.at(-1)
    const tokens = starts[at + 1]! - starts[at]!
    if (last?.round === round) Object.assign(last, { to, tokens: last.tokens + tokens })
    else places.push({ round, tokens, from, to })
  }
  return places.filter(({ round }) => round > 0)
}

function links(places: readonly Place[], height: number): string {
  return places
    .map(({ round, tokens, from, to }) => {
      const [x, width] = [from.toFixed(1), Math.max(0.5, to - from).toFixed(1)]
      return `<a href="#round-${round}" tabindex=-1><rect x=${x} width=${width} height=${height} /><title>round ${round} · ${shortCount(tokens)} tokens</title></a>`
    })
    .join('')
}

/** What the colours mean, with what there is of each. */
function legend({ length, starts, kinds }: MapLayout, unsent: number): string {
  const sums = new Float64Array(SEGMENTS.length)
  for (let at = 0; at < length; at++) sums[kinds[at]!]! += starts[at + 1]! - starts[at]!
  const items = SEGMENTS.flatMap((name, at) =>
    sums[at] === 0 ? [] : `<li><i class=b-${name}></i>${NAMES[name]} <small>${shortCount(sums[at]!)}</small>`,
  )
  if (unsent > 0) items.push(`<li><i class=b-old></i>no longer sent <small>${shortCount(unsent)}</small>`)
  return `<ul class=legend>${items.join('')}</ul>`
}

const HATCHED: Partial<Readonly<Record<SegmentKind, string>>> = {
  thinking: 'slant',
  call: 'upright',
  note: 'dots',
  fixed: 'slant',
}
const PATTERNS =
  '<pattern id=slant width=6 height=6 patternUnits=userSpaceOnUse><path class=hatch d="M-1 7L7-1M-1 1L1-1M5 7L7 5"/></pattern><pattern id=upright width=5 height=6 patternUnits=userSpaceOnUse><path class=hatch d="M2 0v6"/></pattern><pattern id=dots width=5 height=5 patternUnits=userSpaceOnUse><path class=hatch d="M1 2h2"/></pattern>'
