import type { Facts } from '../facts/facts.ts'
import type { BriefRound } from '../round.ts'
import type { Entry } from './entry.ts'
import { entryLine } from './entry-line.ts'
import type { Skip } from './handoff.ts'
import { thingsSaid } from './things-said.ts'

/** What Stet asks back, once. */
export interface Question {
  readonly id: string
  readonly ask: string
}

export interface Asking {
  /** The rounds that entries were to be written of. */
  readonly rounds: readonly BriefRound[]
  readonly facts: Facts
  /** What holds now. */
  readonly current: readonly Entry[]
  readonly all: readonly Entry[]
  readonly skip: readonly Skip[]
  readonly asked: ReadonlySet<string>
  /** Whether these are the last rounds of the session: then the list is closed. */
  readonly isEnd: boolean
}

/** More are not answered well. */
const MOST_SAID = 12
const MOST_ERRORS = 8
const ENDS = new Set(['task', 'open', 'error', 'check', 'next'])
/** A rule with one of these may have an end. */
const TIME =
  /\b(?:until|till|before|after|for now|today|tonight|tomorrow|this (?:week|sprint|session)|as long as|while|bis|solange|vorerst|heute|jusqu|tant que|hasta|mientras|por ahora|fino a|até|tot)\b|直到|まで|до тех пор|пока/iu
const INSTEAD =
  /\b(?:instead of|rather than|not .{2,40} but|over .{2,40} because|statt|plutôt que|en lugar de|invece di)\b/iu

/** What the entries may have missed, asked for exactly; nothing is asked twice. */
export function questionsOn(asking: Asking): readonly Question[] {
  const { asked } = asking
  const isNew = ({ id }: Question) => !asked.has(id)
  return [
    ...said(asking).filter(isNew).slice(0, MOST_SAID),
    ...failing(asking).filter(isNew).slice(0, MOST_ERRORS),
    ...asking.current.flatMap((entry) => about(entry, asking.facts)).filter(isNew),
    ...(asking.isEnd ? closing(asking).filter(isNew) : []),
  ]
}

/** What the user said and no entry has. */
function said({ rounds, all, skip }: Asking): readonly Question[] {
  const skipped = new Set(skip.map(({ round }) => round))
  return rounds
    .filter(({ round }) => !skipped.has(round))
    .flatMap((round) =>
      thingsSaid(round, all).map(({ place, text }) => ({
        id: `said:r${round.round}.${place}`,
        ask: `Round ${round.round}, the user: ${JSON.stringify(text)}. No entry has it: write one, or put the round into \`skip\`.`,
      })),
    )
}

/** Commands that failed and did not pass since, without an entry. */
function failing({ rounds, facts, all }: Asking): readonly Question[] {
  const [from, to] = [rounds[0]?.round ?? 0, rounds.at(-1)?.round ?? 0]
  const errors = all.filter(({ kind }) => kind === 'error')
  return facts.errors
    .filter(({ gone, last }) => gone === null && last >= from && last <= to)
    .filter(
      ({ first, last, command }) =>
        !errors.some(
          ({ rounds, text }) => rounds.some((round) => round >= first && round <= last) || text.includes(command),
        ),
    )
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
  if (chosen)
    return [
      {
        id: `rejected:${id}`,
        ask: `${id} was chosen from ${[chosen.answer, ...chosen.others].join(' | ').slice(0, 200)}: what was rejected, and why if it was said?`,
      },
    ]
  return INSTEAD.test(words)
    ? [
        {
          id: `rejected:${id}`,
          ask: `${id} names another way: is it \`rejected\`, and why if it was said? Else say "stands".`,
        },
      ]
    : []
}

/** What may have ended: all that is to be done, and what a later change touches. */
function closing({ current, facts, rounds }: Asking): readonly Question[] {
  const last = rounds.at(-1)?.round ?? 0
  return current
    .filter((entry) => ENDS.has(entry.kind) || isTouched(entry, facts))
    .filter((entry) => Math.max(...entry.rounds) < last)
    .map((entry) => ({
      id: `end:${entry.id}@${last}`,
      ask: `${entryLine(entry)} Which round ended it? Else "stands".`,
    }))
}

/** A fact or decision that names a file which changed since, or a commit came after. */
function isTouched({ kind, text, rounds }: Entry, { files }: Facts): boolean {
  if (kind !== 'fact' && kind !== 'decision') return false
  const since = Math.max(...rounds)
  return files.some(
    (file) => (file.rounds.at(-1) ?? 0) > since && text.includes(file.path.slice(file.path.lastIndexOf('/') + 1)),
  )
}
