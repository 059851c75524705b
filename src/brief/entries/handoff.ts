import { ENTRY_KINDS, type Entry, type EntryKind, type Quote, TIERS, type Tier } from './entry.ts'

/** An entry as somebody sent it, before it was checked. Without a text it only adds to an earlier one, such as when it ended. */
export type EntryDraft = Omit<Entry, 'source' | 'tier'> & { readonly tier?: Tier }

export interface Skip {
  readonly round: number
  readonly reason: string
}

export interface Reply {
  readonly question: string
  readonly says: string
}

export interface Refused {
  readonly id: string
  readonly text: string
  readonly why: string
}

/** What somebody handed over, as far as it has the form; what has not is refused one by one. */
export interface Handoff {
  readonly entries: readonly EntryDraft[]
  readonly skip: readonly Skip[]
  readonly answers: readonly Reply[]
  readonly refused: readonly Refused[]
}

type Given = Readonly<Record<string, unknown>>

/** Longer is no entry; what is sent to be read must end. */
const MOST_ENTRIES = 1000
const MOST_CHARS = 2000

/** Reads what was sent. Spellings that can mean one thing only are taken: `7` for `[7]`, `r7` for `7`, a text for `{text}`. */
export function readHandoff(value: unknown): Handoff {
  const given = (Array.isArray(value) ? { entries: value } : isObject(value) ? value : {}) as Given
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
      const round = isObject(one) ? roundIn(one.round) : roundIn(one)
      return round === undefined ? [] : [{ round, reason: isObject(one) ? textOf(one.reason) : '' }]
    }),
    answers: listOf(given.answers).flatMap((one) =>
      isObject(one) && textOf(one.question) !== ''
        ? [{ question: textOf(one.question), says: textOf(one.says) || String(one.says ?? '') }]
        : [],
    ),
    refused,
  }
}

/** What an earlier entry may be given, by its id alone. */
const MORE = ['over', 'until', 'waits_for', 'rejected', 'why', 'tier']

function readEntry(one: unknown): EntryDraft | Refused {
  if (!isObject(one)) return { id: '', text: JSON.stringify(one)?.slice(0, 80) ?? '', why: 'it is no object' }
  const id = idOf(one.id)
  const text = textOf(one.text).replace(/\s+/g, ' ')
  const over = roundIn(one.over)
  const kind = textOf(one.kind).toLowerCase() as EntryKind
  const isOfEarlier = text === '' && id !== '' && MORE.some((field) => one[field] !== undefined)
  if (!isOfEarlier && !ENTRY_KINDS.includes(kind)) {
    return { id, text, why: `its kind is ${JSON.stringify(one.kind ?? null)}, and there are ${ENTRY_KINDS.join(', ')}` }
  }
  if (!isOfEarlier && text === '') return { id, text, why: 'it has no text' }
  const by = textOf(one.by).toLowerCase()
  const quotes = listOf(one.quotes ?? one.quote).map((quote) => quoteOf(quote, roundsOf(one.rounds ?? one.round)))
  const bad = quotes.indexOf(undefined)
  if (bad !== -1)
    return { id, text, why: `quote ${bad + 1} does not say its round; write it as "r7: the words as they are there"` }
  const agreed = roundIn(one.agreed)
  const why = whyOf(one.why)
  const rejected = listOf(one.rejected).flatMap(rejectedOf)
  const supersedes = listOf(one.supersedes).map(idOf).filter(Boolean)
  return {
    id,
    kind,
    text: text.slice(0, MOST_CHARS),
    rounds: roundsOf(one.rounds ?? one.round),
    by: by === 'user' || by === 'agent' ? by : 'you',
    quotes: quotes as Quote[],
    ...(agreed !== undefined && { agreed }),
    ...(why && { why }),
    ...(rejected.length > 0 && { rejected }),
    ...(textOf(one.until) !== '' && { until: textOf(one.until) }),
    ...(textOf(one.waits_for) !== '' && { waits_for: textOf(one.waits_for) }),
    ...(supersedes.length > 0 && { supersedes }),
    ...(over !== undefined && { over }),
    ...(TIERS.includes(one.tier as Tier) && { tier: one.tier as Tier }),
  }
}

/** `"r7: words"`, `{round, words}`, or words alone where one round is cited. */
function quoteOf(value: unknown, rounds: readonly number[]): Quote | undefined {
  if (isObject(value)) {
    const round = roundIn(value.round) ?? rounds[0]
    const words = textOf(value.words ?? value.text ?? value.quote)
    return round === undefined || words === '' ? undefined : { round, words }
  }
  const [, at, words] = /^\s*\[?r(?:ound)?\s*(\d+)\]?\s*[:,–-]?\s*(.+)$/is.exec(textOf(value)) ?? []
  if (words !== undefined) return { round: Number(at), words: words.trim() }
  return rounds.length === 1 && textOf(value) !== '' ? { round: rounds[0]!, words: textOf(value) } : undefined
}

function whyOf(value: unknown): Entry['why'] {
  const text = isObject(value) ? textOf(value.text) : textOf(value)
  if (text === '') return undefined
  const round = isObject(value) ? roundIn(value.round) : undefined
  return { text: text.slice(0, MOST_CHARS), ...(round !== undefined && { round }) }
}

function rejectedOf(value: unknown): readonly { readonly what: string; readonly why?: string }[] {
  const what = isObject(value) ? textOf(value.what) : textOf(value)
  const why = isObject(value) ? textOf(value.why) : ''
  return what === '' ? [] : [{ what, ...(why !== '' && { why }) }]
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

function isObject(value: unknown): value is Given {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
