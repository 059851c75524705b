import type { Query } from '../../../record/indexing/query.ts'
import type { Excerpt, RoundPlace } from '../../../record/indexing/search-index.ts'
import type { Statements } from './connection.ts'
import { termMatch } from './match.ts'
import { joined } from './separated.ts'
import { readText } from './texts.ts'

const WORDS = 24
const CHARS = 160
/** No text has them: what is said is cleaned of control characters that FTS5 would see. */
const [OPEN, CLOSE] = ['\x02', '\x03']

export function excerpts(sql: Statements, query: Query, rounds: readonly RoundPlace[]): readonly Excerpt[] {
  const match = query.terms.map(termMatch).join(' OR ')
  return rounds.map(({ session, round }) => {
    const place = sql.get<{ text: number | null }>('SELECT text FROM places WHERE session_id = ? AND round = ?', [
      session,
      round,
    ])
    if (!place || place.text === null) return { text: '', marks: [] }
    const found =
      match === ''
        ? undefined
        : sql.get<{ snippet: string }>(
            `SELECT snippet(texts, 0, '${OPEN}', '${CLOSE}', '…', ${WORDS}) AS snippet FROM texts WHERE texts MATCH ? AND rowid = CAST(? AS INTEGER)`,
            [match, place.text],
          )
    return marked(found ? joined(found.snippet) : beginning(readText(sql, place.text).content))
  })
}

function beginning(text: string): string {
  return text.length > CHARS ? `${text.slice(0, CHARS).replace(/\S*$/, '')}…` : text
}

/** The text in one line without the marks, and where they were. */
function marked(snippet: string): Excerpt {
  const line = snippet.replace(/\s+/g, ' ').trim()
  const marks: [number, number][] = []
  let text = ''
  let open = 0
  for (const character of line) {
    if (character === OPEN) open = text.length
    else if (character === CLOSE) marks.push([open, text.length])
    else text += character
  }
  return { text, marks }
}
