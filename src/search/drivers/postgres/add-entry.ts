import type { RoundId } from '../../../model/id.ts'
import type { SearchEntry } from '../../../record/indexing/search-index.ts'
import type { Sql } from '../../../system/postgres/connect.ts'
import { isShared, sharedTexts } from '../../shared-texts.ts'
import { findMark } from './marks.ts'
import { type NewText, writeTexts } from './texts.ts'

interface Place {
  place: number
  readonly round: number
  readonly round_id: RoundId
  text: number | null
  length: number
}

/**
 * Adds what was said between two marks: what is there is read first, all of it at once, then all that changed is written.
 * Copies of a round share a text as long as one says the beginning of what the other does; where they differ, each has
 * its own.
 */
export async function addEntry(sql: Sql, { session, from, to, rounds }: SearchEntry): Promise<boolean> {
  const mark = await findMark(sql, session)
  if (mark?.head !== from?.head || mark?.bytes !== from?.bytes) return false
  const numbers = [...new Set(rounds.map(({ round }) => round))]
  const known = await sql<Place[]>`
    SELECT place, round, round_id, text, length FROM search_places
     WHERE session_id = ${session} AND round = ANY(${numbers}::bigint[])`
  const places = new Map(known.map((place) => [place.round, { ...place }]))
  const memory = await readCopies(sql, [
    ...new Set([...rounds.map((one) => one.roundId), ...known.map((one) => one.round_id)]),
  ])
  const ids = await newIds(sql, rounds.length)
  const shared = sharedTexts(memory)
  for (const { round, roundId, text: more } of rounds) {
    const place = places.get(round) ?? { place: ids.pop()!, round, round_id: roundId, text: null, length: 0 }
    places.set(round, place)
    if (more === '') continue
    const own = place.text === null ? undefined : memory.read(place.text)
    const said = (own?.content.slice(0, place.length) ?? '') + more
    const found = own ? (isShared(own, said) ? own : undefined) : shared.find(place.round_id, said)
    const text = found?.text ?? ids.pop()!
    if (!found || found.content.length < said.length) memory.put(text, said)
    place.text = text
    place.length = said.length
    memory.say(place.round_id, place.place, text)
    if (own && !found) shared.leave(place.round_id)
    else shared.keep(place.round_id, place.place, text)
  }
  await writeTexts(sql, memory.changed())
  await writePlaces(sql, session, [...places.values()])
  await sql`
    INSERT INTO search_marks (session_id, head, bytes) VALUES (${session}, ${to.head}, ${to.bytes})
    ON CONFLICT (session_id) DO UPDATE SET head = excluded.head, bytes = excluded.bytes`
  return true
}

/** What the copies of rounds say, in memory, with what is put there. */
async function readCopies(sql: Sql, rounds: readonly RoundId[]) {
  const rows = await sql<{ round_id: RoundId; text: number; first: number; content: string }[]>`
    SELECT copies.*, content FROM (
      SELECT round_id, text, min(place) AS first FROM search_places
       WHERE round_id = ANY(${rounds as RoundId[]}::text[]) AND text IS NOT NULL GROUP BY round_id, text
    ) AS copies JOIN search_texts USING (text)`
  const contents = new Map(rows.map(({ text, content }) => [text, content]))
  const copies = new Map<RoundId, Map<number, number>>()
  const ofRound = (round: RoundId) => copies.get(round) ?? copies.set(round, new Map()).get(round)!
  for (const { round_id, text, first } of rows) ofRound(round_id).set(text, first)
  const changed = new Set<number>()
  return {
    copiesOf: (round: RoundId) => ofRound(round),
    read: (text: number) => ({ text, content: contents.get(text)! }),
    put(text: number, content: string) {
      contents.set(text, content)
      changed.add(text)
    },
    say(round: RoundId, place: number, text: number) {
      const known = ofRound(round)
      known.set(text, Math.min(place, known.get(text) ?? place))
    },
    changed: (): readonly NewText[] => [...changed].map((text) => ({ text, content: contents.get(text)! })),
  }
}

/** Numbers for new places and texts; one sequence serves both. The lowest is taken first. */
async function newIds(sql: Sql, rounds: number): Promise<number[]> {
  const rows = await sql<{ id: number }[]>`
    SELECT nextval(pg_get_serial_sequence('search_places', 'place')) AS id FROM generate_series(1, ${2 * rounds})`
  return rows.map(({ id }) => id).reverse()
}

async function writePlaces(sql: Sql, session: string, places: readonly Place[]): Promise<void> {
  await sql`
    INSERT INTO search_places (session_id, place, round, round_id, text, length)
    SELECT ${session}, given.* FROM unnest(
      ${places.map(({ place }) => place)}::bigint[], ${places.map(({ round }) => round)}::bigint[],
      ${places.map(({ round_id }) => round_id)}::text[], ${places.map(({ text }) => text)}::bigint[],
      ${places.map(({ length }) => length)}::bigint[]
    ) AS given ON CONFLICT (session_id, round) DO UPDATE SET text = excluded.text, length = excluded.length`
}
