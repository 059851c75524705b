import { centerOf, type RoundTraits, similarity, type Vector, vectorsOf } from './round-features.ts'

/** Groups less alike than this stay apart. */
const ALIKE = 0.18
/** What it takes to leave the work of the round before. */
const STAYS = 0.05
/** A group of fewer rounds is no workstream. */
const LEAST_ROUNDS = 2
const PASSES = 3
/** More at once are not compared with one another: the work of those before is other work. */
const MOST_ROUNDS = 1500

/**
 * Which work each round belongs to, numbered from 0 in the order of their first rounds. Rounds come in the order of
 * time: who works on something goes on with it, so that a round which says little belongs with those around it.
 */
export function clusterRounds(rounds: readonly RoundTraits[]): readonly number[] {
  if (rounds.length > MOST_ROUNDS) {
    const labels: number[] = []
    let groups = 0
    const first = rounds.length % MOST_ROUNDS || MOST_ROUNDS
    for (let from = 0, to = first; from < rounds.length; from = to, to += MOST_ROUNDS) {
      const own = clusterRounds(rounds.slice(from, to))
      for (const label of own) labels.push(label + groups)
      groups += new Set(own).size
    }
    return labels
  }
  const vectors = vectorsOf(rounds)
  let groups = merged(runsOf(vectors), vectors)
  let labels: readonly number[] = []
  for (let pass = 0; pass < PASSES; pass++) {
    const centers = groups
      .filter((group) => group.length >= LEAST_ROUNDS)
      .map((group) => centerOf(group.map((at) => vectors[at]!)))
    if (centers.length === 0) return rounds.map(() => 0)
    labels = followed(vectors, centers)
    groups = merged(groupsOf(labels), vectors)
  }
  return numbered(labelsOf(groups, rounds.length))
}

type Group = readonly number[]

/** Pairs of neighbours that are alike begin together: there are fewer groups to compare then. */
function runsOf(vectors: readonly Vector[]): readonly Group[] {
  const runs: number[][] = []
  vectors.forEach((vector, at) => {
    const last = runs.at(-1)
    if (last && similarity(vector, vectors[at - 1]!) > ALIKE * 2) last.push(at)
    else runs.push([at])
  })
  return runs
}

/** Joins the two groups that are most alike, until none are. */
function merged(groups: readonly Group[], vectors: readonly Vector[]): readonly Group[] {
  const known = groups.map((group) => ({ group, center: centerOf(group.map((at) => vectors[at]!)) }))
  const near = known.map((a, i) => known.map((b, j) => (j < i ? likeness(a, b) : 0)))
  const isGone = new Set<number>()
  for (;;) {
    let best = ALIKE
    let pair: [number, number] | undefined
    for (let i = 0; i < known.length; i++) {
      if (isGone.has(i)) continue
      for (let j = 0; j < i; j++) {
        if (isGone.has(j) || near[i]![j]! <= best) continue
        best = near[i]![j]!
        pair = [i, j]
      }
    }
    if (!pair) return known.filter((_, at) => !isGone.has(at)).map(({ group }) => group)
    const [gone, kept] = pair
    const group = [...known[kept]!.group, ...known[gone]!.group].sort((a, b) => a - b)
    known[kept] = { group, center: centerOf(group.map((at) => vectors[at]!)) }
    isGone.add(gone)
    for (let at = 0; at < known.length; at++) {
      if (isGone.has(at) || at === kept) continue
      near[Math.max(at, kept)]![Math.min(at, kept)] = likeness(known[at]!, known[kept]!)
    }
  }
}

interface Known {
  readonly group: Group
  readonly center: Vector
}

/** Centers of small groups are alike by chance less often: they say less. */
function likeness(a: Known, b: Known): number {
  const least = Math.min(a.group.length, b.group.length)
  return similarity(a.center, b.center) * (least / (least + 1)) ** 0.5
}

/** The best way through the groups, round by round, where each change costs something. */
function followed(vectors: readonly Vector[], centers: readonly Vector[]): readonly number[] {
  let scores = centers.map((center) => similarity(vectors[0]!, center))
  const from: number[][] = []
  for (const vector of vectors.slice(1)) {
    const best = scores.indexOf(Math.max(...scores))
    const before = centers.map((_, at) => (scores[at]! >= scores[best]! - STAYS ? at : best))
    scores = centers.map((center, at) => {
      const stays = before[at] === at ? scores[at]! : scores[best]! - STAYS
      return stays + similarity(vector, center)
    })
    from.push(before)
  }
  const backwards = [scores.indexOf(Math.max(...scores))]
  for (const before of from.reverse()) backwards.push(before[backwards.at(-1)!]!)
  return backwards.reverse()
}

function groupsOf(labels: readonly number[]): readonly Group[] {
  const groups = new Map<number, number[]>()
  for (const [at, label] of labels.entries()) {
    const group = groups.get(label) ?? []
    group.push(at)
    groups.set(label, group)
  }
  return [...groups.values()]
}

function labelsOf(groups: readonly Group[], rounds: number): readonly number[] {
  const labels = new Array<number>(rounds).fill(0)
  groups.forEach((group, label) => {
    for (const at of group) labels[at] = label
  })
  return labels
}

function numbered(labels: readonly number[]): readonly number[] {
  const order = new Map<number, number>()
  return labels.map((label) => {
    if (!order.has(label)) order.set(label, order.size)
    return order.get(label)!
  })
}
