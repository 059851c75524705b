import { actionNamed } from '../api/offers.ts'
import { pathOf } from './path-of.ts'

/** A command in backticks, or a hint that is nothing but one. */
const COMMAND = /`stet ([^`]*)`|^stet (.*)$/g

/** The hint of a failure for a program: it asks for an action where there is one, and what is left is for a terminal. */
export function hintForPrograms(hint: string): string {
  if (hint.includes('in a terminal')) return hint
  return hint.replace(COMMAND, (whole: string, quoted?: string, bare?: string) => {
    const words = (quoted ?? bare ?? '').split(' ')
    const action = actionNamed(words.slice(0, 2).join(' ')) ?? actionNamed(words[0]!)
    return action ? `POST ${pathOf(action)}` : `${whole} in a terminal`
  })
}
