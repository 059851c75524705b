import type { SessionId } from '../../../model/id.ts'
import type { RoundText } from '../../../model/round-text.ts'
import type { Embedded, Hit, QueryOptions, SearchIndex, Unembedded } from '../../../record/indexing/search-index.ts'
import type { Connection, Sql } from '../../../system/postgres/connect.ts'
import { nearestRounds, packVectors } from '../../ranking/nearest-rounds.ts'
import { addEntry } from './add-entry.ts'
import { connectSearch } from './connection.ts'
import { excerpts } from './excerpts.ts'
import { findMark, listMarks } from './marks.ts'
import { query } from './query.ts'
import { removePlaces } from './texts.ts'

/** The index kept in tables next to those of a shared store. Nothing is asked of the server before it is needed. */
export function openPostgresSearch({ url }: { readonly url: string }): SearchIndex {
  return indexOver(connectSearch(url))
}

function indexOver({ read, write, snapshot, close }: Connection): SearchIndex {
  return {
    findMark: (session) => read((sql) => findMark(sql, session)),
    listMarks: () => read(listMarks),
    add: (entry) => write((sql) => addEntry(sql, entry)),
    addAll: (entries) =>
      write(async (sql) => {
        const added: boolean[] = []
        for (const entry of entries) added.push(await addEntry(sql, entry))
        return added
      }),
    forget: (session) =>
      write(async (sql) => {
        await removePlaces(sql, session)
        await sql`DELETE FROM search_marks WHERE session_id = ${session}`
      }),
    erase: async () => true,
    listRounds: (session, numbers) => read((sql) => listRounds(sql, session, numbers)),
    countRounds: (session) => read((sql) => countRounds(sql, session)),
    query: (asked, options) => read((sql) => query(sql, asked, options)),
    excerpts: (asked, rounds) => read((sql) => excerpts(sql, asked, rounds)),
    listUnembedded: (model, limit) => read((sql) => listUnembedded(sql, model, limit)),
    putVectors: (model, embedded) => write((sql) => putVectors(sql, model, embedded)),
    nearest: (wanted, options) => read((sql) => nearest(sql, wanted, options)),
    snapshot: (work) => snapshot((state) => work(indexOver(state))),
    close,
  }
}

async function listRounds(
  sql: Sql,
  session: SessionId,
  numbers: readonly number[] | undefined,
): Promise<readonly RoundText[]> {
  const rows = await sql<(RoundText & { length: number })[]>`
    SELECT round, round_id AS "roundId", coalesce(content, '') AS text, length
      FROM search_places LEFT JOIN search_texts USING (text)
     WHERE session_id = ${session} ${numbers ? sql`AND round = ANY(${numbers as number[]}::bigint[])` : sql``}
     ORDER BY round`
  return rows.map(({ round, roundId, text, length }) => ({ round, roundId, text: text.slice(0, length) }))
}

async function countRounds(sql: Sql, session: SessionId): Promise<number> {
  const [row] = await sql<{ rounds: number }[]>`
    SELECT count(*) AS rounds FROM search_places WHERE session_id = ${session}`
  return row!.rounds
}

/** Texts of which this model has no vectors, the newest first. */
async function listUnembedded(sql: Sql, model: string, limit: number): Promise<readonly Unembedded[]> {
  return sql<Unembedded[]>`
    SELECT text, content FROM search_texts
     WHERE text NOT IN (SELECT text FROM search_vectors WHERE model = ${model}) ORDER BY text DESC LIMIT ${limit}`
}

/** Keeps the vectors of texts, unless a text has changed meanwhile. */
async function putVectors(sql: Sql, model: string, embedded: readonly Embedded[]): Promise<void> {
  for (const { text, content, vectors } of embedded) {
    await sql`
      INSERT INTO search_vectors (text, model, vectors)
      SELECT text, ${model}, ${packVectors(vectors)} FROM search_texts WHERE text = ${text} AND content = ${content}
      ON CONFLICT (text) DO UPDATE SET model = excluded.model, vectors = excluded.vectors`
  }
}

async function nearest(
  sql: Sql,
  { model, vector }: { readonly model: string; readonly vector: Float32Array },
  { limit, sessions }: QueryOptions,
): Promise<readonly Hit[]> {
  const among = sessions ? sql`AND session_id = ANY(${[...sessions]}::text[])` : sql``
  const places = await sql<{ session: SessionId; round: number; roundId: Hit['roundId']; text: number }[]>`
    SELECT session_id AS session, round, round_id AS "roundId", text FROM search_places WHERE text IS NOT NULL ${among}`
  const kept = await sql<{ text: number; vectors: Buffer }[]>`
    SELECT text, vectors FROM search_vectors WHERE model = ${model}
       AND text = ANY(${[...new Set(places.map(({ text }) => text))]}::bigint[])`
  return nearestRounds(
    places,
    kept.map(({ text, vectors }) => [text, vectors] as const),
    vector,
    limit,
  )
}
