import type { SessionId } from '../../../model/id.ts'
import type { Embedded, Hit, QueryOptions, Unembedded } from '../../../record/indexing/search-index.ts'
import type { Sql } from '../../../system/postgres/connect.ts'
import { nearestRounds, packVectors } from '../../ranking/nearest-rounds.ts'

/** Texts of which this model has no vectors, the newest first. */
export async function listUnembedded(sql: Sql, model: string, limit: number): Promise<readonly Unembedded[]> {
  return sql<Unembedded[]>`
    SELECT text, content FROM search_texts
     WHERE text NOT IN (SELECT text FROM search_vectors WHERE model = ${model}) ORDER BY text DESC LIMIT ${limit}`
}

/** Keeps the vectors of texts, unless a text has changed meanwhile. */
export async function putVectors(sql: Sql, model: string, embedded: readonly Embedded[]): Promise<void> {
  for (const { text, content, vectors } of embedded) {
    await sql`
      INSERT INTO search_vectors (text, model, vectors)
      SELECT text, ${model}, ${packVectors(vectors)} FROM search_texts WHERE text = ${text} AND content = ${content}
      ON CONFLICT (text) DO UPDATE SET model = excluded.model, vectors = excluded.vectors`
  }
}

export async function nearest(
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
