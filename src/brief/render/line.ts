import type { Entry } from '../entries/entry.ts'
import { squeeze } from '../entries/round-record.ts'
import { shortened } from '../shortened.ts'
import type { Word } from '../words/word.ts'

/** Something that a brief has, on one line, and the round it is of. */
export interface Line {
  readonly text: string
  /** The same without its rounds. */
  readonly bare: string
  readonly round: number
}

/** The line with its round, or rounds, and whatever else is known of it behind that. */
export function line(text: string, rounds: readonly number[], more: readonly string[] = []): Line {
  const shown = rounds.length <= 8 ? rounds : [...rounds.slice(0, 3), ...rounds.slice(-5)]
  const where = `${rounds.length === 1 ? 'round' : 'rounds'} ${shown.join(', ')}`
  const said = oneLine(text)
  return {
    text: withLead(`${said} (${[where, ...more].join(', ')})`),
    bare: more.length === 0 ? said : `${said} (${more.join(', ')})`,
    round: rounds.at(-1) ?? 0,
  }
}

/** A heading and what is below it; nothing where that is nothing. */
export function section(heading: string, lines: readonly (string | Pick<Line, 'text'>)[]): readonly string[] {
  return lines.length === 0 ? [] : ['', heading, ...bullets(lines)]
}

export function bullets(lines: readonly (string | Pick<Line, 'text'>)[]): readonly string[] {
  return lines.map((one) => `- ${typeof one === 'string' ? one : one.text}`)
}

export function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

/** A text as it may stand in a table. */
export function cell(text: string): string {
  return oneLine(text).replaceAll('|', '\\|')
}

/** An entry in one line: what it says, who said it, its rounds, and the words that are behind it. */
export function entryText(entry: Entry): Line {
  const { id, text, by, rounds, quotes, agreed, why, rejected = [], until, waits_for, supersedes = [], over } = entry
  const given = (value: unknown, told: string) => (value === undefined ? [] : [told])
  const turnedDown = rejected.map((one) => (one.why === undefined ? one.what : `${one.what} (${one.why})`))
  const said = [
    /[.!?…。]$/.test(text) ? text : `${text}.`,
    ...(why ? [`Why: ${why.text}${why.round === undefined ? '' : ` [round ${why.round}]`}`] : []),
    ...given(rejected[0], `Turned down: ${turnedDown.join(', ')}.`),
  ]
  const isText = (words: string) => squeeze(text).includes(squeeze(words))
  return line(said.join(' '), rounds, [
    by === 'you' ? `written by ${entry.source.name}` : `by ${by}`,
    ...given(entry.source.through, `as of round ${entry.source.through}`),
    id,
    ...given(agreed, `the user agreed in round ${agreed}`),
    ...given(until, `until ${until}`),
    ...given(waits_for, `waits for ${waits_for}`),
    ...given(supersedes[0], `in place of ${supersedes.join(', ')}`),
    ...given(over, `over since round ${over}`),
    ...(entry.tier === 'archive' ? ['unchecked'] : []),
    ...quotes.map(({ round, words }) => `r${round} ${isText(words) ? 'in these words' : `“${words}”`}`),
  ])
}

/** What was said, as it was said, each with its round and who said it. Further lines of it are set in, so that no heading of it is one here. */
export function wordLines(words: readonly Word[]): readonly string[] {
  return words.map(({ round, who, via, text, to }, at) => {
    const how = via === undefined || via === 'command' ? '' : ` (${via})`
    const isAbove = to === undefined || words[at - 1]?.text.endsWith(to.text)
    const answered = isAbove ? '' : ` [to “${shortened(to.text, 160)}” in round ${to.round}]`
    return `- r${round} ${who}${how}${answered}: ${text.trim().replaceAll('\n', '\n  ')}`
  })
}

/** Words that point at something said elsewhere, which a reader without the conversation cannot follow. */
const IMPLICIT =
  /\b(?:as (?:discussed|mentioned|agreed|described|noted|said|shown|explained|outlined|you (?:said|know|saw|suggested))(?: (?:above|before|earlier|previously))?|(?:see|the|mentioned|listed) (?:above|aforementioned|former|latter)\b(?! \w+ (?:in|of) [\w/]+\.\w)|the previous (?:message|answer|approach|discussion|step)|(?:that|this|your|the same) (?:approach|suggestion|idea|proposal|solution|plan) ?(?:of yours|from (?:before|earlier))?|what (?:i|we|you) (?:said|discussed|talked about)|earlier (?:message|discussion|conversation)|like (?:before|last time)|wie besprochen|wie (?:oben|vorhin) (?:gesagt|erwähnt)|comme (?:discuté|convenu|mentionné)|como (?:dijimos|hablamos|acordamos))\b/gi
const LED = 'for what this points at'
/** A line that says where to find what its words point at: the round to inject, or a chunk of the archive. */
const IS_LED = new RegExp(`inject round \\d+ ${LED}\\)$|\\| chunk_\\d+ \\|$`)

/** Every place of a text that leans on what its reader has not seen, and is not told where it is. */
export function implicitReferences(text: string): readonly { readonly line: number; readonly words: string }[] {
  const lines = text.split('\n').map((one) => (IS_LED.test(one) ? [] : (one.match(IMPLICIT) ?? [])))
  return lines.flatMap((found, at) => found.map((words) => ({ line: at + 1, words })))
}

/** A line that ends with its round, with where to look where its words point at something. */
function withLead(text: string): string {
  const [, round] = implicitReferences(text).length === 0 ? [] : (/.* \(rounds? (\d+)/s.exec(text) ?? [])
  return round === undefined ? text : text.replace(/\)$/, `; inject round ${round} ${LED})`)
}
