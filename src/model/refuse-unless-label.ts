import { Failure } from './errors.ts'
import { isLabel } from './surgery-note.ts'

/** Refuses what cannot be the name of a template or of a ticket: it is written into sessions and read back from them. */
export function refuseUnlessLabel(name: string, what: string, example: string): void {
  if (isLabel(name)) return
  const shown = JSON.stringify((name as string).slice(0, 80))
  throw new Failure('usage', `${shown} cannot be the name of ${what}.`, { hint: `Write a word such as ${example}.` })
}
