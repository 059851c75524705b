import type { EntryDraft } from './entry.ts'
import { answered, answerTo, type Question } from './prose/answers.ts'
import { choiceIn } from './prose/choices.ts'
import { sentencesOf } from './prose/sentences.ts'
import { shortened } from './prose/shortened.ts'
import { leftOpen, type RoundEnd } from './round-end.ts'

/** What user and agent are at between rounds: what was asked and offered, what is wanted, what was begun. */
export interface Exchange {
  /** What the user's words mean for what went before them. `isFirst`: they begin a round. */
  heard(text: string, isFirst: boolean, end: RoundEnd): readonly EntryDraft[]
  told(text: string): void
  /** What a round leaves open. */
  ended(end: RoundEnd): readonly EntryDraft[]
}

/** A message of so few words asks for nothing by itself: it answers, or says to go on. */
const BRIEF = 4
const MOST_GOAL = 280

export function createExchange(): Exchange {
  /** The last words of the agent. */
  let offered = ''
  let asked: Question | undefined
  /** What the user wants, told in more than a word. */
  let wanted: string | undefined
  /** Of what he wants: what the agent began and did not come to the end of. */
  let begun: string | undefined
  return {
    heard: (text, isFirst, { isChange }) => {
      const chosen = choiceIn(text, offered) ?? (isFirst ? answerTo(asked, text, isChange) : undefined)
      const goal = isFirst ? goalOf(text) : undefined
      if (goal !== undefined) {
        const isBrief = goal.split(/\s+/).length <= BRIEF && !goal.endsWith('?')
        if (isBrief && asked) wanted = answered(asked, goal)
        else if (!isBrief || begun === undefined) wanted = goal
      }
      return [
        ...(goal === undefined ? [] : [{ kind: 'goal', who: 'user', text: wanted!, names: [], sure: 1 } as const]),
        ...(chosen ? [chosen] : []),
      ]
    },
    told: (text) => {
      offered = text
    },
    ended: (end) => {
      begun = !end.isFinished && (end.isBegun || begun === wanted) ? wanted : undefined
      asked = end.asked === undefined ? undefined : { text: end.asked, isProposal: !end.isChange }
      return leftOpen(end, begun)
    },
  }
}

/** What the user wants in a round: the first sentences of what he says. */
function goalOf(text: string): string | undefined {
  const sentences = sentencesOf(text).map((sentence) => sentence.text)
  const said = sentences.length > 0 ? sentences : [text.trim().split('\n', 1)[0]!]
  if (said[0] === '') return undefined
  let goal = ''
  for (const sentence of said) {
    if (goal !== '' && goal.length + sentence.length > MOST_GOAL) break
    goal = goal === '' ? sentence : `${goal} ${sentence}`
  }
  return shortened(goal)
}
