import type { SessionId } from '../../../model/id.ts'
import type { Embedded, Hit, QueryOptions, Unembedded } from '../../../record/indexing/search-index.ts'
import { nearestRounds, packVectors } from '../../ranking/nearest-rounds.ts'
import type { Connection, Statements } from './connection.ts'
import { joined } from './separated.ts'

/** Texts of which this model has no vectors, the newest first. */
export function listUnembedded(sql: Statements, model: string, limit: number): readonly Unembedded[] {
  return sql
    .all<{ text: number; content: string }>(
      `SELECT rowid AS text, text AS content FROM texts
        WHERE rowid NOT IN (SELECT text FROM vectors WHERE model = ?) ORDER BY rowid DESC LIMIT ?`,
      [model, limit],
    )
    .map(({ text, content }) => ({ text, content: joined(content) }))
}

/** Keeps the vectors of texts, unless a text has changed meanwhile. */
export function putVectors(connection: Connection, model: string, embedded: readonly Embedded[]): void {
  connection.write((sql) => {
    for (const { text, content, vectors } of embedded) {
      const now = sql.get<{ content: string }>('SELECT text AS content FROM texts WHERE rowid = ?', [text])
      if (now === undefined || joined(now.content) !== content) continue
      sql.run('INSERT OR REPLACE INTO vectors (text, model, vectors) VALUES (?, ?, ?)', [
        text,
        model,
        packVectors(vectors),
      ])
    }
  })
}

export function nearest(
  sql: Statements,
  { model, vector }: { readonly model: string; readonly vector: Float32Array },
  { limit, sessions }: QueryOptions,
): readonly Hit[] {
  const among = { sessions: sessions ? JSON.stringify([...sessions]) : null }
  const places = sql.rows<[SessionId, number, Hit['roundId'], number]>(
    `SELECT session_id, round, round_id, text FROM places WHERE text IS NOT NULL
      AND (@sessions IS NULL OR session_id IN (SELECT value FROM json_each(@sessions)))`,
    among,
  )
  const texts = JSON.stringify([...new Set(places.map(([, , , text]) => text))])
  const kept = sessions
    ? sql.rows<[number, Buffer]>(
        `SELECT text, vectors FROM json_each(?) AS wanted CROSS JOIN vectors ON text = wanted.value WHERE model = ?`,
        [texts, model],
      )
    : sql.rows<[number, Buffer]>('SELECT text, vectors FROM vectors WHERE model = ?', [model])
  const said = places.map(([session, round, roundId, text]) => ({ session, round, roundId, text }))
  return nearestRounds(said, kept, vector, limit)
}
