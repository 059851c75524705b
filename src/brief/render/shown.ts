import { estimateTokens } from '../../model/tokens.ts'
import type { Brief } from '../brief.ts'
import type { Entry } from '../entries/entry.ts'
import { isTakenUp } from '../entries/questions.ts'
import type { CommandFact, CommitFact, ErrorFact, Facts, FileFact, NameFact } from '../facts/facts.ts'
import { shorterMessage } from '../words/pastes.ts'
import type { Word } from '../words/word.ts'
import { entryText } from './line.ts'

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

/**
 * The brief with as much as there is room for. In a short session words give way to the entries that have them, and nothing else
 * does; a long one takes at most 10 % of what the model saw, where entries were written 4 % and what the user said in rounds that
 * no entry is of; and never so much that a new session is full of it.
 */
export function shownOf(
  brief: Brief,
  lengthOf: (shown: Shown) => number,
  most: number = Number.POSITIVE_INFINITY,
): Shown {
  const isLong = estimateTokens(brief.chars) > LONG_TOKENS
  const whole = { ...brief, left: [] }
  const length = lengthOf(whole)
  const plain = isUnwritten(brief) ? length : lengthOf({ ...whole, entries: { current: [], over: [], refused: [] } })
  const room = Math.min(most, MOST_CHARS, plain, isLong ? shareOf(brief) : plain)
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

/** Whether nobody wrote down what the session came to, so that it could be checked. */
export function isUnwritten({ entries }: Pick<Brief, 'entries'>): boolean {
  return checked(entries.current).length + entries.over.length === 0
}

export function checked(entries: readonly Entry[]): readonly Entry[] {
  return entries.filter(({ tier }) => tier !== 'archive')
}

/** What was said that no entry has. */
function openWords({ words, entries }: Brief): ReadonlySet<Word> {
  const all = [...entries.current, ...entries.over]
  return new Set(words.filter((word) => !isTakenUp(word, all)))
}

/** Characters that there are for a long session. A round that no entry is of is told in the words of the user. */
function shareOf(brief: Brief): number {
  const most = brief.chars * SHARE.unwritten
  const written = [...brief.entries.current, ...brief.entries.over].filter(({ source }) => source.writer !== 'client')
  if (written.length === 0) return most
  const rounds = new Set(written.flatMap((entry) => entry.rounds))
  const said = brief.words.filter(({ who, round }) => who === 'user' && !rounds.has(round))
  return Math.min(most, brief.chars * SHARE.written + said.reduce((sum, { text }) => sum + text.length, 0))
}

/** What a text leaves out, counted, each with the command that shows it. */
export function leftLines({ left, words }: Shown, session: string): readonly string[] {
  const pasted = words.filter((word) => word.left !== undefined)
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

/** About so many characters less: an entry is printed with its rounds, its writer and its quotes. */
function freedBy({ item, keep }: Cut): number {
  if ('quotes' in item) return entryText(item).text.length + 3
  return ('text' in item ? item.text : JSON.stringify(item)).length - keep
}

/** What is over, what is long and what an entry has, always; other words and what was done only where there is too much. */
function cutsOf(brief: Brief, isMuch: boolean): readonly Cut[] {
  const { entries, facts, words } = brief
  const open = openWords(brief)
  const middle = (facts.from + facts.to) / 2
  const outwards = words.toSorted((a, b) => Math.abs(a.round - middle) - Math.abs(b.round - middle))
  const ends = new Set(new Map(words.flatMap((word) => (word.who === 'agent' ? [[word.round, word]] : []))).values())
  const ofAgent = (isEnd: boolean) => outwards.filter((word) => word.who === 'agent' && ends.has(word) === isEnd)
  const ofUser = outwards.filter(({ who }) => who === 'user')
  const taken = (said: readonly Word[]) => said.filter((word) => !open.has(word))
  const others = (said: readonly Word[]) => said.filter((word) => open.has(word))
  const less = (what: string, items: readonly Word[], keep: number) =>
    items.filter(({ text }) => text.length > 1.3 * keep).map((item) => ({ what, item, keep }))
  const none = (what: string, items: readonly Item[]) => items.map((item) => ({ what, item, keep: 0 }))
  const byAge = (list: readonly Entry[]) => list.toSorted((a, b) => roundOf(a) - roundOf(b))
  const always = [
    ...none('entries that are over', byAge(entries.over)),
    ...less(USER, ofUser, 1500),
    ...less(AGENT, ofAgent(false), 300),
    ...less(AGENT, ofAgent(true), 600),
    ...less(USER, taken(ofUser), 600),
    ...none(AGENT, taken(ofAgent(false))),
    ...none(AGENT, taken(ofAgent(true))),
    ...none(USER, taken(ofUser)),
  ]
  if (!isMuch) return always
  const ofCommands = (hasFailed: boolean) => facts.commands.filter(({ failed }) => failed === hasFailed)
  const gone = facts.errors.filter((error) => error.gone !== null)
  const found = entries.current.filter(({ kind, by }) => kind === 'fact' && by !== 'user')
  return [
    ...always,
    ...none('errors that are gone', gone),
    ...none('names', facts.names),
    ...none(AGENT, others(ofAgent(false))),
    ...less(AGENT, others(ofAgent(true)), 200),
    ...none(AGENT, others(ofAgent(true))),
    ...none('commands that ran', ofCommands(false)),
    ...less(USER, others(ofUser), 600),
    ...less(USER, others(ofUser), 300),
    ...none('facts that the agent wrote', byAge(found)),
    ...none('commands that failed', ofCommands(true)),
    ...none(USER, others(ofUser)),
    ...none('commits', facts.commits),
    ...none('tests', facts.tests),
    ...none('files', facts.files),
  ]
}
const AGENT = 'texts of the agent'
export const USER = 'messages of the user'

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
      return cut.keep === 0 ? [] : [{ ...word, text: shorterMessage(word.text, cut.keep) }]
    }),
    entries: { ...entries, current: kept(entries.current), over: kept(entries.over) },
    left: leftBy([...last.values()]),
  }
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
