import { heals } from '../context/active-path.ts'
import type { Mendable } from './mendable.ts'

/** A link that is not as the client needs it, by the places of the lines it joins. */
export interface LinkDamage {
  readonly kind: 'parent-missing' | 'parent-unknown' | 'parent-none' | 'circle' | 'uuid-taken'
  readonly place: number
  /** Of a uuid that is taken: the line that has it too. Of a parent of an unknown type: that line. */
  readonly by?: number
  /** The line it follows when it is mended. */
  readonly follows?: number
}

/** The lines with every link as it should be, and which of them the client cannot follow. */
export interface MendedLinks<N extends Mendable> {
  readonly nodes: readonly N[]
  readonly damages: readonly LinkDamage[]
}

/**
 * Mends the links of a session's lines. A line whose parent cannot be found follows the line that is before it in
 * the file: that is what the client does itself where the gap is short, and it writes one line after the other.
 *
 * What the client bridges by itself is no damage. Nor is a new beginning: a person's line without a parent is where
 * somebody went back to the start, or had the context cleared, unless the line itself says that turns came before it.
 */
export function mendLinks<N extends Mendable>(given: readonly N[]): MendedLinks<N> {
  const damages: LinkDamage[] = []
  const nodes = disambiguated(given, damages)
  const places = placesOf(nodes)
  const parents = nodes.map((_, place) => parentOf(place))
  if (parents.every((parent) => parent === undefined)) linkAll()
  else mendBeginnings()
  openCircles()
  const mended = nodes.map((node, place) => {
    if (isAside(node)) return node
    const parent = parents[place]
    return { ...node, parent: parent === undefined ? null : nodes[parent]!.uuid }
  })
  return { nodes: mended, damages }

  /** Where the parent of a line is, past lines of unknown types; of a missing one, the line before. */
  function parentOf(place: number): number | undefined {
    const node = nodes[place]!
    if (isAside(node) || node.parent === null) return undefined
    let uuid: string | null = node.parent
    let unknown: number | undefined
    for (let steps = 0; uuid !== null && steps < nodes.length; steps++) {
      const at = places.get(uuid)
      if (at === undefined) break
      if (nodes[at]!.kind !== 'foreign') return unknown === undefined ? at : bridged(place, unknown, at)
      unknown ??= at
      uuid = nodes[at]!.parent
    }
    return bridged(place, unknown, lineBefore(place))
  }

  function bridged(place: number, unknown: number | undefined, follows: number | undefined): number | undefined {
    const before = lineBefore(place)
    if (before !== undefined && heals(nodes[place]!, nodes[before]!)) return before
    if (follows === undefined || !isSaidBefore(place)) return follows
    if (unknown === undefined) damages.push({ kind: 'parent-missing', place, follows })
    else damages.push({ kind: 'parent-unknown', place, by: unknown, follows })
    return follows
  }

  function lineBefore(place: number): number | undefined {
    for (let at = place - 1; at >= 0; at--) {
      if (!isAside(nodes[at]!) && places.get(nodes[at]!.uuid) === at) return at
    }
    return undefined
  }

  function isSaidBefore(place: number): boolean {
    for (let at = place - 1; at >= 0; at--) if (isSaid(nodes[at]!)) return true
    return false
  }

  /** A file without a single link: each line follows the one before. */
  function linkAll(): void {
    for (const [place, node] of nodes.entries()) {
      if (!isAside(node) && node.kind !== 'boundary') follow(place, 'parent-none')
    }
  }

  /** Lines without a parent after which the first thing said is no beginning. */
  function mendBeginnings(): void {
    const judged = new Set<number>()
    for (const [place, node] of nodes.entries()) {
      if (!isSaid(node) || node.kind === 'boundary') continue
      const root = rootOf(place)
      if (root === undefined || judged.has(root)) continue
      judged.add(root)
      const isBeginning = nodes[root]!.kind === 'boundary' || (node.opens && node.turn <= 1)
      if (!isBeginning && nodes[root]!.parent === null) follow(root, 'parent-none')
    }
  }

  /** The line without a parent above, where nothing said is between. */
  function rootOf(place: number): number | undefined {
    const seen = new Set<number>()
    for (let at = place; !seen.has(at); ) {
      seen.add(at)
      const parent = parents[at]
      if (parent === undefined) return at
      if (isSaid(nodes[parent]!) && nodes[parent]!.kind !== 'boundary') return undefined
      at = parent
    }
    return undefined
  }

  function follow(place: number, kind: LinkDamage['kind']): void {
    const follows = lineBefore(place)
    if (follows === undefined) return
    parents[place] = follows
    if (isSaidBefore(place)) damages.push({ kind, place, follows })
  }

  /** Each circle is opened at its first line, which then follows the line before it. */
  function openCircles(): void {
    const done = new Set<number>()
    for (const start of nodes.keys()) {
      const walked = new Set<number>()
      let at: number | undefined = start
      while (at !== undefined && !done.has(at) && !walked.has(at)) {
        walked.add(at)
        at = parents[at]
      }
      if (at !== undefined && walked.has(at)) openCircle(at)
      for (const place of walked) done.add(place)
    }
  }

  function openCircle(within: number): void {
    let first = within
    for (let at = parents[within]!; at !== within; at = parents[at]!) first = Math.min(first, at)
    parents[first] = undefined
    let before = lineBefore(first)
    while (before !== undefined && leadsTo(before, first)) before = lineBefore(before)
    if (before === undefined) return
    parents[first] = before
    if (isSaidBefore(first) && !heals(nodes[first]!, nodes[before]!))
      damages.push({ kind: 'circle', place: first, follows: before })
  }

  function leadsTo(from: number, to: number): boolean {
    const seen = new Set<number>()
    for (let at: number | undefined = from; at !== undefined && !seen.has(at); at = parents[at]) {
      if (at === to) return true
      seen.add(at)
    }
    return false
  }
}

/**
 * Gives lines that have another line's uuid one of their own. A line that was written again, at the same time or after
 * the same parent, is one line, and the last of it counts, as for the client.
 */
function disambiguated<N extends Mendable>(nodes: readonly N[], damages: LinkDamage[]): readonly N[] {
  const last = placesOf(nodes)
  const own = new Map<number, string>()
  for (const [place, node] of nodes.entries()) {
    const other = last.get(node.uuid)
    if (node.kind === 'leaf' || other === undefined || other === place) continue
    const { at, parent, kind } = nodes[other]!
    if ((node.at === at && node.kind === kind) || node.parent === parent) continue
    own.set(place, `${node.uuid}#${place}`)
    damages.push({ kind: 'uuid-taken', place, by: other })
  }
  if (own.size === 0) return nodes
  const current = new Map<string, string>()
  return nodes.map((node, place) => {
    const parent = node.parent === null ? null : (current.get(node.parent) ?? node.parent)
    const uuid = own.get(place) ?? node.uuid
    if (node.kind !== 'leaf') current.set(node.uuid, uuid)
    return { ...node, uuid, parent }
  })
}

function placesOf(nodes: readonly Mendable[]): Map<string, number> {
  const places = new Map<string, number>()
  for (const [place, node] of nodes.entries()) if (node.kind !== 'leaf') places.set(node.uuid, place)
  return places
}

/** Lines that no other may follow: the client does not know them, or they are none. */
function isAside({ kind }: Mendable): boolean {
  return kind === 'foreign' || kind === 'leaf'
}

function isSaid({ kind }: Mendable): boolean {
  return kind === 'message' || kind === 'note' || kind === 'boundary'
}
