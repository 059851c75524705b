import type { NamedRule } from '../rules/rule.ts'
import { assignmentAt } from './assigned.ts'
import type { Look } from './look.ts'
import { entropy } from './randomness.ts'
import type { Secret } from './text.ts'

/** What a service's own name is given, where it looks like what that service gives out. */
export type NamedScan = (look: Look, at: number, end: number) => Secret | undefined

export function namedScan({ rule, value: pattern, entropy: least = 0 }: NamedRule): NamedScan {
  let made: RegExp | undefined
  return (look, at, end) => {
    const assignment = assignmentAt(look, at, end)
    if (!assignment) return undefined
    const { value } = assignment
    made ??= new RegExp(`^(?:${pattern})$`)
    look.steps += value.text.length
    if (!made.test(value.text) || !/\d/.test(value.text) || entropy(value.text) < Math.max(least, 2)) return undefined
    return { rule, start: value.start, end: value.end }
  }
}
