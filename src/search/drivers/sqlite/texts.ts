import type { RoundId } from '../../../model/id.ts'
import type { Text, TextSource } from '../../shared-texts.ts'
import type { Statements } from './connection.ts'
import { joined } from './separated.ts'

export function textsIn(sql: Statements): TextSource {
  return { copiesOf: (round) => copiesOf(sql, round), read: (text) => readText(sql, text) }
}

export function readText(sql: Statements, text: number): Text {
  const { content } = sql.get<{ content: string }>('SELECT text AS content FROM texts WHERE rowid = ?', [text])!
  return { text, content: joined(content) }
}

function copiesOf(sql: Statements, round: RoundId): readonly (readonly [number, number])[] {
  return sql.rows<[number, number]>(
    'SELECT text, min(place) AS first FROM places WHERE round_id = ? AND text IS NOT NULL GROUP BY text',
    [round],
  )
}
