import type { BriefRound, Did, RoundEvent, Said } from '../round.ts'
import { withoutPastes } from './pastes.ts'
import { type Asked, answeredBy } from './short-answer.ts'
import type { Word } from './word.ts'

/** What the user and the agent wrote, in order: the user's words whole but for what was pasted, every text of the agent. */
export function wordsOf(rounds: readonly BriefRound[]): readonly Word[] {
  const words: Word[] = []
  let asked: Asked | undefined
  for (const { round, events } of rounds) {
    const heard = events.flatMap((event) => (event.kind === 'said' && event.via !== undefined ? [event.text] : []))
    for (const [place, event] of events.entries()) {
      if (event.kind === 'did') {
        if (event.agent === undefined)
          words.push(...answersOf(event, heard, round).map((word) => ({ round, place, ...word })))
        continue
      }
      const { who, text, via } = event
      const base = { round, place, who, ...(via && { via }) }
      if (who === 'agent') {
        words.push({ ...base, text })
        asked = { round, text }
        continue
      }
      const to =
        via === 'answer'
          ? questionsOf(event, events, round)
          : (via === undefined || via === 'queued') && answeredBy(text, asked)
      words.push({ ...base, ...withoutPastes(text), ...(to && { to }) })
    }
  }
  return words
}

/** What a result says of the user's answers or of why a call was refused, where the client gives it in no other way. */
function answersOf(
  { act, outcome }: Did,
  heard: readonly string[],
  round: number,
): readonly Omit<Word, 'round' | 'place'>[] {
  if (outcome?.said !== undefined)
    return outcome.said.trim() === '' || heard.some((text) => outcome.said!.includes(text))
      ? []
      : [{ who: 'user', via: 'refusal', text: outcome.said.trim() }]
  return (outcome?.answers ?? []).flatMap(({ question, answer }): readonly Omit<Word, 'round' | 'place'>[] =>
    heard.some((text) => text.includes(answer))
      ? []
      : [{ who: 'user', via: 'answer', text: answer, to: { round, text: questionText(act, question, answer) } }],
  )
}

/** The questions of a round that an answer is to, with what the options say that it takes. */
function questionsOf({ text }: Said, events: readonly RoundEvent[], round: number): Word['to'] {
  const lines = events.flatMap((event) =>
    event.kind === 'did'
      ? (event.outcome?.answers ?? []).flatMap(({ question, answer }) =>
          text.includes(answer) ? [questionText(event.act, question, answer)] : [],
        )
      : [],
  )
  return lines.length === 0 ? undefined : { round, text: [...new Set(lines)].join('\n') }
}

function questionText({ questions = [] }: Did['act'], named: string, answer: string): string {
  // a question that has quotes of its own is known by its end
  const asked = questions.find(({ question, id }) => id === named || question.endsWith(named))
  const taken = (asked?.options ?? []).filter(({ label, about }) => about !== undefined && answer.includes(label))
  return [asked?.question ?? named, ...taken.map(({ label, about }) => `${label}: ${about}`)].join('\n')
}
