import { estimateTokens } from '../../model/tokens.ts'
import type { Brief } from '../brief.ts'
import type { Entry } from '../entries/entry.ts'
import type { CommandFact, CommitFact, ErrorFact, Facts, FileFact, NameFact } from '../facts/facts.ts'
import { shortened } from '../shortened.ts'
import type { Word } from '../words/word.ts'

/** A brief as far as there is room for it, with what is left out of it. */
export interface Shown extends Brief {
  readonly left: ReturnType<typeof leftBy>
}

type Item = Entry | Word | FileFact | CommitFact | CommandFact | ErrorFact | NameFact

/** One thing less, or less of one. The first are left out first. */
interface Cut {
  readonly what: string
  readonly item: Item
  /** Characters that stay of a text; none where it is left out. */
  readonly keep: number
}

/** A session that is no longer than this is told as it is. */
const LONG_TOKENS = 50_000
const SHARE = { written: 0.04, unwritten: 0.1 }
/** More than this leaves a new session no room to work in. */
const MOST_CHARS = 200_000
/** How a text ends that was shortened for want of room. */
const SHORTENED = ' more characters]'

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
  const whole = { ...brief, left: [] }
  const length = lengthOf(whole)
  const plain = isUnwritten(brief) ? length : lengthOf({ ...whole, entries: { current: [], over: [], refused: [] } })
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

/** Whether nobody wrote down what the session came to. */
export function isUnwritten({ entries }: Pick<Brief, 'entries'>): boolean {
  return entries.current.length + entries.over.length === 0
}

/** What a text leaves out, counted, each with the command that shows it. */
export function leftLines({ left, words }: Shown, session: string): readonly string[] {
  const pasted = words.filter((word) => word.left !== undefined && !word.text.endsWith(SHORTENED))
  const chars = pasted.reduce((sum, word) => sum + word.left!, 0)
  const rounds = [...new Set(pasted.map(({ round }) => round))].join(', ')
  return [
    ...left.map(({ what, count, from, to, isEntry }) => {
      const [named, range] = from === to ? [`round ${from}`, `${from}`] : [`rounds ${from} to ${to}`, `${from}-${to}`]
      return `${count} ${what} (${named}): \`stet ${isEntry ? `summary ${session} --json` : `show ${session} ${range}`}\``
    }),
    ...(pasted.length === 0
      ? []
      : [
          `${chars} characters that were pasted (${pasted.length === 1 ? 'round' : 'rounds'} ${rounds}): \`stet inject ${session}:N\``,
        ]),
  ]
}

/** About so many characters less. */
function freedBy({ item, keep }: Cut): number {
  return ('text' in item ? item.text : JSON.stringify(item)).length - keep
}

/** What is over and words that an entry has, always; other words of the user and what was done only where there is too much. */
function cutsOf({ entries, facts, words }: Brief, isMuch: boolean): readonly Cut[] {
  const middle = (facts.from + facts.to) / 2
  const outwards = words.toSorted((a, b) => Math.abs(a.round - middle) - Math.abs(b.round - middle))
  const ends = new Set(new Map(words.flatMap((word) => (word.who === 'agent' ? [[word.round, word]] : []))).values())
  const quoted = new Set(entries.current.flatMap(({ quotes }) => quotes.map(({ round }) => round)))
  const ofAgent = (isEnd: boolean) => outwards.filter((word) => word.who === 'agent' && ends.has(word) === isEnd)
  const ofUser = (isQuoted: boolean) =>
    outwards.filter(({ who, round }) => who === 'user' && quoted.has(round) === isQuoted)
  const less = (what: string, items: readonly Word[], keep: number) =>
    items.filter(({ text }) => text.length > 1.3 * keep).map((item) => ({ what, item, keep }))
  const none = (what: string, items: readonly Item[]) => items.map((item) => ({ what, item, keep: 0 }))
  const byAge = (list: readonly Entry[]) => list.toSorted((a, b) => roundOf(a) - roundOf(b))
  const always = [
    ...none('entries that are over', byAge(entries.over)),
    ...less(AGENT, ofAgent(false), 300),
    ...less(AGENT, ofAgent(true), 600),
    ...none(AGENT, ofAgent(false)),
    ...less(AGENT, ofAgent(true), 200),
    ...less(USER, ofUser(true), 600),
    ...none(AGENT, ofAgent(true)),
    ...none(USER, ofUser(true)),
  ]
  if (!isMuch) return always
  const ofCommands = (hasFailed: boolean) => facts.commands.filter(({ failed }) => failed === hasFailed)
  const gone = facts.errors.filter((error) => error.gone !== null)
  const found = entries.current.filter(({ kind, by }) => kind === 'fact' && by !== 'user')
  return [
    ...always,
    ...none('names', facts.names),
    ...none('commands that ran', ofCommands(false)),
    ...less(USER, ofUser(false), 600),
    ...none(USER, ofUser(false)),
    ...none('errors that are gone', gone),
    ...none('facts that the agent wrote', byAge(found)),
    ...none('commands that failed', ofCommands(true)),
    ...none('commits', facts.commits),
    ...none('tests', facts.tests),
    ...none('files', facts.files),
  ]
}
const AGENT = 'texts of the agent'
const USER = 'messages of the user'

function roundOf(item: Item): number {
  if ('rounds' in item) return item.rounds.at(-1) ?? 0
  return 'round' in item ? item.round : item.last
}

function without(brief: Brief, cuts: readonly Cut[]): Shown {
  const last = new Map<object, Cut>(cuts.map((cut) => [cut.item, cut]))
  const kept = <T extends object>(items: readonly T[]) => items.filter((item) => !last.has(item))
  const { facts, entries } = brief
  const lists = Object.entries(facts).map(([name, list]) => [name, Array.isArray(list) ? kept(list) : list])
  return {
    ...brief,
    facts: Object.fromEntries(lists) as Facts,
    words: brief.words.flatMap((word) => {
      const cut = last.get(word)
      if (!cut) return [word]
      return cut.keep === 0 ? [] : [cutShort(word, cut.keep)]
    }),
    entries: { ...entries, current: kept(entries.current), over: kept(entries.over) },
    left: leftBy([...last.values()]),
  }
}

function cutShort(word: Word, keep: number): Word {
  const text = shortened(word.text, keep)
  const left = word.text.length - text.length
  return { ...word, text: `${text} [${left}${SHORTENED}`, left: (word.left ?? 0) + left }
}

/** Things of one kind that are left out or shortened, and the rounds that have them. */
function leftBy(cuts: readonly Cut[]) {
  const named = cuts.map(({ what, keep, item }) => ({ what: keep === 0 ? what : `${what}, shortened`, item }))
  return [...new Set(named.map(({ what }) => what))].map((what) => {
    const items = named.filter((one) => one.what === what).map(({ item }) => item)
    const rounds = items.map(roundOf).sort((a, b) => a - b)
    return { what, count: items.length, from: rounds[0]!, to: rounds.at(-1)!, isEntry: 'quotes' in items[0]! }
  })
}
