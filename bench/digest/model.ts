import type { Example } from './examples.ts'
import type { Random } from './fill.ts'
import { LABELS } from './split.ts'

export interface Model {
  readonly names: readonly string[]
  weightsOf(feature: number): readonly number[]
  /** The most likely class, as a place in the list of them. */
  classOf(features: readonly string[]): number
  /** How likely each class is. */
  chancesOf(features: readonly string[]): readonly number[]
}

const ROUNDS = 40
/** How many of the rounds count. */
const LAST = 32
const RATE = 0.08
const SHRINK = 5e-4
const MANY = LABELS.length
/** How often a feature is left out, so that no single one carries a class: a word, anything else. */
const LEFT_OUT = { word: 0.5, other: 0.35 }

/**
 * A linear model of the examples: weights that make the class of each the most likely one. It is the mean of one for each source of
 * chance, so that little depends on the order of the examples.
 */
export function train(examples: readonly Example[], sources: readonly Random[]): Model {
  /** Features by number, and of each one the weights of all classes in a row. */
  const numbers = new Map<string, number>()
  const isCommon = commonIn(examples)
  for (const { features } of examples) {
    for (const feature of features) if (isCommon(feature) && !numbers.has(feature)) numbers.set(feature, numbers.size)
  }
  const names = [...numbers.keys()]
  const leftOut = Float64Array.from(names, (name) => (/^[wsbfg] /.test(name) ? LEFT_OUT.word : LEFT_OUT.other))
  const weights = new Float64Array(names.length * MANY)
  /** Sums of the weights after each of the last rounds: their mean depends less on the order of the examples. */
  const sums = new Float64Array(names.length * MANY)
  const numbered = examples.map(({ features, label, weight }) => ({
    features: Int32Array.from(features.flatMap((feature) => numbers.get(feature) ?? [])),
    label,
    weight,
  }))
  const kept = new Int32Array(numbered.reduce((most, { features }) => Math.max(most, features.length), 0))
  const chances = new Float64Array(MANY)
  for (const random of sources) {
    weights.fill(0)
    for (let round = 0; round < ROUNDS; round++) {
      shuffle(numbered, random)
      const rate = RATE / (1 + round / 4)
      for (const { features, label, weight } of numbered) {
        let many = 0
        for (const one of features) if (random() > leftOut[one]!) kept[many++] = one
        weigh(kept, many)
        for (let at = 0; at < MANY; at++) chances[at] = rate * weight * ((at === label ? 1 : 0) - chances[at]!)
        for (let next = 0; next < many; next++) {
          const start = kept[next]! * MANY
          for (let at = 0; at < MANY; at++) weights[start + at]! += chances[at]! - SHRINK * weights[start + at]!
        }
      }
      if (round >= ROUNDS - LAST) for (let at = 0; at < sums.length; at++) sums[at]! += weights[at]!
    }
  }
  for (let at = 0; at < sums.length; at++) weights[at] = sums[at]! / (LAST * sources.length)
  return {
    names,
    weightsOf: (feature) => [...weights.subarray(feature * MANY, (feature + 1) * MANY)],
    classOf: (features) => {
      const own = chancesOf(features)
      return own.indexOf(Math.max(...own))
    },
    chancesOf,
  }

  function chancesOf(features: readonly string[]): readonly number[] {
    const known = Int32Array.from(features.flatMap((feature) => numbers.get(feature) ?? []))
    weigh(known, known.length)
    return [...chances]
  }

  /** Leaves the chances of the classes, given the first so many features. */
  function weigh(features: Int32Array, many: number): void {
    chances.fill(0)
    for (let next = 0; next < many; next++) {
      const start = features[next]! * MANY
      for (let at = 0; at < MANY; at++) chances[at]! += weights[start + at]!
    }
    const most = Math.max(...chances)
    let sum = 0
    for (let at = 0; at < MANY; at++) sum += chances[at] = Math.exp(chances[at]! - most)
    for (let at = 0; at < MANY; at++) chances[at]! /= sum
  }
}

/** Pairs of words that hardly any phrases have say nothing about others, and would keep the words themselves from telling. */
function commonIn(examples: readonly Example[]): (feature: string) => boolean {
  const sources = new Map<string, Set<string>>()
  for (const { features, source } of examples) {
    for (const feature of features) {
      if (!PAIRS.test(feature)) continue
      const known = sources.get(feature)
      if (known) known.add(source)
      else sources.set(feature, new Set([source]))
    }
  }
  return (feature) => !PAIRS.test(feature) || sources.get(feature)!.size >= LEAST_PHRASES
}

const LEAST_PHRASES = 3
const PAIRS = /^[bgs] /

function shuffle<T>(list: T[], random: Random): void {
  for (let at = list.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1))
    ;[list[at], list[other]] = [list[other]!, list[at]!]
  }
}
