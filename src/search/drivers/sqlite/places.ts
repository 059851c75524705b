import type { RoundId, SessionId } from '../../../model/id.ts'
import { splitSessionId } from '../../../model/id.ts'
import type { RoundText } from '../../../model/round-text.ts'
import { isShared, type SharedTexts, type Text } from '../../shared-texts.ts'
import type { Statements } from './connection.ts'
import { separated } from './separated.ts'
import { readText } from './texts.ts'

/** A round of a session: the first `length` characters of a text are what it says. */
interface Place {
  readonly place: number
  readonly round_id: RoundId
  readonly text: number | null
  readonly length: number
}

/**
 * Adds to what a round says. Copies of a round share a text as long as one says the beginning of what the other does;
 * where they differ, each has its own.
 */
export function addToRound(
  sql: Statements,
  texts: SharedTexts,
  { session, round, roundId, text: more }: RoundText & { readonly session: SessionId },
): void {
  const place = findPlace(sql, session, round) ?? putPlace(sql, session, { round, roundId })
  if (more === '') return
  const known = place.text === null ? undefined : readText(sql, place.text)
  const said = (known?.content.slice(0, place.length) ?? '') + more
  const shared = known ? (isShared(known, said) ? known : undefined) : texts.find(place.round_id, said)
  const text = shared ? extended(sql, shared, said) : sql.run('INSERT INTO texts (text) VALUES (?)', [separated(said)])
  sql.run('UPDATE places SET text = ?, length = ? WHERE place = ?', [text, said.length, place.place])
  if (known && !shared) texts.leave(place.round_id)
  else texts.keep(place.round_id, place.place, text)
}

/** Takes a session's rounds out, and of texts what no other round says. */
export function removePlaces(sql: Statements, session: SessionId): void {
  const texts = sql.all<{ text: number }>(
    'SELECT DISTINCT text FROM places WHERE session_id = ? AND text IS NOT NULL',
    [session],
  )
  sql.run('DELETE FROM places WHERE session_id = ?', [session])
  for (const { text } of texts) {
    const { length } = sql.get<{ length: number | null }>('SELECT max(length) AS length FROM places WHERE text = ?', [
      text,
    ])!
    if (length === null) {
      sql.run('DELETE FROM texts WHERE rowid = ?', [text])
      sql.run('DELETE FROM vectors WHERE text = ?', [text])
    } else rewrite(sql, readText(sql, text), (content) => content.slice(0, length))
  }
}

export function countPlaces(sql: Statements, session: SessionId): number {
  return sql.get<{ places: number }>('SELECT count(*) AS places FROM places WHERE session_id = ?', [session])!.places
}

export function listPlaces(sql: Statements, session: SessionId, rounds?: readonly number[]): readonly RoundText[] {
  return sql
    .all<Place & { readonly round: number }>(
      `SELECT place, round, round_id, text, length FROM places
        WHERE session_id = ? ${rounds ? 'AND round IN (SELECT value FROM json_each(?))' : ''} ORDER BY round`,
      rounds ? [session, JSON.stringify(rounds)] : [session],
    )
    .map(({ round, round_id, text, length }) => ({
      round,
      roundId: round_id,
      text: text === null ? '' : readText(sql, text).content.slice(0, length),
    }))
}

function extended(sql: Statements, text: Text, said: string): number {
  rewrite(sql, text, (content) => (content.length < said.length ? said : content))
  return text.text
}

function rewrite(sql: Statements, { text, content }: Text, change: (content: string) => string): void {
  const changed = change(content)
  if (changed === content) return
  sql.run('UPDATE texts SET text = ? WHERE rowid = ?', [separated(changed), text])
  sql.run('DELETE FROM vectors WHERE text = ?', [text])
}

function findPlace(sql: Statements, session: SessionId, round: number): Place | undefined {
  return sql.get('SELECT place, round_id, text, length FROM places WHERE session_id = ? AND round = ?', [
    session,
    round,
  ])
}

function putPlace(
  sql: Statements,
  session: SessionId,
  { round, roundId }: Pick<RoundText, 'round' | 'roundId'>,
): Place {
  const { generation } = splitSessionId(session)
  const place = sql.run(
    `INSERT INTO places (session_id, generation, round, round_id, text, length)
     VALUES (@session, @generation, @round, @roundId, NULL, 0)`,
    { session, generation, round, roundId },
  )
  return { place, round_id: roundId, text: null, length: 0 }
}
