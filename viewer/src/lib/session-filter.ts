import { userTime } from '../../../src/model/user-time.ts'
import { ownName, projectOf } from './names.ts'
import type { Session } from './types.ts'

/** `name:value`, the value in quotes where it has spaces. */
const CONDITION = /(\w+):("[^"]*"|\S+)/g
const PERIOD =
  /\b(today|yesterday|(?:this|last) (?:week|month|year)|last \w+day|\d{1,4} ?(?:[hdwy]|mo|hours?|days?|weeks?|months?)(?: ago)?)\b/i
const DAY = /\b(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]* (\d{1,2})\b/i

type Test = (session: Session) => boolean

/**
 * What a filter asks of a session: words that are in its name, folder, client, model or engagements, conditions such as
 * `after:7d`, `client:codex`, `project:cli`, `full:75` and `is:live`, and times such as `last week`, read as the commands do.
 * Subagents are asked for by words alone.
 */
export function sessionTest(filter: string, now = new Date()): Test {
  const tests: Test[] = []
  const rest = filter
    .replace(CONDITION, (all: string, name: string, value: string) => {
      const test = conditionOf(name.toLowerCase(), value.replaceAll('"', '').replaceAll('_', ' '), now)
      if (!test) return all
      tests.push(test)
      return ' '
    })
    .replace(DAY, (_, month: string, day: string) => {
      tests.push(during(dayOf(month, Number(day), now)))
      return ' '
    })
    .replace(PERIOD, (all: string) => {
      const time = userTime(all, now)
      if (!time) return all
      tests.push(during({ at: time.at, until: time.at === time.until ? now.toISOString() : time.until }))
      return ' '
    })
  const words = rest.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) tests.push(({ spawned_by }) => spawned_by === null)
  else
    tests.push((session) => {
      const text = `${ownName(session)} ${session.title ?? ''} ${session.cwd ?? ''} ${session.client} ${session.model ?? ''} ${session.engagements.join(' ')}`
      return words.every((word) => text.toLowerCase().includes(word))
    })
  return (session) => tests.every((test) => test(session))
}

function conditionOf(name: string, value: string, now: Date): Test | undefined {
  const wanted = value.toLowerCase()
  switch (name) {
    case 'client':
      return ({ client }) => client.startsWith(wanted)
    case 'project':
      return (session) => projectOf(session).toLowerCase() === wanted
    case 'full':
      return /^\d+%?$/.test(value) ? ({ percent }) => percent >= Number.parseInt(value, 10) : undefined
    case 'is':
      return wanted === 'live' ? ({ live }) => live : undefined
    case 'after':
    case 'before': {
      const time = userTime(value, now)
      if (!time) return undefined
      return name === 'after'
        ? ({ ended }) => ended !== null && ended >= time.at
        : ({ started }) => started !== null && started < time.at
    }
    default:
      return undefined
  }
}

/** Whether it was worked in between two moments. */
function during({ at, until }: { readonly at: string; readonly until: string }): Test {
  return ({ started, ended }) => ended !== null && ended >= at && (started ?? ended) <= until
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** The last such day that was. */
function dayOf(month: string, day: number, now: Date): { readonly at: string; readonly until: string } {
  const of = (year: number, next: number) => new Date(year, MONTHS.indexOf(month.toLowerCase()), day + next)
  const year = of(now.getFullYear(), 0) > now ? now.getFullYear() - 1 : now.getFullYear()
  return { at: of(year, 0).toISOString(), until: new Date(of(year, 1).getTime() - 1).toISOString() }
}

/** Whether a filter has a condition. */
export function hasCondition(filter: string, condition: string): boolean {
  return filter.split(/\s+/).includes(condition)
}

/** The filter with a condition, or without it where it has it; another of the same name goes. */
export function toggled(filter: string, condition: string): string {
  const name = condition.slice(0, condition.indexOf(':') + 1)
  const others = filter.split(/\s+/).filter((word) => word !== '' && !word.startsWith(name))
  return [...others, ...(hasCondition(filter, condition) ? [] : [condition])].join(' ')
}
