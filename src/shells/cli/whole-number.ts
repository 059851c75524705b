import { Failure } from '../../model/errors.ts'

/** Reads a whole number given on the command line. */
export function wholeNumber(text: string, option: string): number {
  if (/^\d{1,15}$/.test(text)) return Number(text)
  throw new Failure('usage', `${option} takes a whole number, not ${JSON.stringify(text.slice(0, 40))}.`, {
    hint: `Write it in digits: ${option} 10.`,
  })
}
