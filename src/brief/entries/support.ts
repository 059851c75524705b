import type { Quote } from './entry.ts'
import { namesIn } from './names-in.ts'
import type { RoundRecord } from './round-record.ts'

/** Where the record has what a sentence names and quotes. */
export interface Support {
  readonly rounds: readonly number[]
  readonly quotes: readonly Quote[]
}

const SPOKEN = /["“]([^"“”\n]{8,300})["”]/g
const MOST_ROUNDS = 4
const MOST_WORDS = 12
/** The share of its words that are together in what was said in one round, where a sentence names nothing. */
const TOGETHER = 0.5

/** The rounds up to `until` that a sentence without rounds is from; undefined where none is. */
export function createSupport(record: RoundRecord, until: number): (text: string) => Support | undefined {
  const rounds = record.rounds.filter(({ round }) => round <= until).map(({ round }) => round)
  let said: ReadonlyMap<number, ReadonlySet<string>> | undefined

  return (text) => {
    const quotes = [...text.matchAll(SPOKEN)].flatMap(([, passage]): readonly Quote[] => {
      const words = passage!.trim().split(/\s+/).slice(0, MOST_WORDS).join(' ')
      const round = rounds.findLast((one) => record.whoHas(words, one))
      return round === undefined ? [] : [{ round, words }]
    })
    const named = namesIn(text).flatMap((name) => record.lastWith(name, until) ?? [])
    const cited = mostNamed([...quotes.map(({ round }) => round), ...named])
    if (cited.length > 0) return { rounds: cited, quotes }
    const round = roundLike(text)
    return round === undefined ? undefined : { rounds: [round], quotes: [] }
  }

  function roundLike(text: string): number | undefined {
    said ??= saidIn(record, until)
    const words = [...new Set(stemsIn(text))]
    let best: { readonly round: number; readonly share: number } | undefined
    for (const [round, stems] of said) {
      const share = words.filter((word) => stems.has(word)).length / words.length
      if (share >= TOGETHER && share >= (best?.share ?? 0)) best = { round, share }
    }
    return best?.round
  }
}

/** The rounds that most names are from. */
function mostNamed(rounds: readonly number[]): readonly number[] {
  const counts = new Map<number, number>()
  for (const round of rounds) counts.set(round, (counts.get(round) ?? 0) + 1)
  return [...counts]
    .sort(([a, most], [b, more]) => more - most || b - a)
    .slice(0, MOST_ROUNDS)
    .map(([round]) => round)
    .sort((a, b) => a - b)
}

function saidIn({ rounds }: RoundRecord, until: number): ReadonlyMap<number, ReadonlySet<string>> {
  return new Map(
    rounds
      .filter(({ round }) => round <= until)
      .map(({ round, events }) => [
        round,
        new Set(events.flatMap((event) => (event.kind === 'said' ? stemsIn(event.text) : []))),
      ]),
  )
}

/** How words begin, so that `written` is `writes`; short ones say nothing. */
function stemsIn(text: string): readonly string[] {
  return (text.toLowerCase().match(/[\p{L}\p{N}]{4,}/gu) ?? []).map((word) => word.slice(0, 5))
}
