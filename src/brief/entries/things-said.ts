import type { BriefRound } from '../round.ts'
import type { Entry } from './entry.ts'

/** A sentence or a point of a list that the user said. */
interface Thing {
  readonly place: number
  readonly text: string
}

const MOST = 240
const WORD = /[\p{L}\p{N}][\p{L}\p{N}_.'-]*/gu
/** So many of its words in what cites its round, and it was taken up. */
const SHARED = 0.4

/** What the user said in a round and no entry takes up: none quotes it, and those that cite the round say something else. */
export function thingsSaid({ round, events }: BriefRound, entries: readonly Entry[]): readonly Thing[] {
  const things = events
    .flatMap((event) => (event.kind === 'said' && event.who === 'user' ? pointsOf(event.text) : []))
    .map((text, place) => ({ place: place + 1, text }))
  if (things.length === 0) return []
  const citing = entries.filter(
    ({ rounds, agreed, quotes }) =>
      rounds.includes(round) || agreed === round || quotes.some((quote) => quote.round === round),
  )
  if (things.length === 1) return citing.length > 0 ? [] : things
  const quotes = citing.flatMap((entry) =>
    entry.quotes.filter((quote) => quote.round === round).map(({ words }) => bare(words)),
  )
  const words = new Set(
    citing.flatMap((entry) =>
      wordsIn([entry.text, entry.until ?? '', ...entry.quotes.map((one) => one.words)].join(' ')),
    ),
  )
  return things.filter(({ text }) => {
    const said = bare(text)
    if (quotes.some((quote) => said.includes(quote) || quote.includes(said))) return false
    const own = wordsIn(text)
    return own.filter((word) => words.has(word)).length < own.length * SHARED
  })
}

/** Sentences and points of three words and more; what is pasted, drawn or marked up is not asked about. */
function pointsOf(text: string): readonly string[] {
  return text
    .replace(/```[\s\S]*?(?:```|$)/g, '\n')
    .replace(/<([\w-]+)[^>]*>[\s\S]*?<\/\1>|<[^>\n]*>/g, '\n')
    .split(/\n+|(?<=[.!?。！？])\s+/)
    .map((line) => line.replace(/^\s*(?:[-*•>#]+|\d+[.)])\s+/, '').trim())
    .filter((line) => line.length <= MOST * 2 && isSaid(line))
    .map((line) => line.slice(0, MOST))
}

/** Mostly letters, and more than a path or two words. */
function isSaid(line: string): boolean {
  const letters = line.match(/\p{L}/gu)?.length ?? 0
  if (letters < line.length * 0.55 || /^\S*[/\\]\S*$/.test(line)) return false
  return (
    (line.match(WORD)?.length ?? 0) >= 3 ||
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Hangul}\p{Script=Thai}]{5}/u.test(line)
  )
}

function wordsIn(text: string): readonly string[] {
  return (text.toLowerCase().match(WORD) ?? []).filter((word) => word.length > 3)
}

function bare(text: string): string {
  return text
    .toLowerCase()
    .replace(/["'`*“”„‘’«»]+/g, '')
    .replace(/\s+/g, ' ')
    .trim()
}
