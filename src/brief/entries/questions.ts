import type { Facts } from '../facts/facts.ts'
import type { BriefRound } from '../round.ts'
import { type Entry, entryLine } from './entry.ts'
import type { Handoff } from './handoff.ts'
import { squeeze } from './round-record.ts'

/** What Stet asks back, once. */
export interface Question {
  readonly id: string
  readonly ask: string
}

interface Asking extends Pick<Handoff, 'skip'> {
  /** The rounds that entries were to be written of. */
  readonly rounds: readonly BriefRound[]
  readonly facts: Facts
  /** What holds now. */
  readonly current: readonly Entry[]
  readonly all: readonly Entry[]
  readonly asked: ReadonlySet<string>
  /** Whether these are the last rounds of the session: then the list is closed. */
  readonly isEnd: boolean
}

/** More are not answered well. */
const MOST_SAID = 12
const MOST_ERRORS = 8
/** A message with more that nobody took up is a document, such as a plan, and asked about as a whole. */
const MOST_OF_ROUND = 5
const EXAMPLES = 3
const ENDS = new Set(['task', 'open', 'error', 'check', 'next'])
/** A rule with one of these may have an end. */
const TIME =
  /\b(?:until|till|before|after|for now|today|tonight|tomorrow|this (?:week|sprint|session)|as long as|while|bis|solange|vorerst|heute|jusqu|tant que|hasta|mientras|por ahora|fino a|até|tot)\b|直到|まで|до тех пор|пока/iu
const INSTEAD =
  /\b(?:instead of|rather than|not .{2,40} but|over .{2,40} because|statt|plutôt que|en lugar de|invece di)\b/iu

/** What the entries may have missed, asked for exactly; nothing is asked twice. */
export function questionsOn(asking: Asking): readonly Question[] {
  const { asked, current, facts } = asking
  const isNew = ({ id }: Question) => !asked.has(id)
  return [
    ...said(asking).filter(isNew).slice(0, MOST_SAID),
    ...failing(asking).filter(isNew).slice(0, MOST_ERRORS),
    ...current.flatMap((entry) => about(entry, facts)).filter(isNew),
    ...(asking.isEnd ? closing(asking).filter(isNew) : []),
  ]
}

/** What the user said and no entry has. */
function said({ rounds, all, skip, asked }: Asking): readonly Question[] {
  const skipped = new Set(skip.map(({ round }) => round))
  return rounds
    .filter(({ round }) => !skipped.has(round) && !asked.has(`said:r${round}`))
    .flatMap((round) => aboutSaid(round.round, thingsSaid(round.round, userTexts(round), all)))
}

function aboutSaid(round: number, things: readonly { readonly place: number; readonly text: string }[]) {
  if (things.length <= MOST_OF_ROUND)
    return things.map(({ place, text }) => ({
      id: `said:r${round}.${place}`,
      ask: `Round ${round}, the user: ${JSON.stringify(text)}. No entry has it: write one, or put the round into \`skip\`.`,
    }))
  const some = things.slice(0, EXAMPLES).map(({ text }) => JSON.stringify(text.slice(0, 80)))
  const ask = `Round ${round}, the user: ${things.length} points are in no entry, such as ${some.join(', ')}. Write those that still matter, or put the round into \`skip\`.`
  return [{ id: `said:r${round}`, ask }]
}

/** Commands that failed and did not pass since, without an entry. */
function failing({ rounds, facts, all }: Asking): readonly Question[] {
  const [from, to] = [rounds[0]?.round ?? 0, rounds.at(-1)?.round ?? 0]
  return facts.errors
    .filter(({ gone, last }) => gone === null && last >= from && last <= to)
    .filter(({ first, last, command }) => {
      const isOf = (cited: readonly number[]) => cited.some((round) => round >= first && round <= last)
      return !all.some((one) => one.kind === 'error' && (isOf(one.rounds) || one.text.includes(command)))
    })
    .map(({ text, command, last }) => ({
      id: `failed:r${last}.${command.slice(0, 40)}`,
      ask: `\`${command.slice(0, 120)}\` failed in round ${last} (${text.slice(0, 120)}) and did not pass since. Is that an \`error\`?`,
    }))
}

/** What an entry may lack. */
function about({ id, kind, text, rounds, quotes, rejected, until }: Entry, { choices }: Facts): readonly Question[] {
  const words = [text, ...quotes.map((quote) => quote.words)].join('\n')
  if (kind === 'rule' && until === undefined && TIME.test(words))
    return [{ id: `until:${id}`, ask: `${id} has a time in it: does it end, and when (\`until\`)? Else say "stands".` }]
  if (kind !== 'decision' || rejected) return []
  const chosen = choices.find(({ round, others }) => rounds.includes(round) && others.length > 0)
  if (!chosen && !INSTEAD.test(words)) return []
  const ask = chosen
    ? `was chosen from ${[chosen.answer, ...chosen.others].join(' | ').slice(0, 200)}: what was rejected, and why if it was said?`
    : 'names another way: is it `rejected`, and why if it was said? Else say "stands".'
  return [{ id: `rejected:${id}`, ask: `${id} ${ask}` }]
}

/** What may have ended: all that is to be done, and what a later change touches. */
function closing({ current, facts, rounds }: Asking): readonly Question[] {
  const last = rounds.at(-1)?.round ?? 0
  return current
    .filter((entry) => Math.max(...entry.rounds) < last && (ENDS.has(entry.kind) || isTouched(entry, facts)))
    .map((entry) => ({
      id: `end:${entry.id}@${last}`,
      ask: `${entryLine(entry)} Which round ended it? Else "stands".`,
    }))
}

/** A fact or decision that names a file which changed since. */
function isTouched({ kind, text, rounds }: Entry, { files }: Facts): boolean {
  const since = Math.max(...rounds)
  const isNamed = (path: string) => text.includes(path.slice(path.lastIndexOf('/') + 1))
  const isLater = (changes: readonly number[]) => (changes.at(-1) ?? 0) > since
  return (kind === 'fact' || kind === 'decision') && files.some((file) => isLater(file.rounds) && isNamed(file.path))
}

const LONGEST_THING = 240
const WORD = /[\p{L}\p{N}][\p{L}\p{N}_.'-]*/gu
/** So many of its words in what cites its round, and it was taken up. */
const SHARED = 0.4

/** Sentences and points of lists that the user said in a round and no entry takes up: none quotes it, and those that cite the round say something else. */
function thingsSaid(round: number, messages: readonly string[], entries: readonly Entry[]) {
  const things = messages.flatMap(pointsOf).map((text, place) => ({ place: place + 1, text }))
  const isHere = (one: { readonly round: number }) => one.round === round
  const citing = entries.filter(
    ({ rounds, agreed, quotes }) => rounds.includes(round) || agreed === round || quotes.some(isHere),
  )
  if (things.length <= 1) return citing.length > 0 ? [] : things
  const quoted = citing.flatMap(({ quotes }) => quotes.filter(isHere).map(({ words }) => squeeze(words)))
  const texts = citing.map(({ text, until = '', quotes }) =>
    [text, until, ...quotes.map(({ words }) => words)].join(' '),
  )
  const words = new Set(wordsIn(texts.join(' ')))
  return things.filter(({ text }) => {
    const whole = squeeze(text)
    const own = wordsIn(text)
    const isQuoted = quoted.some((quote) => whole.includes(quote) || quote.includes(whole))
    return !isQuoted && own.filter((word) => words.has(word)).length < own.length * SHARED
  })
}

function userTexts({ events }: BriefRound): readonly string[] {
  return events.flatMap((event) => (event.kind === 'said' && event.who === 'user' ? event.text : []))
}

/**
 * Whether entries have all that a message says, so that it can give way to them. What a client's summary only refers to is not
 * taken up.
 */
export function isTakenUp(
  { round, text }: { readonly round: number; readonly text: string },
  entries: readonly Entry[],
) {
  const own = entries.filter(({ source, quotes }) => source.writer !== 'client' || quotes.length > 0)
  return (
    own.some(({ quotes }) => quotes.some((quote) => quote.round === round)) &&
    thingsSaid(round, [text], own).length === 0
  )
}

/** Sentences and points of three words and more; what is pasted, drawn or marked up is not asked about. */
function pointsOf(text: string): readonly string[] {
  return text
    .replace(/```[\s\S]*?(?:```|$)/g, '\n')
    .replace(/<([\w-]+)[^>]*>[\s\S]*?<\/\1>|<[^>\n]*>/g, '\n')
    .split(/\n+|(?<=[.!?])(?<!^[ \t>*•#-]{0,9}\d{1,2}\.)\s+|(?<=[。！？])/m)
    .map((line) => line.replace(/^\s*(?:[-*•>#]+|\d+[.)])\s+/, '').trim())
    .filter((line) => line.length <= LONGEST_THING * 2 && isSaid(line))
    .map((line) => line.slice(0, LONGEST_THING))
}

/** Mostly letters, and more than a path or two words. */
function isSaid(line: string): boolean {
  const letters = line.match(/\p{L}/gu)?.length ?? 0
  if (letters < line.length * 0.55 || /^\S*[/\\]\S*$/.test(line)) return false
  const isDense = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Hangul}\p{Script=Thai}]{5}/u.test(line)
  return isDense || (line.match(WORD)?.length ?? 0) >= 3
}

function wordsIn(text: string): readonly string[] {
  return (text.toLowerCase().match(WORD) ?? []).filter((word) => word.length > 3)
}
