import { leafOf, openCallsOf, sentNodes } from '../context/sent-lines.ts'
import { disambiguateCalls, type Renames } from './mend-calls.ts'
import { type LinkDamage, mendLinks } from './mend-links.ts'
import type { Mendable } from './mendable.ts'

/** What keeps the client from sending a line, or something of it. */
export type Damage =
  | LinkDamage
  /** The side record at `place` names an older line than `by`, the last of what came after it. */
  | { readonly kind: 'leaf-stale'; readonly place: number; readonly by: number }
  | CallDamage

interface CallDamage {
  readonly kind: 'call-repeated' | 'call-open' | 'answer-alone'
  readonly place: number
  readonly call: string
}

/** A session's lines as the client should send them. */
export interface Mended<N extends Mendable> {
  /** In order, each with an id of its own. */
  readonly sent: readonly N[]
  readonly damages: readonly Damage[]
  /** New names of calls and replies, by the place of the line that has them. */
  readonly renames: ReadonlyMap<number, Renames>
  /** Calls that were never answered, wherever they are. */
  readonly openCalls: readonly string[]
}

/**
 * What the client would send of these lines if nothing were wrong with them. All that it sends of them as they are is
 * in it: where mending everything would hide some of that, such as a new beginning on a line the client cannot read, less
 * is mended. Damage that costs nothing is not told: to branches that were left, or before a compaction.
 */
export function mend<N extends Mendable>(given: readonly N[]): Mended<N> {
  const seen = given.map((node) => (node.isRead ? node : { ...node, kind: 'foreign' as const }))
  const shown = sentNodes(seen)
  const leaf = leafOf(seen)
  const named = leaf && { ...leaf, kind: 'leaf' as const, place: given.length }
  const attempts = [
    given,
    ...(named
      ? [
          [...given, named],
          [...seen, named],
        ]
      : []),
  ]
  for (const lines of attempts) {
    const mended = mendAll(lines)
    const places = new Set(mended.sent.map((node) => node.place))
    if (shown.every((node) => !node.reachesModel || places.has(node.place))) return mended
  }
  return withCalls(seen, { nodes: seen, damages: [] })
}

function mendAll<N extends Mendable>(given: readonly N[]): Mended<N> {
  const links = mendLinks(given)
  const { nodes, stale } = withoutStaleLeaf(links.nodes)
  return withCalls(given, { nodes, damages: [...links.damages, ...stale] })
}

/** The lines that are sent where the links are as they should be, with every call told apart. */
function withCalls<N extends Mendable>(
  given: readonly N[],
  { nodes, damages }: { readonly nodes: readonly N[]; readonly damages: readonly Damage[] },
): Mended<N> {
  const { sent, renames } = disambiguateCalls(sentNodes(nodes), nodes)
  const places = new Set(sent.map((node) => node.place))
  const answered = new Set(sent.flatMap((node) => node.answers))
  return {
    sent,
    renames,
    openCalls: sent.flatMap((node) => node.calls).filter((call) => !answered.has(call)),
    damages: [...damages.filter(({ kind, place }) => kind === 'leaf-stale' || places.has(place)), ...callDamages()],
  }

  /** A call that the session ended in is none: the client answers it, or its tool still runs. */
  function callDamages(): readonly CallDamage[] {
    const atEnd = new Set(openCallsOf(sent))
    const called = new Set(given.flatMap((node) => node.calls))
    return sent.flatMap(({ place, calls }) => {
      const { calls: own, answers } = given[place]!
      return [
        ...damagesOf('call-repeated', place, own, (call) => renames.get(place)?.has(call) === true),
        ...damagesOf('call-open', place, calls, (call) => !answered.has(call) && !atEnd.has(call)),
        ...damagesOf('answer-alone', place, answers, (call) => !called.has(call)),
      ]
    })
  }
}

function damagesOf(
  kind: CallDamage['kind'],
  place: number,
  calls: readonly string[],
  isDamaged: (call: string) => boolean,
): readonly CallDamage[] {
  return calls.filter(isDamaged).map((call) => ({ kind, place, call }))
}

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
function withoutStaleLeaf<N extends Mendable>(nodes: readonly N[]): LeafFound<N> {
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
