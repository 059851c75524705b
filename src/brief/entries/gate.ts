import type { FileFact } from '../facts/facts.ts'
import { contradiction } from './claims.ts'
import type { Entry, EntrySource, Quote, Tier } from './entry.ts'
import type { EntryDraft, Refused } from './handoff.ts'
import { type Name, namesIn } from './names-in.ts'
import type { RoundRecord } from './round-record.ts'
import { type Run, runsOf } from './runs.ts'

export interface Checked {
  readonly accepted: readonly Entry[]
  readonly refused: readonly Refused[]
}

export interface Proof {
  readonly record: RoundRecord
  /** The last state of files. */
  readonly files: readonly FileFact[]
  /** The entries there are, by which a new one may not be confused with another. */
  readonly before: readonly Entry[]
  /** Ids of entries that something was asked about; what was asked may be changed. */
  readonly mayChange: ReadonlySet<string>
}

export const MOST_TEXT = 220
const MOST_WORDS = 12

/** Checks entries against the record, each for itself: what it contradicts, or knows nothing of, is refused with its reason. */
export function gate(drafts: readonly EntryDraft[], proof: Proof, source: EntrySource): Checked {
  const runs = runsOf(proof.record.rounds)
  const known = new Map(proof.before.map((entry) => [entry.id, entry]))
  const sent = new Set(drafts.map(({ id }) => id))
  const accepted: Entry[] = []
  const refused: Refused[] = []
  const taken = new Set<string>()
  let free = freeAfter([...known.keys(), ...sent])
  for (const draft of drafts) {
    const id = draft.id === '' ? `e${free++}` : draft.id
    const old = known.get(id)
    const whole = old ? grown(old, draft) : undefined
    if (whole && typeof whole !== 'string') {
      const over = whole.over
      if (over === undefined || (proof.record.has(over) && over >= (whole.rounds[0] ?? 0))) accepted.push(whole)
      else refused.push({ id, text: whole.text, why: noRound(over, proof.record) })
      continue
    }
    const why = taken.has(id)
      ? `${id} was given twice`
      : old && !proof.mayChange.has(id)
        ? `${id} is an earlier entry (${JSON.stringify(old.text.slice(0, 60))}), which would vanish: use e${free} and \`supersedes: ["${id}"]\``
        : whyNot({ ...draft, id }, proof, { runs, ids: new Set([...known.keys(), ...sent]) })
    taken.add(id)
    if (why === undefined) accepted.push(entryOf({ ...draft, id }, proof.record, runs, source))
    else refused.push({ id, text: draft.text, why })
  }
  return { accepted, refused }
}

/** An earlier entry that says the same and more: it is over now, or has what was asked for. */
function grown(old: Entry, draft: EntryDraft): Entry | undefined {
  if (draft.text === '') return { ...old, over: draft.over! }
  if (draft.text !== old.text || draft.kind !== old.kind || draft.by !== old.by) return undefined
  const { over, until, waits_for, rejected, why } = draft
  return {
    ...old,
    ...(why && !old.why && { why }),
    ...(rejected && !old.rejected && { rejected }),
    ...(until !== undefined && { until }),
    ...(waits_for !== undefined && { waits_for }),
    ...(over !== undefined && { over }),
  }
}

/** The reason that an entry is refused for; of several the first. */
function whyNot(
  draft: EntryDraft,
  { record, files, before }: Proof,
  { runs, ids }: { readonly runs: readonly Run[]; readonly ids: ReadonlySet<string> },
): string | undefined {
  const { text, rounds, by, kind, quotes, agreed, over } = draft
  if (text === '') return `there is no entry ${draft.id} that could be over`
  if (text.length > MOST_TEXT) return `its text has ${text.length} characters, and ${MOST_TEXT} is the most`
  if (rounds.length === 0) return 'it cites no round'
  const cited = [...rounds, agreed, over, draft.why?.round].filter((round) => round !== undefined)
  const missing = [...cited, ...quotes.map(({ round }) => round)].find((round) => !record.has(round))
  if (missing !== undefined) return noRound(missing, record)
  if (over !== undefined && over < rounds[0]!) return `it cannot be over in round ${over}, before it was said`
  const badQuote = quotes.map((quote) => againstQuote(quote, by, record)).find((why) => why !== undefined)
  if (badQuote !== undefined) return badQuote
  const own = (quote: Quote) => record.whoHas(cut(quote.words), quote.round) === 'user'
  if (by === 'user' && (kind === 'rule' || kind === 'fact') && !quotes.some(own))
    return `a ${kind} of the user needs a quote of the user`
  if (agreed !== undefined && !quotes.some((quote) => quote.round === agreed && own(quote)))
    return `that the user agreed in round ${agreed} needs the user's words from it as a quote`
  if (quotes.length > 0 && !quotes.some(({ round }) => rounds.includes(round)))
    return `none of its quotes is from a round that it cites; they are from ${listed(quotes.map(({ round }) => round))}`
  const unknown = (draft.supersedes ?? []).find((id) => !ids.has(id))
  if (unknown !== undefined) return `it supersedes ${unknown}, and there is no such entry`
  const rule = before.find((one) => draft.supersedes?.includes(one.id) && one.kind === 'rule' && one.by === 'user')
  if (rule && !quotes.some(own)) return `it supersedes ${rule.id}, a rule of the user, without a quote of the user`
  return againstNames(draft, record) ?? contradiction(draft, { runs, files })
}

function againstQuote({ round, words }: Quote, by: Entry['by'], record: RoundRecord): string | undefined {
  const holder = record.whoHas(cut(words), round)
  if (holder === undefined) return `round ${round} does not have the words ${JSON.stringify(cut(words))}`
  if (by === 'user' && holder === 'tool')
    return `in round ${round} a tool says ${JSON.stringify(cut(words))}, not the user`
  return undefined
}

/** Everything that the text and its parts name stands in the record up to the last round that is cited. */
function againstNames(draft: EntryDraft, record: RoundRecord): string | undefined {
  const last = Math.max(...draft.rounds, draft.agreed ?? 0, draft.over ?? 0, ...draft.quotes.map(({ round }) => round))
  const parts = [
    draft.text,
    draft.why?.text,
    ...(draft.rejected ?? []).flatMap(({ what, why }) => [what, why]),
    draft.until,
  ]
  for (const name of parts.flatMap((part) => (part === undefined ? [] : namesIn(part)))) {
    const first = record.firstWith(name)
    if (first === undefined) return `nothing in the record has ${JSON.stringify(name.name)}`
    if (first > last) return `${JSON.stringify(name.name)} is first in round ${first}, and it cites none after ${last}`
  }
  if (draft.quotes.length > 0) return undefined
  const names = namesIn(draft.text)
  if (names.length === 0 || names.some((name) => draft.rounds.some((round) => record.isIn(name, round))))
    return undefined
  return `round ${listed(draft.rounds)} has nothing that it names; ${JSON.stringify(names[0]!.name)} is in round ${record.firstWith(names[0]!)}`
}

function entryOf(draft: EntryDraft, record: RoundRecord, runs: readonly Run[], source: EntrySource): Entry {
  const quotes = draft.quotes.map(({ round, words }) => ({ round, words: cut(words) }))
  return { ...draft, quotes, source, tier: tierOf({ ...draft, quotes }, record, runs) }
}

/** A run without a failure that it names or quotes is behind it; else quotes or names were checked; else nothing could be. */
function tierOf({ text, rounds, quotes }: EntryDraft, record: RoundRecord, runs: readonly Run[]): Tier {
  const ran = runs.filter(({ failed }) => !failed)
  const says = text.toLowerCase()
  const isNamed = ran.some(({ head, round }) => head.includes(' ') && rounds.includes(round) && says.includes(head))
  const isQuoted = ran.some(({ round, output }) =>
    quotes.some((quote) => quote.round === round && output.includes(quote.words)),
  )
  if (isNamed || isQuoted) return 'validated'
  return quotes.length > 0 || namesIn(text).some((name: Name) => record.firstWith(name) !== undefined)
    ? 'heuristic'
    : 'archive'
}

/** Not more words than a quote may have. */
function cut(words: string): string {
  const all = words.trim().split(/\s+/)
  return all.length <= MOST_WORDS ? words.trim() : all.slice(0, MOST_WORDS).join(' ')
}

function noRound(round: number, { rounds }: RoundRecord): string {
  return `there is no round ${round}; rounds are ${rounds[0]?.round ?? 0} to ${rounds.at(-1)?.round ?? 0}`
}

function listed(rounds: readonly number[]): string {
  return [...new Set(rounds)].join(', ')
}

/** The number after the highest that an id ends in. */
export function freeAfter(ids: readonly string[]): number {
  return 1 + Math.max(0, ...ids.map((id) => Number(/(\d{1,6})$/.exec(id)?.[1] ?? 0)))
}
