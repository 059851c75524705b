import { Failure } from '../model/errors.ts'
import { userTime } from '../model/user-time.ts'
import type { Border } from './compress.ts'

/** Reads `round:40` or a time; where that says no moment by itself, the text does. */
export function parseBorder(text: string, now: Date): Border {
  const round = /^round:0*(\d+)$/i.exec(text)
  if (round) return beforeRound(Number(round[1]))
  const time = userTime(text, now)
  if (time) return { kind: 'time', at: time.at, text: time.isZoned && /^\d{4}-/.test(text) ? text : time.at }
  throw new Failure(
    'usage',
    `${JSON.stringify(text.slice(0, 80))} is neither a time nor a round, nor a phase of the engagement.`,
    {
      facts: { before: text.slice(0, 200) },
      hint: 'Write round:40, a time such as 2026-03-19T10:23 (your own unless it names a zone) or yesterday, or a phase of `stet engage status`.',
    },
  )
}

export function beforeRound(round: number): Border {
  return { kind: 'round', round, text: `round:${round}` }
}
