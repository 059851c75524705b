import type { Query } from '../../../record/indexing/query.ts'
import type { Excerpt, RoundPlace } from '../../../record/indexing/search-index.ts'
import type { Sql } from '../../../system/postgres/connect.ts'
import { formQuery } from './postings.ts'
import { type Word, wordsIn } from './words-of.ts'

const WORDS = 24
const CHARS = 160
/** Of a text that is longer only the beginning is looked at. */
const MOST_CHARS = 200_000

/** The place in each round where most of the words are; from its beginning where it has none of them. */
export async function excerpts(sql: Sql, query: Query, rounds: readonly RoundPlace[]): Promise<readonly Excerpt[]> {
  const rows = await sql<{ nth: number; content: string }[]>`
    SELECT wanted.nth, substr(content, 1, ${MOST_CHARS}) AS content FROM unnest(
      ${rounds.map(({ session }) => session)}::text[], ${rounds.map(({ round }) => round)}::bigint[]
    ) WITH ORDINALITY AS wanted (session_id, round, nth)
      JOIN search_places USING (session_id, round) JOIN search_texts USING (text)`
  const contents = new Map(rows.map(({ nth, content }) => [nth - 1, content]))
  const words = new Map([...contents].map(([nth, content]) => [nth, [...wordsIn(content)]]))
  const meant = await meantIn(sql, query, new Set([...words.values()].flatMap((some) => some.map(({ word }) => word))))
  return rounds.map((_, nth) => excerptOf(contents.get(nth) ?? '', words.get(nth) ?? [], meant))
}

/** Those words that are looked for, in any form. */
async function meantIn(sql: Sql, query: Query, words: ReadonlySet<string>): Promise<ReadonlySet<string>> {
  const forms = query.terms.flatMap(({ forms, isPrefix }) => forms.map((form) => formQuery(sql, form, isPrefix)))
  const asked = (await Promise.all(forms))
    .filter((form) => form !== '')
    .join(' | ')
    .replaceAll(/<->|<\d+>/g, '|') // each word of a phrase by itself
  if (asked === '' || words.size === 0) return new Set()
  const rows = await sql<{ word: string }[]>`
    SELECT word FROM unnest(${[...words]}::text[]) AS word
     WHERE to_tsvector('search_words_of', word) @@ ${asked}::tsquery`
  return new Set(rows.map(({ word }) => word))
}

function excerptOf(content: string, words: readonly Word[], meant: ReadonlySet<string>): Excerpt {
  const first = densest(words, meant)
  if (first === undefined) return oneLine(beginning(content), [])
  const last = Math.min(words.length, first + WORDS) - 1
  const start = first === 0 ? 0 : words[first]!.start
  const end = last === words.length - 1 ? content.length : words[last]!.end
  const marks = words
    .slice(first, last + 1)
    .filter(({ word }) => meant.has(word))
    .map(({ start: from, end: to }) => [from - start, to - start] as const)
  const [before, after] = [first === 0 ? '' : '…', last === words.length - 1 ? '' : '…']
  const moved = marks.map(([from, to]) => [from + before.length, to + before.length] as const)
  return oneLine(`${before}${content.slice(start, end)}${after}`, moved)
}

/** Where the stretch begins that has most different words that are meant; undefined where none has any. */
function densest(words: readonly Word[], meant: ReadonlySet<string>): number | undefined {
  let best: number | undefined
  let most = 0
  for (const [at, { word }] of words.entries()) {
    if (!meant.has(word)) continue
    const seen = new Set(words.slice(at, at + WORDS).flatMap((one) => (meant.has(one.word) ? [one.word] : [])))
    if (seen.size <= most) continue
    most = seen.size
    best = at
  }
  return best === undefined ? undefined : Math.max(0, Math.min(best - WORDS / 3, words.length - WORDS))
}

function beginning(text: string): string {
  return text.length > CHARS ? `${text.slice(0, CHARS).replace(/\S*$/, '')}…` : text
}

/** The text in one line, and where the marks are in that. */
function oneLine(text: string, marks: readonly (readonly [number, number])[]): Excerpt {
  const upTo = (end: number) => text.slice(0, end).replace(/\s+/g, ' ').replace(/^ /, '').length
  const line = text.replace(/\s+/g, ' ').trim()
  return { text: line, marks: marks.map(([from, to]) => [upTo(from), upTo(to)] as const) }
}
