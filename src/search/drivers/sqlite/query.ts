import type { RoundId, SessionId } from '../../../model/id.ts'
import type { Hit, QueryOptions } from '../../search.ts'
import type { Statements } from './connection.ts'

/** More words than anybody means; beyond some hundreds SQLite refuses an expression. */
const MOST_WORDS = 64
const SNIPPET_WORDS = 12

interface Found {
  readonly session_id: SessionId
  readonly round: number
  readonly round_id: RoundId
  readonly score: number
  readonly snippet: string
}

/** Of several rounds that say the same, the one that says most of it, and of those the one that was there first. */
const QUERY = `
  SELECT session_id, round, round_id, bm25(texts) AS score, snippet(texts, 0, '', '', '…', ${SNIPPET_WORDS}) AS snippet
  FROM texts JOIN places ON places.place = (
    SELECT place FROM places WHERE text = texts.rowid AND session_id = coalesce(@session, session_id)
    ORDER BY length DESC, place LIMIT 1
  )
  WHERE texts MATCH @match ORDER BY score, place LIMIT @limit`

export function query(sql: Statements, words: string, { limit, session }: QueryOptions): readonly Hit[] {
  const match = matchOf(words)
  if (match === '') return []
  return sql
    .all<Found>(QUERY, { match, limit, session: session ?? null })
    .map(({ session_id, round_id, ...hit }) => ({ ...hit, session: session_id, roundId: round_id }))
}

/** Each word as a quoted phrase, so that nothing in it is an operator; what is no word at all is left out by SQLite. */
function matchOf(words: string): string {
  return words
    .replace(/[\0\p{Surrogate}]/gu, ' ')
    .split(/\s+/)
    .filter((word) => /[\p{L}\p{N}\p{Co}]/u.test(word))
    .slice(0, MOST_WORDS)
    .map((word) => `"${word.replaceAll('"', '""')}"`)
    .join(' ')
}
