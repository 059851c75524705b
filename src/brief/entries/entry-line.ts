import type { Entry } from './entry.ts'

/** An entry in one line: its id and kind, the text, who said it, the round, and the words that are behind it. */
export function entryLine({ id, kind, text, by, rounds, quotes, until, over }: Entry): string {
  const said = quotes.map(({ round, words }) => `r${round} “${words}”`).join(', ')
  const end = over === undefined ? '' : `, over since round ${over}`
  return `${id} ${kind}: ${text} (${by}, round ${rounds.join(', ')}${until === undefined ? '' : `, until ${until}`}${end}${said === '' ? '' : `; ${said}`})`
}
