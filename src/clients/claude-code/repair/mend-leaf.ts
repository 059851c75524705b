import { sentNodes } from '../context/sent-lines.ts'
import type { Mendable } from './mendable.ts'

interface LeafFound<N extends Mendable> {
  readonly nodes: readonly N[]
  /** The side record that named an older line, and the last line of what came after. */
  readonly stale: readonly { readonly kind: 'leaf-stale'; readonly place: number; readonly by: number }[]
}

/**
 * Leaves out the side record that names where to go on, where it is out of date: newer lines come after the record
 * itself, and going on from them shows everything that going on from the named line shows. So nothing is lost by it,
 * and no branch that was left on purpose is taken up: one always leaves something, and a record that was written
 * after the lines it passes over is a choice.
 */
export function withoutStaleLeaf<N extends Mendable>(nodes: readonly N[]): LeafFound<N> {
  const uuids = new Set(nodes.flatMap((node) => (node.kind === 'leaf' ? [] : [node.uuid])))
  const named = nodes.findLast((node) => node.kind === 'leaf' && uuids.has(node.uuid))
  const last = nodes.findLast(isSaid)
  if (!named || !last || last.place < named.place) return { nodes, stale: [] }
  const before = sentNodes(nodes).filter((node) => node.reachesModel)
  if (before.some((node) => node.place === last.place)) return { nodes, stale: [] }
  const others = nodes.filter((node) => node.kind !== 'leaf')
  const after = sentNodes(others).filter((node) => node.reachesModel)
  const shown = new Set(after.map((node) => node.place))
  const leaf = after.at(-1)
  const goesOn = leaf !== undefined && leaf.place > named.place && leaf.at >= (before.at(-1)?.at ?? 0)
  if (!goesOn || !before.every((node) => shown.has(node.place))) return { nodes, stale: [] }
  return { nodes: others, stale: [{ kind: 'leaf-stale', place: named.place, by: leaf.place }] }
}

function isSaid({ kind }: Mendable): boolean {
  return kind === 'message' || kind === 'note'
}
