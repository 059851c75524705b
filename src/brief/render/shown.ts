import { estimateTokens } from '../../model/tokens.ts'
import type { Brief } from '../brief.ts'
import type { Entry } from '../entries/entry.ts'
import type { Facts } from '../facts/facts.ts'
import { shortened } from '../shortened.ts'
import type { Word } from '../words/word.ts'
import { SHORTENED } from './left-lines.ts'

/** A brief as far as there is room for it, with what is left out of it. */
export interface Shown extends Brief {
  readonly left: readonly Left[]
}

/** Things of one kind that are left out or shortened, and the rounds that have them. */
export interface Left {
  readonly what: string
  readonly count: number
  readonly from: number
  readonly to: number
  readonly isEntry: boolean
}

/** One thing less, or less of one. The first are left out first. */
interface Cut {
  readonly what: string
  readonly item: Entry | Word | object
  readonly round: number
  /** Characters that stay of a text; none where it is left out. */
  readonly keep?: number
}

/** A session that is no longer than this is told as it is. */
const LONG_TOKENS = 50_000
const SHARE = { written: 0.04, unwritten: 0.1 }
/** More than this leaves a new session no room to work in. */
const MOST_CHARS = 200_000

/**
 * The brief with as much as there is room for: no more words beside the entries than facts and words alone would take; of a
 * long session at most 4 % of what the model saw where entries were written, 10 % where none were, and never so much that a
 * new session is full of it.
 */
export function shownOf(
  brief: Brief,
  lengthOf: (shown: Shown) => number,
  most: number = Number.POSITIVE_INFINITY,
): Shown {
  const isLong = estimateTokens(brief.chars) > LONG_TOKENS
  const share = isUnwritten(brief) ? SHARE.unwritten : SHARE.written
  const bare = { ...brief, entries: { current: [], over: [], refused: [] }, left: [] }
  const whole = { ...brief, left: [] }
  const length = lengthOf(whole)
  const plain = isUnwritten(brief) ? length : lengthOf(bare)
  const room = Math.min(most, MOST_CHARS, plain, isLong ? brief.chars * share : plain)
  if (length <= room) return whole
  const cuts = cutsOf(brief, isLong || most < plain)
  let [count, excess] = [0, length - room]
  for (;;) {
    while (excess > 0 && count < cuts.length) excess -= freedBy(cuts[count++]!)
    const shown = without(brief, cuts.slice(0, count))
    excess = lengthOf(shown) - room
    if (excess <= 0 || count === cuts.length) return shown
  }
}

/** About so many characters less. */
function freedBy({ item, keep = 0 }: Cut): number {
  return ('text' in item ? (item as Word).text.length : JSON.stringify(item).length) - keep
}

/** Whether nobody wrote down what the session came to. */
export function isUnwritten({ entries }: Pick<Brief, 'entries'>): boolean {
  return entries.current.length + entries.over.length === 0
}

/** What is over and words that an entry has, always; other words of the user and what was done only where there is too much. */
function cutsOf({ entries, facts, words }: Brief, isMuch: boolean): readonly Cut[] {
  const middle = (facts.from + facts.to) / 2
  const outwards = [...words].sort((a, b) => Math.abs(a.round - middle) - Math.abs(b.round - middle))
  const lastOf = new Map(words.flatMap((word) => (word.who === 'agent' ? [[word.round, word]] : [])))
  const agent = (isLast: boolean, keep?: number) =>
    texts('texts of the agent', keep, (word) => isLast === (lastOf.get(word.round) === word) && word.who === 'agent')
  const quoted = new Set(entries.current.flatMap(({ quotes }) => quotes.map(({ round }) => round)))
  const isQuoted = ({ round }: Word) => quoted.has(round)
  const isOwn = (word: Word) => !isQuoted(word)
  const user = (isMeant: (word: Word) => boolean, keep?: number) =>
    texts('messages of the user', keep, (word) => word.who === 'user' && isMeant(word))
  const fact = <T extends object>(what: string, list: readonly T[], round: (one: T) => number): readonly Cut[] =>
    list.map((item) => ({ what, item, round: round(item) }))
  const lastRound = ({ rounds }: { readonly rounds: readonly number[] }) => rounds.at(-1) ?? 0
  const byAge = (list: readonly Entry[]) => [...list].sort((a, b) => lastRound(a) - lastRound(b))
  return [
    ...fact('entries that are over', byAge(entries.over), lastRound),
    ...agent(false, 300),
    ...agent(true, 600),
    ...agent(false),
    ...agent(true, 200),
    ...user(isQuoted, 600),
    ...agent(true),
    ...user(isQuoted),
    ...(isMuch ? much() : []),
  ]

  function much(): readonly Cut[] {
    return [
      ...fact('names', facts.names, lastRound),
      ...fact(
        'commands that ran',
        facts.commands.filter(({ failed }) => !failed),
        lastRound,
      ),
      ...user(isOwn, 600),
      ...user(isOwn),
      ...fact(
        'errors that are gone',
        facts.errors.filter(({ gone }) => gone !== null),
        ({ last }) => last,
      ),
      ...fact(
        'facts that the agent wrote',
        byAge(entries.current.filter((one) => one.kind === 'fact' && one.by !== 'user')),
        lastRound,
      ),
      ...fact(
        'commands that failed',
        facts.commands.filter(({ failed }) => failed),
        lastRound,
      ),
      ...fact('commits', facts.commits, ({ round }) => round),
      ...fact('tests', facts.tests, lastRound),
      ...fact('files', facts.files, lastRound),
    ]
  }

  function texts(what: string, keep: number | undefined, isMeant: (word: Word) => boolean): readonly Cut[] {
    return outwards
      .filter((word) => isMeant(word) && (keep === undefined || word.text.length > 1.3 * keep))
      .map((item) => ({ what, item, round: item.round, ...(keep !== undefined && { keep }) }))
  }
}

function without(brief: Brief, cuts: readonly Cut[]): Shown {
  const last = new Map(cuts.map((cut) => [cut.item, cut]))
  const isKept = (item: object) => !last.has(item)
  const facts: Facts = {
    ...brief.facts,
    files: brief.facts.files.filter(isKept),
    commits: brief.facts.commits.filter(isKept),
    commands: brief.facts.commands.filter(isKept),
    tests: brief.facts.tests.filter(isKept),
    errors: brief.facts.errors.filter(isKept),
    names: brief.facts.names.filter(isKept),
  }
  const words = brief.words.flatMap((word) => {
    const cut = last.get(word)
    if (!cut) return [word]
    return cut.keep === undefined ? [] : [cutShort(word, cut.keep)]
  })
  const current = brief.entries.current.filter(isKept)
  const entries = { ...brief.entries, current, over: brief.entries.over.filter(isKept) }
  return { ...brief, facts, words, entries, left: leftBy([...last.values()]) }
}

function cutShort(word: Word, keep: number): Word {
  const text = shortened(word.text, keep)
  const left = word.text.length - text.length
  return { ...word, text: `${text} [${left}${SHORTENED}`, left: (word.left ?? 0) + left }
}

function leftBy(cuts: readonly Cut[]): readonly Left[] {
  const kinds = new Map<string, Cut[]>()
  for (const cut of cuts) {
    const what = `${cut.what}${cut.keep === undefined ? '' : ', shortened'}`
    const known = kinds.get(what)
    if (known) known.push(cut)
    else kinds.set(what, [cut])
  }
  return [...kinds].map(([what, all]) => ({
    what,
    count: all.length,
    from: all.reduce((least, { round }) => Math.min(least, round), Number.POSITIVE_INFINITY),
    to: all.reduce((most, { round }) => Math.max(most, round), 0),
    isEntry: 'quotes' in all[0]!.item,
  }))
}
