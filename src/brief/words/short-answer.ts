import type { Word } from './word.ts'

/** What the agent said last before a message. */
export type Asked = NonNullable<Word['to']>

/** A message of so many characters may not stand alone. */
const SHORT = 60
/** So much of the end of what was said is given with it, in whole paragraphs and lines where there are any. */
const MOST = 500
const FEW = 120
/** More of a text is not searched for options. */
const READ = 20_000

/** What a short message answers, as it was put: the options that it names, else the end of what was said before it. */
export function answeredBy(message: string, asked: Asked | undefined): Asked | undefined {
  const text = message.trim()
  if (!asked || text.length > SHORT || text.includes('\n')) return undefined
  const options = labelsIn(text).map((label) => optionOf(label, asked.text.slice(-READ)))
  if (options.length > 0 && options.every((option) => option !== undefined))
    return { round: asked.round, text: options.join('\n') }
  return { round: asked.round, text: endOf(asked.text.trim()) }
}

const LABELS = /^(?:option |answer |choose |take |nr\.? ?|no\.? ?)?\(?(\d{1,2}|[a-z])\)?(?=$|[).:,;!& ])/i
const MORE = /(?:,|&|\+|\band\b|\bund\b|\bet\b|\by\b)\s*\(?(\d{1,2}|[a-z])\)?(?=$|[).:,;!& ])/gi

/** The labels that a message begins with: `2`, `C)`, `1 and 3`; a letter is one only where nothing but labels is there. */
function labelsIn(text: string): readonly string[] {
  const first = LABELS.exec(text)?.[1]
  if (first === undefined) return []
  const labels = [first, ...[...text.matchAll(MORE)].map(([, label]) => label!)]
  const isAll = new RegExp(`^\\W*(?:\\w+ )?(?:\\W*(?:${labels.join('|')}|and|und|et|y))+\\W*$`, 'i').test(text)
  return isAll || /^\(?(?:\d{1,2}\b|[a-z][).:])/i.test(text) ? labels : []
}

/** The line of a text that has a label, the last one of several. */
function optionOf(label: string, text: string): string | undefined {
  const line = new RegExp(`^[\\s>*_-]*(?:option )?\\(?${label}\\)?[).:*_]+\\s+\\S.*$`, 'gim')
  return text.match(line)?.at(-1)?.trim()
}

function endOf(text: string): string {
  const paragraphs = text.slice(-4 * MOST).split(/\n\s*\n/)
  let end = paragraphs.pop() ?? ''
  while (end.length < FEW && paragraphs.length > 0 && end.length + paragraphs.at(-1)!.length <= MOST)
    end = `${paragraphs.pop()}\n\n${end}`
  if (end.length <= MOST) return end
  const cut = end.slice(-MOST)
  const line = cut.indexOf('\n')
  return `…${cut.slice((line !== -1 && line < MOST / 2 ? line : cut.indexOf(' ')) + 1)}`
}
