import { Failure } from '../model/errors.ts'
import { toUtc } from '../model/time.ts'
import type { Border } from './compress.ts'

/** Reads `round:40` or a time; a time without a zone is in UTC. */
export function parseBorder(text: string): Border {
  const round = /^round:0*(\d{1,9})$/i.exec(text)
  if (round) return { kind: 'round', round: Number(round[1]), text: `round:${round[1]}` }
  const isTime = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?$/.test(text)
  const hasZone = /(?:Z|[+-]\d\d:?\d\d)$/.test(text.slice(10))
  const at = isTime ? toUtc(hasZone || text.length === 10 ? text : `${text.replace(' ', 'T')}Z`) : undefined
  if (at !== undefined) return { kind: 'time', at, text }
  throw new Failure(
    'usage',
    `${JSON.stringify(text.slice(0, 80))} is neither a time nor a round, nor a phase of the engagement.`,
    {
      facts: { before: text.slice(0, 200) },
      hint: 'Write round:40, a time such as 2026-03-19T10:23Z, or a phase of `stet engage status`.',
    },
  )
}
