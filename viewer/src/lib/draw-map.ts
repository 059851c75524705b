import type { MapLayout } from '../../../src/read/map-layout.ts'

export interface Ink {
  /** A colour for each category. */
  readonly colors: readonly string[]
  /** Categories that are hatched, and how. */
  readonly hatched: Readonly<Record<number, 'slant' | 'upright' | 'dots'>>
  readonly paper: string
  readonly line: string
  readonly mark: string
}

export interface Picture {
  readonly layout: MapLayout
  /** Tokens that the whole width represents. */
  readonly span: number
  readonly category: (segment: number) => number
  readonly isSelected: (round: number) => boolean
  readonly ink: Ink
}

/**
 * Draws the window. Segments narrower than a pixel share it, and the one with the most of it gives its colour: a session
 * of any length is drawn in a time that grows with the screen's width.
 */
export function drawMap(context: CanvasRenderingContext2D, width: number, height: number, picture: Picture): void {
  const { layout, span, category, ink, isSelected } = picture
  context.clearRect(0, 0, width, height)
  const perPixel = width / span
  const { colors } = ink
  const weights = new Float32Array(width * colors.length)
  const gone = new Float32Array(width)
  const marked = new Uint8Array(width)
  const edges = new Set<number>()
  let lastRound = -1
  for (let at = 0; at < layout.length; at++) {
    const from = layout.starts[at]! * perPixel
    const to = layout.starts[at + 1]! * perPixel
    const kind = category(at)
    const round = layout.rounds[at]!
    if (round !== lastRound && from >= 1) edges.add(Math.round(from))
    lastRound = round
    const isMarked = round > 0 && isSelected(round)
    for (let x = Math.floor(from); x < Math.min(width, Math.ceil(to)); x++) {
      const share = Math.min(to, x + 1) - Math.max(from, x)
      weights[x * colors.length + kind]! += share
      gone[x]! += share * layout.gone[at]!
      if (isMarked) marked[x] = 1
    }
  }
  const patterns = new Map<string, CanvasPattern>()
  forRuns(
    width,
    (x) => heaviest(weights, x * colors.length, colors.length),
    (kind, from, to) => {
      if (kind === -1) return
      context.fillStyle = colors[kind]!
      context.fillRect(from, 0, to - from, height)
      const hatch = ink.hatched[kind]
      if (hatch !== undefined && to - from >= 5) fill(hatch, from, to, 0, height)
    },
  )
  forRuns(
    width,
    (x) => (gone[x]! > 0.02 ? Math.ceil(gone[x]! * 8) : 0),
    (share, from, to) => {
      if (share === 0) return
      const depth = Math.round((height * share) / 8)
      context.globalAlpha = 0.82
      context.fillStyle = ink.paper
      context.fillRect(from, height - depth, to - from, depth)
      context.globalAlpha = 1
      fill('slant-strong', from, to, height - depth, height)
    },
  )
  context.fillStyle = ink.paper
  if (edges.size < width / 4) for (const x of edges) context.fillRect(x, 0, 1, height)
  forRuns(
    width,
    (x) => marked[x]!,
    (isMarked, from, to) => {
      if (!isMarked) return
      context.fillStyle = ink.mark
      context.fillRect(from, 0, to - from, 3)
      context.fillRect(from, height - 3, to - from, 3)
    },
  )

  function fill(name: string, from: number, to: number, top: number, bottom: number): void {
    const pattern = patterns.get(name) ?? patternOf(context, name, name === 'slant-strong' ? ink.line : ink.paper)
    if (!pattern) return
    patterns.set(name, pattern)
    context.fillStyle = pattern
    context.fillRect(from, top, to - from, bottom - top)
  }
}

function heaviest(weights: Float32Array, from: number, length: number): number {
  let best = -1
  let most = 0.02
  for (let at = 0; at < length; at++) {
    if (weights[from + at]! > most) {
      most = weights[from + at]!
      best = at
    }
  }
  return best
}

/** Calls with each run of pixels with the same value. */
function forRuns(
  width: number,
  valueAt: (x: number) => number,
  each: (value: number, from: number, to: number) => void,
) {
  let from = 0
  let value = width > 0 ? valueAt(0) : 0
  for (let x = 1; x <= width; x++) {
    const next = x < width ? valueAt(x) : Number.NaN
    if (next === value) continue
    each(value, from, x)
    from = x
    value = next
  }
}

function patternOf(context: CanvasRenderingContext2D, name: string, color: string): CanvasPattern | null {
  const size = name === 'dots' ? 5 : 6
  const tile = new OffscreenCanvas(size, size)
  const pen = tile.getContext('2d')!
  pen.strokeStyle = color
  pen.fillStyle = color
  pen.globalAlpha = name === 'slant-strong' ? 0.9 : 0.45
  pen.lineWidth = 1
  if (name === 'dots') pen.fillRect(1, 1, 2, 2)
  else if (name === 'upright') pen.fillRect(2, 0, 1, size)
  else {
    pen.beginPath()
    pen.moveTo(-1, size + 1)
    pen.lineTo(size + 1, -1)
    pen.moveTo(-1, 1)
    pen.lineTo(1, -1)
    pen.moveTo(size - 1, size + 1)
    pen.lineTo(size + 1, size - 1)
    pen.stroke()
  }
  return context.createPattern(tile as unknown as CanvasImageSource, 'repeat')
}
