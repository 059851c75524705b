import type { SessionId } from '../../../model/id.ts'
import type { Embedded, Hit, QueryOptions, Unembedded } from '../../search.ts'
import type { Connection, Statements } from './connection.ts'
import { joined } from './separated.ts'

/** What a neighbour's meaning counts for a round. */
const NEIGHBOUR = 0.8
/** What the second nearest unit of a round counts compared with the nearest. */
const SECOND = 0.2
const SCALE = 127

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

/** Keeps the vectors of texts, unless a text has changed meanwhile; one byte for each number is enough. */
export function putVectors(connection: Connection, model: string, embedded: readonly Embedded[]): void {
  connection.write((sql) => {
    for (const { text, content, vectors } of embedded) {
      const now = sql.get<{ content: string }>('SELECT text AS content FROM texts WHERE rowid = ?', [text])
      if (now === undefined || joined(now.content) !== content) continue
      const bytes = Buffer.concat(
        vectors.map((vector) => Buffer.from(Int8Array.from(vector, (x) => Math.round(x * SCALE)).buffer)),
      )
      sql.run('INSERT OR REPLACE INTO vectors (text, model, vectors) VALUES (?, ?, ?)', [text, model, bytes])
    }
  })
}

/** The rounds whose meaning is nearest, each by its two nearest units, or by what its neighbours mean. */
export function nearest(
  sql: Statements,
  { model, vector }: { readonly model: string; readonly vector: Float32Array },
  { limit, sessions }: QueryOptions,
): readonly Hit[] {
  const wanted = Float32Array.from(vector)
  const near = new Map<number, number>()
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
  for (const [text, vectors] of kept) near.set(text, nearestOf(vectors, wanted))
  const byPlace = new Map(places.map(([session, round, , text]) => [`${session}:${round}`, near.get(text) ?? 0]))
  const hits = new Map<string, Hit>()
  for (const [session, round, roundId] of places) {
    const at = (number: number) => byPlace.get(`${session}:${number}`) ?? 0
    const score = Math.max(at(round), NEIGHBOUR * at(round - 1), NEIGHBOUR * at(round + 1))
    if (score > (hits.get(roundId)?.score ?? 0)) hits.set(roundId, { session, round, roundId, score })
  }
  return [...hits.values()].sort((a, b) => b.score - a.score).slice(0, limit)
}

function nearestOf(bytes: Buffer, vector: Float32Array): number {
  const numbers = new Int8Array(bytes.buffer, bytes.byteOffset, bytes.length)
  let [best, second] = [0, 0]
  for (let start = 0; start + vector.length <= numbers.length; start += vector.length) {
    let sum = 0
    for (let at = 0; at < vector.length; at++) sum += numbers[start + at]! * vector[at]!
    second = Math.max(second, Math.min(sum, best))
    best = Math.max(best, sum)
  }
  return (best + SECOND * second) / SCALE
}
