import { shortened } from '../brief/shortened.ts'
import { isUnspaced } from './classify/words.ts'
import type { EntryDraft } from './entry.ts'
import { agreesTo, answered, answerTo, isQuestion, pointsBack, type Question } from './prose/answers.ts'
import { decidedBy, planHandedOver, planProposed } from './prose/approved-plan.ts'
import { choiceIn } from './prose/choices.ts'
import { listedAnswers } from './prose/listed-answers.ts'
import { sentencesOf } from './prose/sentences.ts'
import { proposalIn, takenUp } from './prose/taken-up.ts'
import { leftOpen, type RoundEnd } from './round-end.ts'

/** What user and agent are at between rounds: what was asked and offered, what is wanted, what was begun. */
export interface Exchange {
  /** What the user's words mean for what went before them. `isFirst`: they begin a round. */
  heard(text: string, isFirst: boolean, end: RoundEnd): Heard
  /** What the agent's words mean for what the user said before them. */
  told(text: string, end: RoundEnd): readonly EntryDraft[]
  /** What a round leaves open. */
  ended(end: RoundEnd): readonly EntryDraft[]
}

interface Heard {
  readonly drafts: readonly EntryDraft[]
  /** What is left to be read by itself. */
  readonly rest: string
}

/** A message of so few words asks for nothing by itself: it answers, or says to go on. */
const BRIEF = 4
/** The same in letters, where no spaces are between words. */
const BRIEF_UNSPACED = 8
const MOST_GOAL = 280
/** Who names an option in so few letters says no more than that. */
const SHORT = 40
/** Who names an option may have asked about it first, for so many rounds. */
const EARLIER = 3

export function createExchange(): Exchange {
  /** The last words of the agent, and those of rounds before. */
  let offered = ''
  const earlier: string[] = []
  /** The last words of the user, and whether the agent said nothing after them. */
  let said = ''
  let isUnanswered = false
  let asked: Question | undefined
  /** What the user wants, told in more than a word; undefined once the agent came to the end of it. */
  let wanted: string | undefined
  /** The same with the brief words that came after it. */
  let task: string | undefined
  /** Whether the agent began it, and did not come to its end. */
  let isBegun = false
  const questionOf = (text: string, { isChange }: RoundEnd): Question => {
    const about = !isChange && pointsBack(text) ? proposalIn(said) : undefined
    return { text, isProposal: !isChange, ...(about !== undefined && { about }) }
  }
  return {
    heard: (text, isFirst, { isChange }) => {
      const plan = planHandedOver(text) ?? (agreesTo(text) ? planProposed(offered) : undefined)
      const listed = listedAnswers(text, offered)
      const option = listed ? undefined : choiceIn(text, offered, ...earlier)
      const chosen = option ?? (isFirst && !listed ? answerTo(asked, text, isChange, offered) : undefined)
      const goal = isFirst ? goalOf(text) : undefined
      if (goal !== undefined) {
        if (isBrief(goal) && wanted !== undefined && isBegun) task = answered({ text: wanted }, goal)
        else task = wanted = isBrief(goal) && asked ? answered(asked, goal) : goal
      }
      const drafts = [
        ...(goal === undefined ? [] : [{ kind: 'goal', who: 'user', text: task!, names: [], sure: 1 } as const]),
        ...(plan === undefined ? [] : decidedBy(plan)),
        ...(listed?.decisions ?? []),
        ...(chosen ? [chosen] : []),
      ]
      said = text
      isUnanswered = true
      return { drafts, rest: listed?.rest ?? (option && text.length < SHORT ? '' : text) }
    },
    told: (text, { isChange }) => {
      const taken = isChange && isUnanswered ? takenUp(said, text) : undefined
      isUnanswered = false
      offered = text
      return taken ? [taken] : []
    },
    ended: (end) => {
      isBegun = !end.isFinished && (end.isBegun || isBegun)
      asked = end.asked === undefined ? undefined : questionOf(end.asked, end)
      earlier.unshift(offered)
      earlier.length = Math.min(earlier.length, EARLIER)
      const open = leftOpen(end, isBegun ? task : undefined)
      if (end.isFinished) wanted = task = undefined
      return open
    },
  }
}

function isBrief(goal: string): boolean {
  if (isQuestion(goal)) return false
  return isUnspaced(goal) ? goal.length <= BRIEF_UNSPACED : goal.split(/\s+/).length <= BRIEF
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
