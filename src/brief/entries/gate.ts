import type { FileFact } from '../facts/facts.ts'
import { contradiction, type Run, runsOf } from './claims.ts'
import type { Entry, EntrySource, Quote, Refused, Tier } from './entry.ts'
import type { EntryDraft } from './handoff.ts'
import { namesIn } from './names-in.ts'
import { type Holder, holdsName, type RoundRecord } from './round-record.ts'

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

/** What each entry of a handoff is checked with. */
interface Checking extends Proof {
  readonly runs: readonly Run[]
  /** The ids of what was sent. */
  readonly sent: ReadonlySet<string>
  /** What a person writes is his own: it needs no words of a round, and names what it likes. */
  readonly isUsers: boolean
}

/** What tells somebody what to do. What only a tool printed tells nobody. */
const ORDERS: ReadonlySet<EntryDraft['kind']> = new Set(['task', 'rule', 'decision', 'next', 'open'])

export const MOST_TEXT = 220
export const MOST_WORDS = 12

/** Checks entries against the record, each for itself: what it contradicts, or knows nothing of, is refused with its reason. */
export function gate(drafts: readonly EntryDraft[], proof: Proof, source: EntrySource): Checked {
  const isUsers = source.writer === 'user'
  const sent = new Set(drafts.map(({ id }) => id))
  const checking = { ...proof, sent, isUsers, runs: runsOf(proof.record.rounds) }
  const known = new Map(proof.before.map((entry) => [entry.id, entry]))
  const accepted: Entry[] = []
  const refused: Refused[] = []
  const taken = new Set<string>()
  let free = freeAfter([...known.keys(), ...sent])
  for (const sentAs of drafts) {
    const named = isUsers ? asUsers(sentAs, proof, free) : sentAs
    const id = named.id || `e${free}`
    if (id === `e${free}`) free++
    const draft = { ...named, id }
    const old = known.get(id)
    const why = taken.has(id)
      ? `${id} was given twice`
      : old
        ? whyNotAgain(old, draft, checking, free)
        : whyNot(draft, checking)
    taken.add(id)
    if (why !== undefined) refused.push({ id, text: draft.text || (old?.text ?? ''), why })
    else accepted.push(old ? withMore(old, draft, isUsers) : entryOf(draft, checking, source))
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

/** An earlier entry that is over now, or has what was asked for; its other fields stay as they are. */
function withMore(old: Entry, { over, until, waits_for, rejected, why, tier }: EntryDraft, isUsers: boolean): Entry {
  return {
    ...old,
    ...(why && !old.why && { why }),
    ...(rejected && !old.rejected && { rejected }),
    ...(until !== undefined && { until }),
    ...(waits_for !== undefined && { waits_for }),
    ...(over !== undefined && { over }),
    ...(tier && isUsers && { tier }),
  }
}

/** What an earlier entry may not be given: it comes by its id alone, or as it was. */
function whyNotAgain(old: Entry, draft: EntryDraft, { record, isUsers }: Checking, free: number): string | undefined {
  const { id, text, kind, by, over, quotes } = draft
  if (text !== '' && !(text === old.text && kind === old.kind && by === old.by))
    return `${id} is an earlier entry (${JSON.stringify(old.text.slice(0, 60))}), which would vanish: use e${free} and \`supersedes: ["${id}"]\``
  if (over !== undefined) {
    if (!record.has(over)) return noRound(over, record)
    // a client's summary says not of which round it speaks: the rounds of its entries are those that have their names
    if (over < old.rounds[0]! && old.source.writer !== 'client') return tooEarly(over)
    const isTold = quotes.some(({ round, words }) => round === over && record.whoHas(words, round))
    if (isUsersRule(old) && !isUsers && !isTold && over !== old.over)
      return `a rule of the user is over only with words of round ${over} as a quote`
  }
  return isUsers
    ? undefined
    : againstNames({ ...draft, text: '', rounds: record.rounds.map((one) => one.round) }, record)
}

/** The reason that an entry is refused for; of several the first. */
function whyNot(draft: EntryDraft, checking: Checking): string | undefined {
  const { record, runs, files } = checking
  const { text, rounds, by, kind, quotes, agreed, over } = draft
  if (text === '') return `there is no entry ${draft.id} that could be over or changed`
  if (text.length > MOST_TEXT) return `its text has ${text.length} characters, and ${MOST_TEXT} is the most`
  if (rounds.length === 0) return 'it cites no round'
  const quoted = quotes.map(({ round }) => round)
  const missing = [...rounds, agreed, over, draft.why?.round, ...quoted].find(
    (round) => round !== undefined && !record.has(round),
  )
  if (missing !== undefined) return noRound(missing, record)
  if (over !== undefined && over < rounds[0]!) return tooEarly(over)
  const bad = quotes.find((quote) => !holdersOf(quote, record))
  if (bad) return `round ${bad.round} does not have the words ${JSON.stringify(cut(bad.words))}`
  if (checking.isUsers) return undefined
  const ofUser = quotes.filter((quote) => holdersOf(quote, record)!.has('user'))
  if (by === 'user' && ofUser.length === 0) {
    const what =
      quotes[0] && `none of its quotes is of the user: ${JSON.stringify(quotes[0].words.slice(0, 60))} is not`
    return `${what ?? 'what the user said needs a quote of the user'}; quote it, or say \`by\` whom it is`
  }
  const isTools = (quote: Quote) => [...holdersOf(quote, record)!].every((who) => who === 'tool')
  const printed = by === 'user' ? quotes.find(isTools) : undefined
  if (printed) return `a tool printed ${JSON.stringify(cut(printed.words))}: the user did not say that`
  if (ORDERS.has(kind) && quotes.length > 0 && quotes.every(isTools))
    return `only a tool printed its words: what nobody in the session said is no ${kind}, at most a fact`
  if (agreed !== undefined && !ofUser.some(({ round }) => round === agreed))
    return `that the user agreed in round ${agreed} needs the user's words from it as a quote`
  if (quotes.length > 0 && !quoted.some((round) => rounds.includes(round)))
    return `none of its quotes is from a round that it cites; they are from ${listed(quoted)}`
  return (
    againstSuperseded(draft, checking, ofUser.length > 0) ??
    contradiction(draft, runs, files, record.rounds) ??
    againstNames(draft, record)
  )
}

/** What it takes the place of is there, and has a word of it; what is to be done next may be anything. */
function againstSuperseded(
  { supersedes = [], kind, text }: EntryDraft,
  { before, sent }: Checking,
  isOfUser: boolean,
): string | undefined {
  const words = new Set(wordsIn(text))
  for (const id of supersedes) {
    const old = before.find((one) => one.id === id)
    if (!old && !sent.has(id)) return `it supersedes ${id}, and there is no such entry`
    if (!old) continue
    if (isUsersRule(old) && !isOfUser) return `it supersedes ${id}, a rule of the user, without a quote of the user`
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

/** Everything that the text and its parts name stands in the record up to the last round that is cited. */
function againstNames(draft: EntryDraft, record: RoundRecord): string | undefined {
  const { text, rounds, agreed = 0, over = 0, why, rejected = [], until = '', quotes } = draft
  const cited = [...rounds, agreed, over, why?.round ?? 0, ...quotes.map(({ round }) => round)]
  const last = Math.max(...cited)
  const ways = rejected.flatMap((way) => [way.what, way.why ?? ''])
  const quoted = quotes.map(({ words }) => words.toLowerCase()).join('\n')
  for (const name of [text, why?.text ?? '', ...ways, until].flatMap(namesIn)) {
    if (holdsName(quoted, name) || cited.some((round) => record.tells(name, round))) continue
    const first = record.firstWith(name)
    if (first === undefined) return `nothing in the record has ${JSON.stringify(name.name)}`
    if (first > last) return `${JSON.stringify(name.name)} is first in round ${first}, and it cites none after ${last}`
    if (name.beside?.length)
      return `no round that it cites has ${name.name} with ${name.beside.map((word) => JSON.stringify(word)).join(' or ')}; cite the round that has it, or quote it`
  }
  const names = quotes.length > 0 ? [] : namesIn(text)
  const absent = names.filter((name) => !rounds.some((round) => record.isIn(name, round)))
  if (absent.length * 2 <= names.length) return undefined
  return `round ${listed(rounds)} does not have ${JSON.stringify(absent[0]!.name)}, which round ${record.firstWith(absent[0]!)} has; quote what it is from`
}

function entryOf({ tier, ...draft }: EntryDraft, { isUsers, runs }: Checking, source: EntrySource): Entry {
  const quotes = draft.quotes.map(({ round, words }) => ({ round, words: cut(words) }))
  const checked = { ...draft, quotes }
  return { ...checked, source, tier: isUsers ? (tier ?? 'heuristic') : tierOf(checked, runs) }
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

function holdersOf({ round, words }: Quote, record: RoundRecord): ReadonlySet<Holder> | undefined {
  return record.whoHas(cut(words), round)
}

/** Not more words than a quote may have. */
function cut(words: string): string {
  const all = words.trim().split(/\s+/)
  return all.length <= MOST_WORDS ? words.trim() : all.slice(0, MOST_WORDS).join(' ')
}

function noRound(round: number, { rounds }: RoundRecord): string {
  return `there is no round ${round}; rounds are ${rounds[0]?.round ?? 0} to ${rounds.at(-1)?.round ?? 0}`
}

function tooEarly(over: number): string {
  return `it cannot be over in round ${over}, before it was said`
}

function listed(rounds: readonly number[]): string {
  return [...new Set(rounds)].join(', ')
}

/** The number after the highest that an id ends in. */
export function freeAfter(ids: readonly string[]): number {
  return 1 + Math.max(0, ...ids.map((id) => Number(/(\d{1,6})$/.exec(id)?.[1] ?? 0)))
}
