import type { Screen } from './screen.ts'

export { shortCount as short } from '../../../model/short-count.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** When it was, as people say it; the date for what is longer ago than a week. */
export function ago(time: string | null, now: Date): string {
  if (time === null) return '–'
  const at = new Date(time)
  const passed = now.getTime() - at.getTime()
  if (Number.isNaN(passed)) return '–'
  if (passed > 7 * DAY || passed < -MINUTE) return at.toISOString().slice(0, 10)
  if (passed < MINUTE) return 'just now'
  if (passed < HOUR) return `${Math.floor(passed / MINUTE)} min ago`
  if (passed < DAY) return `${Math.floor(passed / HOUR)} h ago`
  return `${Math.floor(passed / DAY)} d ago`
}

/** The day and the time of day, in the user's own zone; the time alone where it was today. */
export function whenOf(time: string | null, now: Date): string {
  const at = new Date(time ?? Number.NaN)
  if (Number.isNaN(at.getTime())) return '–'
  const two = (value: number) => String(value).padStart(2, '0')
  const day = (date: Date) => `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
  const clock = `${two(at.getHours())}:${two(at.getMinutes())}`
  return day(at) === day(now) ? clock : `${day(at)} ${clock}`
}

/** `950 B`, `12.3 MB`. */
export function bytesOf(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`
  const units = ['kB', 'MB', 'GB', 'TB']
  let value = bytes / 1000
  let unit = 0
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1000
    unit++
  }
  return `${value < 9.95 ? value.toFixed(1) : Math.round(value)} ${units[unit]}`
}

/** `1 round`, `3 rounds`. */
export function count(number: number, noun: string, plural = `${noun}s`): string {
  return `${number} ${number === 1 ? noun : plural}`
}

/** How full something is, ten columns wide. */
export function bar(percent: number, screen: Screen): string {
  const filled = Math.max(0, Math.min(10, Math.round(percent / 10)))
  const color = percent >= 80 ? screen.red : percent >= 50 ? screen.yellow : screen.green
  return color('█'.repeat(filled)) + screen.dim('░'.repeat(10 - filled))
}
