import type { EntryDraft } from './entry.ts'
import { askedAtEnd } from './prose/asked.ts'
import type { RoundEvent } from './round.ts'

/** How a round ended. */
export interface RoundEnd {
  /** What the agent asked last, and nobody answered within the round. */
  readonly asked: string | undefined
  /** Whether the agent did or said anything. */
  readonly isBegun: boolean
  /** Whether it came to say something after its last work. */
  readonly isFinished: boolean
  /** Whether it changed files. */
  readonly isChange: boolean
}

export function endOf(events: readonly RoundEvent[]): RoundEnd {
  const last = events.findLast((event) => event.kind === 'said' || event.act.plan === undefined)
  const isFinished = last?.kind === 'said' && last.who === 'agent'
  return {
    asked: isFinished ? askedAtEnd(last.text) : undefined,
    isBegun: last !== undefined && !(last.kind === 'said' && last.who === 'user'),
    isFinished,
    isChange: events.some((event) => event.kind === 'did' && event.act.files.some(({ change }) => change !== null)),
  }
}

const ASKED = 'Asked, without an answer yet: '
const BEGUN = 'Begun, not finished: '

/** The words that were said, without what is said of them. */
export function saidIn(thread: string): string {
  const label = [ASKED, BEGUN].find((one) => thread.startsWith(one)) ?? ''
  return thread.slice(label.length)
}

/** What is open as long as no other round follows: a question without an answer, or work that was broken off. */
export function leftOpen({ asked, isFinished }: RoundEnd, begun: string | undefined): readonly EntryDraft[] {
  const thread = (who: 'user' | 'agent', text: string): EntryDraft => ({
    kind: 'thread',
    who,
    text,
    names: [],
    sure: 1,
    isLast: true,
  })
  if (asked !== undefined) return [thread('agent', `${ASKED}${asked}`)]
  return isFinished || begun === undefined ? [] : [thread('user', `${BEGUN}${begun}`)]
}
