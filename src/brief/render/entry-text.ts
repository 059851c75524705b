import type { Entry } from '../entries/entry.ts'
import { type Line, line } from './line.ts'

/** An entry in one line: what it says, who said it, its rounds, and the words that are behind it. */
export function entryText(entry: Entry): Line {
  const { id, text, by, rounds, quotes, agreed, why, rejected = [], until, waits_for, supersedes = [], over } = entry
  const turnedDown = rejected.map((one) => (one.why === undefined ? one.what : `${one.what} (${one.why})`))
  const said = [
    /[.!?…。]$/.test(text) ? text : `${text}.`,
    ...(why ? [`Why: ${why.text}${why.round === undefined ? '' : ` [round ${why.round}]`}`] : []),
    ...(turnedDown.length === 0 ? [] : [`Turned down: ${turnedDown.join(', ')}.`]),
  ]
  const isText = (words: string) => flat(text).includes(flat(words))
  const quoted = quotes.map((quote) => `r${quote.round} ${isText(quote.words) ? 'in these words' : `“${quote.words}”`}`)
  return line(said.join(' '), rounds, [
    `by ${by === 'you' ? `whoever wrote this: ${entry.source.name}` : by}`,
    id,
    ...(agreed === undefined ? [] : [`the user agreed in round ${agreed}`]),
    ...(until === undefined ? [] : [`until ${until}`]),
    ...(waits_for === undefined ? [] : [`waits for ${waits_for}`]),
    ...(supersedes.length === 0 ? [] : [`in place of ${supersedes.join(', ')}`]),
    ...(over === undefined ? [] : [`over since round ${over}`]),
    ...(entry.tier === 'archive' ? ['unchecked'] : []),
    ...quoted,
  ])
}

function flat(text: string): string {
  return text
    .toLowerCase()
    .replace(/[\s"'“”’.,;:!?]+/g, ' ')
    .trim()
}
