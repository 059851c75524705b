import { shortened } from '../../brief/shortened.ts'
import type { EntryDraft } from '../entry.ts'
import { reasonAmong } from './reasons.ts'
import { sentencesOf } from './sentences.ts'

/** What an agent asked at the end of a round. */
export interface Question {
  readonly text: string
  /** Whether the round only proposed something: it changed no file. */
  readonly isProposal: boolean
  /** What it is about, where it points at that alone: what the user proposed in that round. */
  readonly about?: string
}

const AGREED =
  /^\s*(?:yes|yeah|yep|yup|sure|ok|okay|agreed|go ahead|go for it|do it|sounds good|perfect|ja|klar|oui|d'accord|sí|vale|sim|ano|jo|sì|はい|好的?|是的?|可以)(?![\p{L}'’-])(?!.*(?<!\p{L})(?:stop|but|not|wait|later|aber|nicht|mais|pas|pero)(?!\p{L}))/isu
const REFUSED =
  /^\s*(?:nope|nah|nein|non|nee|não|いいえ|不用|不要|no(?:\s*[,.!;:—–-]|\s*$|\s+(?:don'?t|do not|not|need|thanks|thank you|leave|let'?s|keep|just|we|i)\b))(?![\p{L}-])/iu
/** `Want me to do that?` */
const POINTS = /\b(?:this|that|these|those|it)(?: \w+)?\?\W*$/i
const MOST_AGREED = 60
const MOST_REFUSED = 240

/**
 * What a person decides by a short answer to a question of the agent's: not to have something, or, where the agent changed
 * files only after it, to have what was proposed. An offer that is one of many steps decides nothing. `asking` is the whole
 * message that the question is in.
 */
export function answerTo(
  question: Question | undefined,
  answer: string,
  isActedOn: boolean,
  asking = '',
): EntryDraft | undefined {
  if (!question || isQuestion(answer)) return undefined
  const isRefused = answer.length < MOST_REFUSED && REFUSED.test(answer)
  const isAgreed = answer.length < MOST_AGREED && question.isProposal && isActedOn && AGREED.test(answer)
  if (!isRefused && !isAgreed) return undefined
  const text = (isAgreed ? question.about : undefined) ?? question.text
  const why = reasonAmong([answer]) ?? (isAgreed ? reasonBefore(asking, question.text) : undefined)
  return {
    kind: 'decision',
    who: 'user',
    text: answered({ text }, answer),
    names: [],
    sure: 1,
    ...(why !== undefined && { why }),
  }
}

/** So many sentences before a question are looked at for why it was asked. */
const BEFORE = 8

function reasonBefore(message: string, question: string): string | undefined {
  const said = sentencesOf(message).map(({ text }) => text)
  return reasonAmong(
    said
      .slice(-BEFORE)
      .filter((text) => !question.includes(text))
      .reverse(),
  )
}

/** Whether a person has a plan carried out by a few words: his own, or those that a client writes for him. */
export function agreesTo(answer: string): boolean {
  return answer.length < MOST_AGREED && (AGREED.test(answer) || /^\s*implement (?:the|this) plan\b/i.test(answer))
}

/** Whether a question says only elsewhere what it is about. */
export function pointsBack(question: string): boolean {
  return POINTS.test(question)
}

/** Whether the first word agrees. */
export function isAgreement(text: string): boolean {
  return AGREED.test(text)
}

/** A question with its answer, in one line. */
export function answered({ text }: Pick<Question, 'text'>, answer: string): string {
  return `${shortened(text, 200)} → ${shortened(answer, 90)}`
}

/** Who asks back has not decided. */
export function isQuestion(answer: string): boolean {
  return /[?？]\s*$/.test(answer)
}
