import type { Term } from '../../../record/indexing/query.ts'
import type { Statements } from './connection.ts'

/** FTS5 joins the lists of all words with a beginning before it gives the first row: of very many that takes seconds. */
const MOST_WORDS = 200

/** A term that may go on, as itself; where very many words begin so, as the first of them in the alphabet. */
export function prefixForms(sql: Statements, term: Term): Term {
  const [beginning] = term.forms
  if (!term.isPrefix || beginning === undefined || beginning.includes(' ')) return term
  const words = sql
    .rows<[string]>('SELECT term FROM words WHERE term >= ? AND term < ? LIMIT ?', [
      beginning,
      `${beginning}\u{10ffff}`,
      MOST_WORDS,
    ])
    .map(([word]) => word)
  return words.length < MOST_WORDS ? term : { ...term, forms: words, isPrefix: false }
}
