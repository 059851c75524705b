import type { ActivePath } from '../../parser.ts'
import { activePath, heals } from '../context/active-path.ts'
import { decodeGraph, type Node, nodesFromEnd } from './graph.ts'

/** A compaction's anchor is its summary, a line or a few after its boundary. */
const NEAR = 32

/** How many gaps are bridged by another pass each; with more of them the whole graph is read. */
const GAPS = 8

/**
 * The rounds of which something a person, a tool or the model said is on the active path.
 *
 * In almost every file each line is there once and after its parent (`isOrdered`), and then one walk from the end finds
 * the path without holding more than a stretch. Otherwise, or where the walk cannot be sure, the whole graph is read.
 */
export async function findActivePath(graphs: () => AsyncIterable<Uint8Array>, isOrdered: boolean): Promise<ActivePath> {
  const walked = isOrdered ? await walkBack(graphs) : undefined
  if (walked) return walked
  const nodes = await wholeGraph(graphs())
  const path = activePath(nodes)
  return found(path.at(-1)?.uuid ?? null, firstOf(path.toReversed()), firstOf(nodes.toReversed()))
}

/** By round, the first line in which something is said; the nodes are given the last one first. */
function firstOf(nodes: readonly Node[]): ReadonlyMap<number, string> {
  return new Map(nodes.flatMap((node) => (isSaidInRound(node) ? [[node.round, node.uuid] as const] : [])))
}

function isSaidInRound({ kind, round }: Node): boolean {
  return kind === 'message' && round > 0
}

/** A round that is on the path without its first line was cut by a compaction. */
function found(
  leaf: string | null,
  onPath: ReadonlyMap<number, string | number>,
  inFile: ReadonlyMap<number, string | number>,
): ActivePath {
  const rounds = [...onPath.keys()].sort((a, b) => a - b)
  return { leaf, rounds, cut: rounds.filter((round) => onPath.get(round) !== inFile.get(round)) }
}

async function wholeGraph(graphs: AsyncIterable<Uint8Array>): Promise<readonly Node[]> {
  const stretches: Node[][] = []
  for await (const graph of graphs) stretches.unshift(decodeGraph(textOf(graph)))
  return stretches.flat()
}

/**
 * Follows the parents from the last line said, one pass from the end of the file; another pass for each gap in the
 * links. Undefined where that is not enough: there are many gaps, the leaf that the last side record names is not on the
 * path found, or a compaction kept lines in a way no client writes.
 */
async function walkBack(graphs: () => AsyncIterable<Uint8Array>): Promise<ActivePath | undefined> {
  const onPath = new Map<number, number>() // by round, the place of its first line, counted from the end of the file
  const inFile = new Map<number, number>()
  let leaf: string | undefined
  let last: Node | undefined // on the path so far
  const nearest: string[] = [] // the lines of the path next to it, the nearest last
  let wanted: string | null | undefined // undefined before the first line is found, null after the last
  let before: Node | undefined // the line that is before the last one on the path
  let named: string | undefined
  let sawNamed = false
  let boundary: Node | undefined // the last one in the file
  let kept: Node['preserved']
  let gaps = 0
  do {
    let place = 0
    for await (const graph of graphs()) {
      for (const node of nodesFromEnd(textOf(graph))) {
        place++
        if (node.kind === 'leaf') {
          named ??= node.uuid
          continue
        }
        if (node.kind === 'foreign') continue
        if (node.kind === 'boundary') boundary ??= node
        if (isSaidInRound(node)) inFile.set(node.round, place)
        before ??= node
        if (wanted === undefined && (node.kind === 'message' || node.kind === 'note')) wanted = node.uuid
        if (node.uuid !== wanted) continue
        if (isSaidInRound(node)) onPath.set(node.round, place)
        leaf ??= node.uuid
        last = node
        nearest.push(node.uuid)
        if (nearest.length > 2 * NEAR) nearest.splice(0, NEAR)
        before = undefined
        if (node.uuid === named) sawNamed = true
        if (kept) {
          if (node.kind === 'boundary' || (node.uuid !== kept.head && node.parent === null)) return undefined
          wanted = node.uuid === kept.head ? null : node.parent
        } else if (node.kind === 'boundary') {
          kept = node.preserved
          if (kept && (node.uuid !== boundary?.uuid || !nearest.slice(-NEAR - 1).includes(kept.anchor)))
            return undefined
          wanted = kept?.tail ?? null
        } else {
          wanted = node.parent
        }
      }
    }
    if (typeof wanted === 'string') {
      if (kept || ++gaps > GAPS) return undefined
      wanted = before && heals(last!, before) ? before.uuid : null
    }
  } while (typeof wanted === 'string')
  if (boundary?.preserved && !kept) return undefined // it links lines again without being on the path
  if (leaf === undefined) return named === undefined ? found(null, onPath, inFile) : undefined
  return named === undefined || sawNamed ? found(leaf, onPath, inFile) : undefined
}

/** Its ids are escaped, so that it is ASCII. */
function textOf(graph: Uint8Array): string {
  return Buffer.from(graph.buffer, graph.byteOffset, graph.byteLength).toString('latin1')
}
