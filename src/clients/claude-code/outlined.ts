import type { Outlined } from '../client.ts'
import { outlineOf } from './outline.ts'
import { decodeColumns, type OutlineColumns } from './outline-columns.ts'
import { outlineText } from './outline-nodes.ts'
import { createOutliner } from './outliner.ts'

/** Outlines that follow one another from the first byte on; what does not is passed over. */
export function outlined(outlines: readonly Uint8Array[]): Outlined {
  const stretches = chained(outlines.map(decodeColumns))
  const last = stretches.at(-1)
  const bytes = last?.to ?? 0
  return {
    bytes,
    outliner: () => createOutliner({ bytes, lines: last?.lastLine ?? 0, isOpen: last?.isOpen ?? false }),
    outline: (roundAt) => outlineOf(stretches, roundAt),
    text: () => outlineText(stretches),
  }
}

function chained(stretches: readonly OutlineColumns[]): readonly OutlineColumns[] {
  const byStart = new Map(stretches.map((stretch) => [stretch.from, stretch]))
  const chain: OutlineColumns[] = []
  for (let next = byStart.get(0); next && next.to > next.from; next = byStart.get(next.to)) chain.push(next)
  return chain
}
