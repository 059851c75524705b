import { toUtc } from './time.ts'

/** A time that a person wrote, in UTC. */
export interface UserTime {
  readonly at: string
  /** The last moment of the day, week, month or year that is meant; else the same. */
  readonly until: string
  /** Whether it is the same moment in every zone. */
  readonly isZoned: boolean
}

const TIME = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(Z|[+-]\d\d:?\d\d)?)?$/
const AGO = /^(\d{1,5}|an?) ?(mo|[mhdwy]|(?:min(?:ute)?|hour|day|week|month|year)s?)(?: ago)?$/
const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']
const MINUTE = 60_000
const MINUTES_IN: Readonly<Record<string, number>> = { m: 1, mi: 1, h: 60, d: 1440, w: 7 * 1440 }

/** Reads a day or a time, in the person's own zone unless it names one, or words such as `yesterday`, `last month` and `7d`. */
export function userTime(text: string, now: Date): UserTime | undefined {
  const words = text.trim().toLowerCase().replace(/\s+/g, ' ')
  const ago = AGO.exec(words)
  if (ago) return moment(before(now, ago[1]!.startsWith('a') ? 1 : Number(ago[1]), ago[2]!))
  return written(text.trim()) ?? (words === 'now' ? moment(now) : period(words, now))
}

function written(text: string): UserTime | undefined {
  const match = TIME.exec(text)
  if (!match) return undefined
  const isDay = text.length === 10
  const at = toUtc(isDay ? `${text}T00:00` : text.replace(' ', 'T')) // without a zone, Date takes the person's own
  if (at === undefined) return undefined
  return { at, until: isDay ? toUtc(`${text}T23:59:59.999`)! : at, isZoned: match[1] !== undefined }
}

function moment(time: Date): UserTime | undefined {
  if (Number.isNaN(time.getTime())) return undefined
  return { at: time.toISOString(), until: time.toISOString(), isZoned: true }
}

function before(now: Date, count: number, unit: string): Date {
  const months = unit.startsWith('mo') ? count : unit.startsWith('y') ? 12 * count : 0
  if (months === 0) {
    const minutes = MINUTES_IN[unit.slice(0, 2)] ?? MINUTES_IN[unit.slice(0, 1)]!
    return new Date(now.getTime() - count * minutes * MINUTE)
  }
  const time = new Date(now)
  time.setDate(1)
  time.setMonth(now.getMonth() - months)
  const days = new Date(time.getFullYear(), time.getMonth() + 1, 0).getDate()
  time.setDate(Math.min(now.getDate(), days))
  return time
}

/** From the beginning of a period to its end, in the person's own zone. */
function period(words: string, now: Date): UserTime | undefined {
  const [year, month, day] = [now.getFullYear(), now.getMonth(), now.getDate()]
  const from = (one: Date, next: Date): UserTime => ({
    at: one.toISOString(),
    until: new Date(next.getTime() - 1).toISOString(),
    isZoned: false,
  })
  const days = (first: number, count: number) =>
    from(new Date(year, month, day + first), new Date(year, month, day + first + count))
  const monday = -((now.getDay() + 6) % 7)
  const back = words.startsWith('last ') ? 1 : 0
  switch (words) {
    case 'today':
      return days(0, 1)
    case 'yesterday':
      return days(-1, 1)
    case 'this week':
    case 'last week':
      return days(monday - 7 * back, 7)
    case 'this month':
    case 'last month':
      return from(new Date(year, month - back, 1), new Date(year, month - back + 1, 1))
    case 'this year':
    case 'last year':
      return from(new Date(year - back, 0, 1), new Date(year - back + 1, 0, 1))
  }
  const weekday = WEEKDAYS.indexOf(words.replace(/^(?:last|on) /, ''))
  return weekday === -1 ? undefined : days(-((now.getDay() - weekday + 6) % 7) - 1, 1)
}
