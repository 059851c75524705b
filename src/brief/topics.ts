import type { BriefRound } from './round.ts'

const LITTLE = new Set(
  'what which who how why where the a an of to in on for and or it its this that we our us you your he she they my me is are was were be been am has had have do does did there when then than which after before into only also so no not if as at by up stuff thing things about with from part der die das und le la les de el los en es un una il du zu im am'.split(
    ' ',
  ),
)

/** The words of a topic that can be looked for, cut to what their forms share. */
export function topicWords(topic: string): readonly string[] {
  const words = topic.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  return [...new Set(words.filter((word) => word.length > 1 && !LITTLE.has(word)).map(stem))]
}

/** Shorter words are inside too many others to be looked for there. */
const SHORT = 3

function stem(word: string): string {
  if (word.length <= SHORT) return word
  return word.length > 5 ? word.replace(/(?:ations?|ings?|ers?|ed|es|s)$/, '') : word.replace(/s$/, '')
}

/** How many of the words a text has; short ones only count as words of their own. */
export function matches(text: string, words: readonly string[]): number {
  const lower = text.toLowerCase()
  const isOwnWord = (word: string) => new RegExp(`(?<![\\p{L}\\p{N}])${word}s?(?![\\p{L}\\p{N}])`, 'u').test(lower)
  return words.filter((word) => lower.includes(word) && (word.length > SHORT || isOwnWord(word))).length
}

export interface Cluster {
  readonly from: number
  readonly to: number
  readonly weight: number
}

const GAP = 2

/** Rounds that speak of a topic, those close together as one; what speaks of it most comes first. */
export function clustersOf(rounds: readonly BriefRound[], topic: string): readonly Cluster[] {
  const words = topicWords(topic)
  const clusters: { from: number; to: number; weight: number }[] = []
  for (const { round, events } of rounds) {
    const text = events
      .map((event) => (event.kind === 'said' ? event.text : event.act.files.map((file) => file.path).join(' ')))
      .join('\n')
    const weight = matches(text, words) ** 2
    if (weight === 0) continue
    const last = clusters.at(-1)
    if (last && round - last.to <= GAP + 1) {
      last.to = round
      last.weight += weight
    } else clusters.push({ from: round, to: round, weight })
  }
  return clusters.sort((a, b) => b.weight - a.weight || a.from - b.from)
}
