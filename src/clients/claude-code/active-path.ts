import type { Node } from './graph.ts'

/** A gap in the links is bridged to the line before it when that is at most this much older. */
const HEALS_WITHIN_MS = 5000

/**
 * The nodes a client resumes, in the order it sends them, as measured with the real client (docs/clients/claude-code.md):
 * from the leaf up the parents to the root or the last compaction, with what that compaction kept linked in.
 */
export function activePath<N extends Node>(recorded: readonly N[]): readonly N[] {
  const places = new Map<string, number>()
  let lines = 0
  for (let place = 0; place < recorded.length; place++) {
    if (!isLine(recorded[place]!)) continue
    places.set(recorded[place]!.uuid, place)
    lines++
  }
  const nodes = withPreserved(recorded, places)
  const parents = parentsOf(nodes, places, places.size < lines)
  const leaf = findLeaf(nodes, places, parents)
  const path: N[] = []
  const seen = new Uint8Array(nodes.length)
  for (let place = leaf ?? NONE; place !== NONE && !seen[place]; ) {
    seen[place] = 1
    path.push(nodes[place]!)
    if (nodes[place]!.kind === 'boundary') break
    const parent = parents[place]!
    place = parent !== NONE && seen[parent] ? healed(nodes, places, place) : parent // a circle is a gap too
  }
  return path.reverse()
}

const NONE = -1

/** The place of each node's parent. Most stand right behind it, which needs no looking where no two have one name. */
function parentsOf(nodes: readonly Node[], places: ReadonlyMap<string, number>, hasTwins: boolean): Int32Array {
  const parents = new Int32Array(nodes.length).fill(NONE)
  for (let place = 0; place < nodes.length; place++) {
    const { parent } = nodes[place]!
    if (parent === null) continue
    const before = nodes[place - 1]
    const isBefore = !hasTwins && before?.uuid === parent && isLine(before)
    parents[place] = isBefore ? place - 1 : (places.get(parent) ?? healed(nodes, places, place))
  }
  return parents
}

function healed(nodes: readonly Node[], places: ReadonlyMap<string, number>, place: number): number {
  for (let before = place - 1; before >= 0; before--) {
    const node = nodes[before]!
    if (places.get(node.uuid) !== before) continue
    return heals(nodes[place]!, node) ? before : NONE
  }
  return NONE
}

/** Whether a gap before `node` is bridged to the line that stands before it. */
export function heals(node: Node, before: Node): boolean {
  return node.at - before.at <= HEALS_WITHIN_MS
}

/** The leaf a side record names, or the last one below the line it names; without one, the last leaf in the file. */
function findLeaf(
  nodes: readonly Node[],
  places: ReadonlyMap<string, number>,
  parents: Int32Array,
): number | undefined {
  const inner = new Uint8Array(nodes.length)
  for (const place of places.values()) {
    if (!isSent(nodes[place]!)) continue
    for (let up = parents[place]!; up !== NONE && !inner[up]; up = parents[up]!) inner[up] = 1
  }
  const leaves = [...places.values()].filter((place) => isSent(nodes[place]!) && !inner[place]).sort((a, b) => b - a)
  const named = nodes.findLast((node) => node.kind === 'leaf' && places.has(node.uuid))
  if (!named) return leaves[0] ?? lastSent(nodes, places)
  const top = places.get(named.uuid)!
  return leaves.find((leaf) => descends(parents, leaf, top)) ?? top
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

function descends(parents: Int32Array, leaf: number, top: number): boolean {
  const seen = new Set<number>()
  for (let at = leaf; at !== NONE && !seen.has(at); at = parents[at]!) {
    if (at === top) return true
    seen.add(at)
  }
  return false
}

/**
 * Links what the last compaction kept into the new chain: its first line behind the anchor, and what followed the
 * anchor behind its last line.
 */
function withPreserved<N extends Node>(nodes: readonly N[], places: ReadonlyMap<string, number>): readonly N[] {
  const kept = nodes.findLast((node) => node.kind === 'boundary' && places.has(node.uuid))?.preserved
  if (!kept || ![kept.head, kept.anchor, kept.tail].every((uuid) => places.has(uuid))) return nodes
  return nodes.map((node) => {
    if (node.uuid === kept.head) return { ...node, parent: kept.anchor }
    return node.parent === kept.anchor ? { ...node, parent: kept.tail } : node
  })
}
