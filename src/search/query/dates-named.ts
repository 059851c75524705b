/** A day, a month or a year that somebody names; without a year any one may be meant. */
export interface NamedDate {
  readonly year: number | null
  /** From 0. */
  readonly month: number | null
  readonly day: number | null
}

const DAY = 86_400_000
const MONTHS = 'january february march april may june july august september october november december'.split(' ')
const MONTH = `(?:${MONTHS.map((name) => `${name.slice(0, 3)}(?:${name.slice(3)})?`).join('|')}|sept)`
const YEAR = '((?:19|20)\\d\\d)'

/** What each form gives of what it found, and of the time now. What an earlier form found is not looked at again. */
const FORMS: readonly (readonly [RegExp, (found: RegExpMatchArray, now: number) => NamedDate])[] = [
  [/\b(\d{4})-(\d\d)-(\d\d)\b/g, ([, year, month, day]) => named(year, Number(month) - 1, day)],
  [
    new RegExp(`\\b(\\d{1,2})(?:st|nd|rd|th)?(?: of)? (${MONTH})\\b\\.?,?(?: ${YEAR})?`, 'gi'),
    ([, day, month, year]) => named(year, monthOf(month!), day),
  ],
  [
    new RegExp(`\\b(${MONTH})\\.? (\\d{1,2})(?:st|nd|rd|th)?\\b(?:,? ${YEAR})?`, 'gi'),
    ([, month, day, year]) => named(year, monthOf(month!), day),
  ],
  [new RegExp(`\\b(${MONTH})\\.?,? ${YEAR}\\b`, 'gi'), ([, month, year]) => named(year, monthOf(month!))],
  // some months' names are words too: alone they count after a word that goes before times
  [
    new RegExp(`(?<=\\b(?:in|on|of|since|until|by|before|after|during|early|late|mid|last) )(${MONTH})\\b`, 'gi'),
    ([, month]) => named(undefined, monthOf(month!)),
  ],
  [new RegExp(`\\b${YEAR}\\b`, 'g'), ([, year]) => named(year, null)],
  [/\btoday\b/gi, (_, now) => dayOf(now)],
  [/\byesterday\b/gi, (_, now) => dayOf(now - DAY)],
  [/\b(\d{1,3}) days? ago\b/gi, ([, days], now) => dayOf(now - Number(days) * DAY)],
  [/\blast week\b/gi, (_, now) => dayOf(now - 7 * DAY)],
]

/** The dates that a question names. */
export function datesNamed(text: string, now: Date): readonly NamedDate[] {
  const dates: NamedDate[] = []
  let rest = text.slice(0, 2000)
  for (const [form, read] of FORMS) {
    for (const found of rest.matchAll(form)) dates.push(read(found, now.getTime()))
    rest = rest.replace(form, (found) => ' '.repeat(found.length))
  }
  return dates
}

/** How near a time is to one of the dates, 0 to 2: what happened on a day is told on it, or in the days after. */
export function nearness(dates: readonly NamedDate[], started: string | null): number {
  if (started === null || dates.length === 0) return 0
  const at = new Date(started)
  return Math.max(...dates.map((date) => nearnessTo(date, at)))
}

function nearnessTo({ year, month, day }: NamedDate, at: Date): number {
  const known = year ?? at.getUTCFullYear()
  if (month === null) return known === at.getUTCFullYear() ? 0.3 : 0
  const after = (at.getTime() - Date.UTC(known, month, day ?? 1)) / DAY
  if (day !== null && after >= 0 && after < 8) return 2 - Math.floor(after) / 7
  if (known === at.getUTCFullYear() && month === at.getUTCMonth()) return day === null || Math.abs(after) < 3 ? 1 : 0.5
  const isNextMonth = after > 0 && (month + 1) % 12 === at.getUTCMonth() && after < 62
  return isNextMonth && (day === null || day > 24) ? 0.4 : 0
}

function named(year: string | undefined, month: number | null, day?: string): NamedDate {
  return { year: year === undefined ? null : Number(year), month, day: day === undefined ? null : Number(day) }
}

function dayOf(time: number): NamedDate {
  const at = new Date(time)
  return { year: at.getUTCFullYear(), month: at.getUTCMonth(), day: at.getUTCDate() }
}

function monthOf(name: string): number {
  return MONTHS.findIndex((month) => month.startsWith(name.slice(0, 3).toLowerCase()))
}
