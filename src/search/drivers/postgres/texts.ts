import type { SessionId } from '../../../model/id.ts'
import type { Sql } from '../../../system/postgres/connect.ts'
import { partsOf } from './words-of.ts'

export interface NewText {
  readonly text: number
  readonly content: string
}

/** Characters sent at once. */
const CHARS_AT_ONCE = 4 << 20

/** Writes texts, new or in place of what they said, with their words; what they meant is to be computed again. */
export async function writeTexts(sql: Sql, texts: readonly NewText[]): Promise<void> {
  for (const some of inBatches(texts)) {
    const ids = some.map(({ text }) => text)
    await sql`
      INSERT INTO search_texts (text, content)
      SELECT * FROM unnest(${ids}::bigint[], ${some.map(({ content }) => content)}::text[])
      ON CONFLICT (text) DO UPDATE SET content = excluded.content`
    await sql`DELETE FROM search_parts WHERE text = ANY(${ids}::bigint[])`
    await sql`DELETE FROM search_vectors WHERE text = ANY(${ids}::bigint[])`
    const parts = some.flatMap(({ text, content }) => partsOf(content).map((words, part) => ({ text, part, words })))
    await sql`
      INSERT INTO search_parts (text, part, words)
      SELECT text, part, to_tsvector('search_words_of', words) FROM unnest(
        ${parts.map(({ text }) => text)}::bigint[], ${parts.map(({ part }) => part)}::int[],
        ${parts.map(({ words }) => words)}::text[]
      ) AS given (text, part, words)`
    await sql`
      INSERT INTO search_words
      SELECT DISTINCT word FROM search_parts, unnest(tsvector_to_array(words)) AS word WHERE text = ANY(${ids}::bigint[])
      ON CONFLICT DO NOTHING`
  }
}

/** Takes a session's rounds out, and of texts what no other round says. */
export async function removePlaces(sql: Sql, session: SessionId): Promise<void> {
  const rows = await sql<{ text: number }[]>`
    SELECT DISTINCT text FROM search_places WHERE session_id = ${session} AND text IS NOT NULL`
  const texts = rows.map(({ text }) => text)
  await sql`DELETE FROM search_places WHERE session_id = ${session}`
  const said = await sql<(NewText & { length: number })[]>`
    SELECT text, content, longest.length FROM search_texts JOIN (
      SELECT text, max(length) AS length FROM search_places WHERE text = ANY(${texts}::bigint[]) GROUP BY text
    ) AS longest USING (text)`
  const shorter = said.filter(({ content, length }) => content.length > length)
  await writeTexts(
    sql,
    shorter.map(({ text, content, length }) => ({ text, content: content.slice(0, length) })),
  )
  const others = new Set(said.map(({ text }) => text))
  const gone = texts.filter((text) => !others.has(text))
  for (const table of ['search_texts', 'search_parts', 'search_vectors'])
    await sql`DELETE FROM ${sql(table)} WHERE text = ANY(${gone}::bigint[])`
}

function* inBatches(texts: readonly NewText[]): Iterable<readonly NewText[]> {
  let batch: NewText[] = []
  let chars = 0
  for (const text of texts) {
    batch.push(text)
    chars += text.content.length
    if (chars < CHARS_AT_ONCE) continue
    yield batch
    batch = []
    chars = 0
  }
  if (batch.length > 0) yield batch
}
