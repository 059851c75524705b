import type { Facts } from '../facts/facts.ts'
import type { Word } from '../words/word.ts'
import type { Entry, EntrySource } from './entry.ts'
import { gate } from './gate.ts'
import type { EntryDraft, Handoff, Refused, Reply, Skip } from './handoff.ts'
import { entriesNow, mergeEntries } from './merge-entries.ts'
import { type Question, questionsOn } from './questions.ts'
import type { RoundRecord } from './round-record.ts'
import { stepEnd } from './steps.ts'

/** How far the entries of a session are. */
export interface Standing {
  /** The whole list, what is over too. */
  readonly entries: readonly Entry[]
  /** The last round that entries were written of. */
  readonly through: number
  readonly skip: readonly Skip[]
  readonly answers: readonly Reply[]
  readonly asked: readonly string[]
}

export const NOTHING_YET: Standing = { entries: [], through: 0, skip: [], answers: [], asked: [] }

export interface TakenIn {
  readonly standing: Standing
  readonly accepted: readonly string[]
  readonly refused: readonly Refused[]
  readonly questions: readonly Question[]
}

/** What entries of a session are held against. */
export interface Provable {
  readonly record: RoundRecord
  readonly facts: Facts
  readonly words: readonly Word[]
}

/** Takes what was handed over into what there is, as far as the record bears it out, and asks what it may have missed. */
export function takeIn(
  { record, facts }: Provable,
  standing: Standing,
  handoff: Handoff,
  { source, through: given }: { readonly source: EntrySource; readonly through?: number },
): TakenIn {
  const drafts = [...handoff.entries, ...endings(handoff)]
  const { accepted, refused } = gate(drafts, { record, files: facts.files, before: standing.entries }, source)
  const entries = mergeEntries(standing.entries, accepted)
  const through = Math.max(standing.through, given ?? reached(record, standing, handoff))
  const skip = [...standing.skip, ...handoff.skip.filter(({ round }) => record.has(round))]
  const answers = [...standing.answers, ...handoff.answers]
  const questions = questionsOn({
    rounds: record.rounds.filter(({ round }) => round > standing.through && round <= through),
    facts,
    current: entriesNow(entries).current,
    all: entries,
    skip,
    asked: new Set(standing.asked),
    isEnd: through === record.last,
  })
  const asked = [...standing.asked, ...questions.map(({ id }) => id)]
  return {
    standing: { entries, through, skip, answers, asked },
    accepted: accepted.map(({ id }) => id),
    refused: [...handoff.refused, ...refused],
    questions,
  }
}

/** The last round that it is about. One that speaks of earlier rounds alone mends what was handed over before. */
function reached(record: RoundRecord, { through }: Standing, { entries, skip, answers }: Handoff): number {
  const cited = [...entries.flatMap(({ rounds, over = 0 }) => [...rounds, over]), ...skip.map(({ round }) => round)]
  const last = Math.max(0, ...cited.filter(record.has))
  const isEmpty = cited.length + answers.length === 0
  return last > through || isEmpty ? Math.max(stepEnd(record.rounds, through), last) : through
}

/** Questions for the end of an entry that were answered with a round. */
function endings({ answers, entries }: Handoff): readonly EntryDraft[] {
  return answers.flatMap(({ question, says }): readonly EntryDraft[] => {
    const id = /^end:(.+)@\d+$/.exec(question)?.[1]
    const over = /^(?:r|round )?(\d+)$/i.exec(says.trim())?.[1]
    if (id === undefined || over === undefined || entries.some((one) => one.id === id)) return []
    return [{ id, kind: 'fact', text: '', rounds: [], by: 'you', quotes: [], over: Number(over) }]
  })
}
