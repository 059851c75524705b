import type { Node, Preserved } from '../read/graph.ts'

/** A gap in the links is bridged to the line before it when that is at most this much older. */
const HEALS_WITHIN_MS = 5000

/**
 * The nodes a client resumes, in the order it sends them, as measured with the real client (docs/clients/claude-code.md):
 * from the leaf up the parents to the root or the last compaction, with what that compaction kept linked in. `goneOn` is
 * the line that was gone on from where that is another than the last side record names.
 */
export function activePath<N extends Node>(nodes: readonly N[], goneOn?: string): readonly N[] {
  const places = new Map<string, number>()
  let lines = 0
  for (let place = 0; place < nodes.length; place++) {
    if (!isLine(nodes[place]!)) continue
    places.set(nodes[place]!.uuid, place)
    lines++
  }
  const healed = healer(nodes, places)
  const parents = parentsOf(nodes, places, { hasTwins: places.size < lines, healed })
  const leaf = findLeaf(nodes, places, parents, goneOn)
  const path: N[] = []
  const seen = new Uint8Array(nodes.length)
  for (let place = leaf ?? NONE; place !== NONE && !seen[place]; ) {
    seen[place] = 1
    path.push(nodes[place]!)
    if (nodes[place]!.kind === 'boundary') break
    const parent = parents[place]!
    place = parent !== NONE && seen[parent] ? healed(place) : parent // a circle is a gap too
  }
  return path.reverse()
}

const NONE = -1

/** The place of each node's parent. Most are right after it, which needs no looking where no two have one name. */
function parentsOf(
  nodes: readonly Node[],
  places: ReadonlyMap<string, number>,
  { hasTwins, healed }: { readonly hasTwins: boolean; readonly healed: (place: number) => number },
): Int32Array {
  const parents = new Int32Array(nodes.length).fill(NONE)
  const kept = lastKept(nodes, places)
  let before: Node | undefined
  for (let place = 0; place < nodes.length; place++) {
    const node = nodes[place]!
    const parent = kept ? relinked(node, kept) : node.parent
    if (parent !== null) {
      const isBefore = !hasTwins && before?.uuid === parent && isLine(before)
      parents[place] = isBefore ? place - 1 : (places.get(parent) ?? healed(place))
    }
    before = node
  }
  return parents
}

/** Finds the place that the gap before a node is bridged to. */
function healer(nodes: readonly Node[], places: ReadonlyMap<string, number>): (place: number) => number {
  let before: Int32Array | undefined // made for the first gap: most files have none
  return (place) => {
    before ??= linesBefore(nodes, places)
    const line = before[place]!
    return line !== NONE && heals(nodes[place]!, nodes[line]!) ? line : NONE
  }
}

/** The place of the last line that is before each node. */
function linesBefore(nodes: readonly Node[], places: ReadonlyMap<string, number>): Int32Array {
  const before = new Int32Array(nodes.length)
  let last = NONE
  for (let place = 0; place < nodes.length; place++) {
    before[place] = last
    if (places.get(nodes[place]!.uuid) === place) last = place
  }
  return before
}

/** Whether a gap before `node` is bridged to the line that is before it. */
export function heals(node: Node, before: Node): boolean {
  return node.at - before.at <= HEALS_WITHIN_MS
}

/** The leaf a side record names, or the last one below the line it names; without one, the last leaf in the file. */
function findLeaf(
  nodes: readonly Node[],
  places: ReadonlyMap<string, number>,
  parents: Int32Array,
  goneOn: string | undefined,
): number | undefined {
  const inner = new Uint8Array(nodes.length)
  for (const place of places.values()) {
    if (!isSent(nodes[place]!)) continue
    for (let up = parents[place]!; up !== NONE && !inner[up]; up = parents[up]!) inner[up] = 1
  }
  const leaves = [...places.values()].filter((place) => isSent(nodes[place]!) && !inner[place]).sort((a, b) => b - a)
  const named = goneOn ?? nodes.findLast((node) => node.kind === 'leaf' && places.has(node.uuid))?.uuid
  const top = named === undefined ? undefined : places.get(named)
  if (top === undefined) return leaves[0] ?? lastSent(nodes, places)
  const passed = new Uint8Array(nodes.length)
  return leaves.find((leaf) => descends(parents, leaf, { top, passed })) ?? top
}

/** Whether others may hang on it. */
function isLine({ kind }: Node): boolean {
  return kind !== 'foreign' && kind !== 'leaf'
}

function isSent(node: Node): boolean {
  return node.kind === 'message' || node.kind === 'note'
}

/** In a cycle nothing is a leaf: the client takes the last line. */
function lastSent(nodes: readonly Node[], places: ReadonlyMap<string, number>): number | undefined {
  const place = nodes.findLastIndex((node, at) => isSent(node) && places.get(node.uuid) === at)
  return place === -1 ? undefined : place
}

/** Whether the way up leads to `top`; those it leads through elsewhere are marked, and not gone through again. */
function descends(
  parents: Int32Array,
  leaf: number,
  { top, passed }: { readonly top: number; readonly passed: Uint8Array },
): boolean {
  for (let at = leaf; at !== NONE && !passed[at]; at = parents[at]!) {
    if (at === top) return true
    passed[at] = 1
  }
  return false
}

/** What the last compaction kept, where all of it is there. */
function lastKept(nodes: readonly Node[], places: ReadonlyMap<string, number>): Preserved | undefined {
  const kept = nodes.findLast((node) => node.kind === 'boundary' && places.has(node.uuid))?.preserved
  return kept && [kept.head, kept.anchor, kept.tail].every((uuid) => places.has(uuid)) ? kept : undefined
}

/** Links what was kept into the new chain: its first line after the anchor, and what followed that after its last line. */
function relinked({ uuid, parent }: Node, { head, anchor, tail }: Preserved): string | null {
  if (uuid === head) return anchor
  return parent === anchor ? tail : parent
}
