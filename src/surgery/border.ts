import { Failure } from '../model/errors.ts'
import { userTime } from '../model/time.ts'
import type { Border } from './compress.ts'

/** Reads `round:40` or a time; a time without a zone is in the user's own, and the text says which moment that is. */
export function parseBorder(text: string): Border {
  const round = /^round:0*(\d+)$/i.exec(text)
  if (round) return { kind: 'round', round: Number(round[1]), text: `round:${round[1]}` }
  const time = userTime(text)
  if (time) return { kind: 'time', at: time.at, text: time.isZoned ? text : time.at }
  throw new Failure(
    'usage',
    `${JSON.stringify(text.slice(0, 80))} is neither a time nor a round, nor a phase of the engagement.`,
    {
      facts: { before: text.slice(0, 200) },
      hint: 'Write round:40, a time such as 2026-03-19T10:23 (your own unless it names a zone), or a phase of `stet engage status`.',
    },
  )
}
