import type { BriefRound, Did, RoundEvent, Said } from '../round.ts'
import { withoutPastes } from './pastes.ts'
import { type Asked, answeredBy } from './short-answer.ts'
import type { Word } from './word.ts'

type Unplaced = Omit<Word, 'round' | 'place'>

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
function answersOf({ act, outcome }: Did, heard: readonly string[], round: number): readonly Unplaced[] {
  const { said, answers = [] } = outcome ?? {}
  if (said !== undefined) {
    const isHeard = said.trim() === '' || heard.some((text) => said.includes(text))
    return isHeard ? [] : [{ who: 'user', via: 'refusal', text: said.trim() }]
  }
  return answers
    .filter(({ answer }) => !heard.some((text) => text.includes(answer)))
    .map(({ question, answer }) => {
      const to = { round, text: questionText(act, question, answer) }
      return { who: 'user', via: 'answer', text: answer, to }
    })
}

/** The questions of a round that an answer is to, with what the options say that it takes. */
function questionsOf({ text }: Said, events: readonly RoundEvent[], round: number): Word['to'] {
  const lines = events.flatMap((event) => {
    const answers = event.kind === 'did' ? (event.outcome?.answers ?? []) : []
    const own = answers.filter(({ answer }) => text.includes(answer))
    return own.map(({ question, answer }) => questionText((event as Did).act, question, answer))
  })
  return lines.length === 0 ? undefined : { round, text: [...new Set(lines)].join('\n') }
}

function questionText(act: Did['act'], named: string, answer: string): string {
  const asked = questionOf(act, named)
  const taken = (asked?.options ?? []).filter(({ label, about }) => about !== undefined && answer.includes(label))
  return [asked?.question ?? named, ...taken.map(({ label, about }) => `${label}: ${about}`)].join('\n')
}

/** The question of a call that an answer names; one that has quotes of its own is known by its end. */
export function questionOf({ questions = [] }: Did['act'], named: string) {
  return questions.find(({ question, id }) => id === named || question.endsWith(named))
}
