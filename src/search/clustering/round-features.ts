import { isStopWord } from '../query/stop-words.ts'

/** What is known of a round that tells which work it belongs to. */
export interface RoundTraits {
  readonly text: string
  /** As the tools were given them. */
  readonly files: readonly string[]
  readonly branch: string | null
  readonly started: string | null
}

/** A feature and how much it counts; vectors have length 1. */
export type Vector = ReadonlyMap<string, number>

const FILE = 1.6
const FOLDER = 0.8
const WORD = 1
const BRANCH = 0.6
const MOST_WORDS = 400
/** How much more a feature counts that few rounds have. */
const RARITY = 1.5

/** Each round as a vector: files, folders, branch and words, those that few rounds have counting most. */
export function vectorsOf(rounds: readonly RoundTraits[]): readonly Vector[] {
  const counted = rounds.map(countsOf)
  const seen = new Map<string, number>()
  for (const counts of counted) for (const feature of counts.keys()) seen.set(feature, (seen.get(feature) ?? 0) + 1)
  return counted.map((counts) => {
    const weighted = new Map<string, number>()
    for (const [feature, weight] of counts) {
      const rounds = seen.get(feature)!
      if (rounds > 1) weighted.set(feature, weight * Math.log(1 + counted.length / rounds) ** RARITY)
    }
    return unit(weighted)
  })
}

export function unit(vector: ReadonlyMap<string, number>): Vector {
  let sum = 0
  for (const weight of vector.values()) sum += weight * weight
  const length = Math.sqrt(sum)
  return length === 0 ? vector : new Map([...vector].map(([feature, weight]) => [feature, weight / length]))
}

/** The direction of several together. */
export function centerOf(vectors: Iterable<Vector>): Vector {
  const sum = new Map<string, number>()
  for (const vector of vectors)
    for (const [feature, weight] of vector) sum.set(feature, (sum.get(feature) ?? 0) + weight)
  return unit(sum)
}

export function similarity(a: Vector, b: Vector): number {
  const [small, large] = a.size < b.size ? [a, b] : [b, a]
  let sum = 0
  for (const [feature, weight] of small) sum += weight * (large.get(feature) ?? 0)
  return sum
}

/**
 * What the rounds of a group have that all others have less of, the most telling first. `all` is the sum of every round:
 * so each group takes the work of its own rounds only.
 */
export function tellingFeatures(group: readonly Vector[], all: Total, most: number): readonly string[] {
  const { sums, rounds } = totalOf(group)
  const others = all.rounds - rounds
  const more = ([feature, sum]: readonly [string, number]): [string, number] => {
    const outside = others === 0 ? 0 : (all.sums.get(feature)! - sum) / others
    return [feature, sum / rounds - outside]
  }
  return [...sums]
    .map(more)
    .sort(([, a], [, b]) => b - a)
    .slice(0, most)
    .map(([feature]) => feature)
}

/** How much each feature counts in so many rounds together. */
export interface Total {
  readonly sums: ReadonlyMap<string, number>
  readonly rounds: number
}

export function totalOf(vectors: readonly Vector[]): Total {
  const sums = new Map<string, number>()
  for (const vector of vectors)
    for (const [feature, weight] of vector) sums.set(feature, (sums.get(feature) ?? 0) + weight)
  return { sums, rounds: vectors.length }
}

function countsOf({ text, files, branch }: RoundTraits): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  const count = (feature: string, weight: number) => counts.set(feature, Math.max(counts.get(feature) ?? 0, weight))
  for (const path of files) {
    const names = path.split(/[/\\]/).filter(Boolean)
    count(`file ${names.at(-1)}`, FILE)
    for (const folder of names.slice(-4, -1)) count(`folder ${folder}`, FOLDER)
  }
  if (branch !== null) count(`branch ${branch}`, BRANCH)
  const times = new Map<string, number>()
  for (const word of text.toLowerCase().match(/[\p{L}_][\p{L}\p{N}_]{2,39}/gu) ?? []) {
    if (!isStopWord(word) && (times.size < MOST_WORDS || times.has(word))) times.set(word, (times.get(word) ?? 0) + 1)
  }
  for (const [word, often] of times) count(`word ${word}`, WORD * (1 + Math.log(often)))
  return counts
}
