import type { FileFact } from '../facts/facts.ts'
import { contradiction } from './claims.ts'
import type { Entry, EntrySource, Quote, Tier } from './entry.ts'
import type { EntryDraft, Refused } from './handoff.ts'
import { namesIn } from './names-in.ts'
import type { Holder, RoundRecord } from './round-record.ts'
import { type Run, runsOf } from './runs.ts'

export interface Checked {
  readonly accepted: readonly Entry[]
  readonly refused: readonly Refused[]
}

export interface Proof {
  readonly record: RoundRecord
  /** The last state of files. */
  readonly files: readonly FileFact[]
  /** The entries there are: one of them is changed by what supersedes it, or ends. */
  readonly before: readonly Entry[]
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
  for (const sentAs of drafts) {
    const draft = source.writer === 'user' ? asUsers(sentAs, proof, free) : sentAs
    if (draft.id === `e${free}`) free++
    const id = draft.id === '' ? `e${free++}` : draft.id
    const old = known.get(id)
    const isSame = old !== undefined && isSaidAgain(old, draft)
    const why = taken.has(id)
      ? `${id} was given twice`
      : old && isSame
        ? whyNotMore(old, draft, proof.record, source)
        : old
          ? `${id} is an earlier entry (${JSON.stringify(old.text.slice(0, 60))}), which would vanish: use e${free} and \`supersedes: ["${id}"]\``
          : whyNot({ ...draft, id }, proof, { runs, sent, writer: source.writer })
    taken.add(id)
    if (why !== undefined) refused.push({ id, text: draft.text || (old?.text ?? ''), why })
    else if (old) accepted.push(withMore(old, draft, source))
    else accepted.push(entryOf({ ...draft, id }, runs, source))
  }
  return { accepted, refused }
}

/** What a person writes of a session himself: his words are in no round, and he may say an earlier entry anew. */
function asUsers(draft: EntryDraft, { record, before }: Proof, free: number): EntryDraft {
  if (draft.text === '') return draft
  const old = before.find(({ id }) => id === draft.id)
  const rounds = draft.rounds.length > 0 ? draft.rounds : (old?.rounds ?? [record.last])
  if (!old) return { ...draft, by: 'user', rounds }
  if (old.text === draft.text && old.kind === draft.kind) return { ...draft, by: old.by }
  return { ...draft, id: `e${free}`, by: 'user', rounds, supersedes: [old.id, ...(draft.supersedes ?? [])] }
}

/** An earlier entry by its id alone, or as it was: it is over now, or has what was asked for. */
function isSaidAgain(old: Entry, { text, kind, by }: EntryDraft): boolean {
  return text === '' || (text === old.text && kind === old.kind && by === old.by)
}

function withMore(
  old: Entry,
  { over, until, waits_for, rejected, why, tier }: EntryDraft,
  { writer }: EntrySource,
): Entry {
  return {
    ...old,
    ...(why && !old.why && { why }),
    ...(rejected && !old.rejected && { rejected }),
    ...(until !== undefined && { until }),
    ...(waits_for !== undefined && { waits_for }),
    ...(over !== undefined && { over }),
    ...(tier && writer === 'user' && { tier }),
  }
}

/** What an earlier entry may not be given. */
function whyNotMore(old: Entry, draft: EntryDraft, record: RoundRecord, { writer }: EntrySource): string | undefined {
  const { over, quotes } = draft
  if (over !== undefined) {
    if (!record.has(over)) return noRound(over, record)
    if (over < old.rounds[0]!) return `it cannot be over in round ${over}, before it was said`
    const ended = over === old.over || quotes.some(({ round, words }) => round === over && record.whoHas(words, round))
    if (isUsersRule(old) && writer !== 'user' && !ended)
      return `a rule of the user is over only with words of round ${over} as a quote`
  }
  return writer === 'user' ? undefined : againstNames({ ...draft, text: '', rounds: [record.last] }, record)
}

/** The reason that an entry is refused for; of several the first. */
function whyNot(
  draft: EntryDraft,
  { record, files, before }: Proof,
  {
    runs,
    sent,
    writer,
  }: { readonly runs: readonly Run[]; readonly sent: ReadonlySet<string>; readonly writer: string },
): string | undefined {
  const { text, rounds, by, kind, quotes, agreed, over } = draft
  if (text === '') return `there is no entry ${draft.id} that could be over or changed`
  if (text.length > MOST_TEXT) return `its text has ${text.length} characters, and ${MOST_TEXT} is the most`
  if (rounds.length === 0) return 'it cites no round'
  const cited = [...rounds, agreed, over, draft.why?.round].filter((round) => round !== undefined)
  const missing = [...cited, ...quotes.map(({ round }) => round)].find((round) => !record.has(round))
  if (missing !== undefined) return noRound(missing, record)
  if (over !== undefined && over < rounds[0]!) return `it cannot be over in round ${over}, before it was said`
  const badQuote = quotes.map((quote) => againstQuote(quote, record)).find((why) => why !== undefined)
  if (badQuote !== undefined) return badQuote
  if (writer === 'user') return undefined
  const isBy = (who: Holder) => (quote: Quote) => record.whoHas(cut(quote.words), quote.round)?.has(who) === true
  if (by === 'user' && !quotes.some(isBy('user')))
    return quotes.length === 0
      ? `what the user said needs a quote of the user; ${CHANGE_BY}`
      : `none of its quotes is of the user: ${JSON.stringify(quotes[0]!.words.slice(0, 60))} is not; ${CHANGE_BY}`
  if (kind === 'rule' && quotes.length > 0 && !quotes.some((quote) => isBy('user')(quote) || isBy('agent')(quote)))
    return 'only a tool printed its words: what nobody in the session said is a fact, not a rule'
  if (agreed !== undefined && !quotes.some((quote) => quote.round === agreed && isBy('user')(quote)))
    return `that the user agreed in round ${agreed} needs the user's words from it as a quote`
  if (quotes.length > 0 && !quotes.some(({ round }) => rounds.includes(round)))
    return `none of its quotes is from a round that it cites; they are from ${listed(quotes.map(({ round }) => round))}`
  return (
    againstSuperseded(draft, before, { sent, isUsers: quotes.some(isBy('user')) }) ??
    contradiction(draft, { runs, files }) ??
    againstNames(draft, record)
  )
}

const CHANGE_BY = 'quote it, or say `by` whom it is'

/** What it takes the place of is there, and has a word of it; what is to be done next may be anything. */
function againstSuperseded(
  { supersedes = [], kind, text }: EntryDraft,
  before: readonly Entry[],
  { sent, isUsers }: { readonly sent: ReadonlySet<string>; readonly isUsers: boolean },
): string | undefined {
  const words = new Set(wordsIn(text))
  for (const id of supersedes) {
    const old = before.find((one) => one.id === id)
    if (!old && !sent.has(id)) return `it supersedes ${id}, and there is no such entry`
    if (!old) continue
    if (isUsersRule(old) && !isUsers) return `it supersedes ${id}, a rule of the user, without a quote of the user`
    const isNext = kind === 'next' && old.kind === 'next'
    if (!isNext && !wordsIn(old.text).some((word) => words.has(word)))
      return `it supersedes ${id} (${JSON.stringify(old.text.slice(0, 60))}) and has nothing of it: say with \`over\` when that ended`
  }
  return undefined
}

function isUsersRule({ kind, by }: Entry): boolean {
  return kind === 'rule' && by === 'user'
}

function wordsIn(text: string): readonly string[] {
  return (text.toLowerCase().match(/[\p{L}\p{N}_./-]{4,}/gu) ?? []).map((word) => word.slice(0, 8))
}

function againstQuote({ round, words }: Quote, record: RoundRecord): string | undefined {
  if (record.whoHas(cut(words), round) !== undefined) return undefined
  return `round ${round} does not have the words ${JSON.stringify(cut(words))}`
}

/** Everything that the text and its parts name stands in the record up to the last round that is cited. */
function againstNames(draft: EntryDraft, record: RoundRecord): string | undefined {
  const cited = [...draft.rounds, draft.agreed ?? 0, draft.over ?? 0, ...draft.quotes.map(({ round }) => round)]
  const last = Math.max(...cited)
  const parts = [
    draft.text,
    draft.why?.text,
    ...(draft.rejected ?? []).flatMap(({ what, why }) => [what, why]),
    draft.until,
  ]
  for (const name of parts.flatMap((part) => (part === undefined ? [] : namesIn(part)))) {
    if (cited.some((round) => record.isIn(name, round))) continue
    const first = record.firstWith(name)
    if (first === undefined) return `nothing in the record has ${JSON.stringify(name.name)}`
    if (first > last) return `${JSON.stringify(name.name)} is first in round ${first}, and it cites none after ${last}`
  }
  const names = draft.quotes.length > 0 ? [] : namesIn(draft.text)
  const there = names.filter((name) => draft.rounds.some((round) => record.isIn(name, round)))
  if (there.length * 2 >= names.length) return undefined
  const [absent] = names.filter((name) => !there.includes(name))
  return `round ${listed(draft.rounds)} does not have ${JSON.stringify(absent!.name)}, which round ${record.firstWith(absent!)} has; quote what it is from`
}

function entryOf(draft: EntryDraft, runs: readonly Run[], source: EntrySource): Entry {
  const { tier: given, ...rest } = draft
  const quotes = draft.quotes.map(({ round, words }) => ({ round, words: cut(words) }))
  if (source.writer === 'user') return { ...rest, quotes, source, tier: given ?? 'heuristic' }
  return { ...rest, quotes, source, tier: tierOf({ ...draft, quotes }, runs) }
}

/** A run without a failure that it names or quotes is behind it; else quotes or names were checked; else nothing could be. */
function tierOf({ text, rounds, quotes }: EntryDraft, runs: readonly Run[]): Tier {
  const says = text.toLowerCase()
  const isBehind = ({ failed, head, round, output }: Run) =>
    !failed &&
    ((rounds.includes(round) && head.includes(' ') && says.includes(head)) ||
      quotes.some((quote) => quote.round === round && output.includes(quote.words)))
  if (runs.some(isBehind)) return 'validated'
  return quotes.length > 0 || namesIn(text).length > 0 ? 'heuristic' : 'archive'
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
