import { ENTRY_KINDS, type Entry, type EntryKind, type Quote, type Refused, TIERS, type Tier } from './entry.ts'

/** An entry as somebody sent it, before it was checked. Without a text it only adds to an earlier one, such as when it ended. */
export type EntryDraft = Omit<Entry, 'source' | 'tier'> & { readonly tier?: Tier }

/** What somebody handed over, as far as it has the form; what has not is refused one by one. */
export interface Handoff {
  readonly entries: readonly EntryDraft[]
  readonly skip: readonly { readonly round: number; readonly reason: string }[]
  readonly answers: readonly { readonly question: string; readonly says: string }[]
  readonly refused: readonly Refused[]
}

type Given = Readonly<Record<string, unknown>>

/** Longer is no entry; what is sent to be read must end. */
const MOST_ENTRIES = 1000
const MOST_CHARS = 2000

/** Reads what was sent. Spellings that can mean one thing only are taken: `7` for `[7]`, `r7` for `7`, a text for `{text}`. */
export function readHandoff(value: unknown): Handoff {
  const given = Array.isArray(value) ? { entries: value } : fieldsOf(value)
  const entries: EntryDraft[] = []
  const refused: Refused[] = []
  const sent = listOf(given.entries)
  for (const one of sent.slice(0, MOST_ENTRIES)) {
    const read = readEntry(one)
    if ('kind' in read) entries.push(read)
    else refused.push(read)
  }
  const left = sent.length - MOST_ENTRIES
  if (left > 0) refused.push({ id: '', text: '', why: `${MOST_ENTRIES} are read at once: send the last ${left} again` })
  return {
    entries,
    skip: listOf(given.skip).flatMap((one) => {
      const { round: named = one, reason } = fieldsOf(one)
      const round = roundIn(named)
      return round === undefined ? [] : [{ round, reason: textOf(reason) }]
    }),
    answers: listOf(given.answers)
      .map(fieldsOf)
      .map(({ question, says }) => ({ question: textOf(question), says: textOf(says) || String(says ?? '') }))
      .filter(({ question }) => question !== ''),
    refused,
  }
}

/** What an earlier entry may be given, by its id alone. */
const MORE = ['over', 'until', 'waits_for', 'rejected', 'why', 'tier']

function readEntry(one: unknown): EntryDraft | Refused {
  if (!isObject(one)) return { id: '', text: JSON.stringify(one)?.slice(0, 80) ?? '', why: 'it is no object' }
  const id = idOf(one.id)
  const text = textOf(one.text).replace(/\s+/g, ' ')
  const kind = textOf(one.kind).toLowerCase() as EntryKind
  const isOfEarlier = text === '' && id !== '' && MORE.some((field) => one[field] !== undefined)
  if (!isOfEarlier && !ENTRY_KINDS.includes(kind)) {
    return { id, text, why: `its kind is ${JSON.stringify(one.kind ?? null)}, and there are ${ENTRY_KINDS.join(', ')}` }
  }
  if (!isOfEarlier && text === '') return { id, text, why: 'it has no text' }
  const by = textOf(one.by).toLowerCase()
  const rounds = roundsOf(one.rounds ?? one.round)
  const quotes = listOf(one.quotes ?? one.quote).map((quote) => quoteOf(quote, rounds))
  const bad = quotes.indexOf(undefined)
  if (bad !== -1)
    return { id, text, why: `quote ${bad + 1} does not say its round; write it as "r7: the words as they are there"` }
  const why = toldIn(one.why, 'text')
  const since = roundIn(fieldsOf(one.why).round)
  const rejected = listOf(one.rejected).flatMap((way) => {
    const [what, because] = [toldIn(way, 'what'), textOf(fieldsOf(way).why)]
    return what === '' ? [] : [{ what, ...(because !== '' && { why: because }) }]
  })
  const given = {
    agreed: roundIn(one.agreed),
    why: why === '' ? undefined : { text: why.slice(0, MOST_CHARS), ...(since !== undefined && { round: since }) },
    rejected,
    until: textOf(one.until) || undefined,
    waits_for: textOf(one.waits_for) || undefined,
    supersedes: listOf(one.supersedes).map(idOf).filter(Boolean),
    over: roundIn(one.over),
    tier: Object.hasOwn(TIERS, textOf(one.tier)) ? textOf(one.tier) : undefined,
  }
  const isGiven = ([, field]: readonly [string, unknown]) => listOf(field).length > 0
  return {
    id,
    kind,
    text: text.slice(0, MOST_CHARS),
    rounds,
    by: by === 'user' || by === 'agent' ? by : 'you',
    quotes: quotes as Quote[],
    ...(Object.fromEntries(Object.entries(given).filter(isGiven)) as Partial<EntryDraft>),
  }
}

/** `"r7: words"`, `{round, words}`, or words alone where one round is cited. */
function quoteOf(value: unknown, rounds: readonly number[]): Quote | undefined {
  const [, at, said] = /^\s*\[?r(?:ound)?\s*(\d+)\]?\s*[:,–-]?\s*(.+)$/is.exec(textOf(value)) ?? []
  if (said !== undefined) return { round: Number(at), words: said.trim() }
  const given = fieldsOf(value)
  const round = roundIn(given.round) ?? (isObject(value) || rounds.length === 1 ? rounds[0] : undefined)
  const words = textOf(value) || textOf(given.words ?? given.text ?? given.quote)
  return round === undefined || words === '' ? undefined : { round, words }
}

/** A text, or that of an object under a name. */
function toldIn(value: unknown, name: string): string {
  return textOf(value) || textOf(fieldsOf(value)[name])
}

function roundsOf(value: unknown): readonly number[] {
  const rounds = listOf(value).flatMap((one) => roundIn(one) ?? [])
  return [...new Set(rounds)].sort((a, b) => a - b)
}

function roundIn(value: unknown): number | undefined {
  const [, digits] = /^\s*\[?(?:r|round\s*)?(\d{1,8})\]?\s*$/i.exec(String(value ?? '')) ?? []
  return digits === undefined ? undefined : Number(digits)
}

function idOf(value: unknown): string {
  return typeof value === 'number' ? String(value) : textOf(value).slice(0, 60)
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value.trim() : ''
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : value === undefined || value === null || value === '' ? [] : [value]
}

function fieldsOf(value: unknown): Given {
  return isObject(value) ? value : {}
}

function isObject(value: unknown): value is Given {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
