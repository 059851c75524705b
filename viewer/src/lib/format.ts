import { plainLine as oneLine } from '../../../src/model/plain-line.ts'

export { baseName } from '../../../src/model/base-name.ts'
export { plain } from '../../../src/model/plain-line.ts'
export { shortCount as tokens } from '../../../src/model/short-count.ts'
export { oneLine }

export function bytes(count: number): string {
  if (count < 1000) return `${count} B`
  const units = ['kB', 'MB', 'GB', 'TB']
  let value = count
  let unit = -1
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1000
    unit++
  }
  return `${value < 9.95 ? value.toFixed(1) : Math.round(value)} ${units[unit]}`
}

const NUMBER = new Intl.NumberFormat('en')
const TIME = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
const DAY = new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric' })
const MONTH = new Intl.DateTimeFormat('en', { month: 'short', year: 'numeric' })
const WHOLE = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'medium' })

/** 10:41 today, Jul 15 10:41 else; the whole time on hover. */
export function when(iso: string | null, now = new Date()): string {
  if (iso === null) return ''
  const date = new Date(iso)
  if (Number.isNaN(date.getTime())) return ''
  const time = TIME.format(date)
  return date.toDateString() === now.toDateString() ? time : `${DAY.format(date)} ${time}`
}

/** 10:41 */
export function timeOfDay(iso: string): string {
  return TIME.format(new Date(iso))
}

const WEEKDAY = new Intl.DateTimeFormat('en', { weekday: 'short', month: 'short', day: 'numeric' })
const LONG_AGO = new Intl.DateTimeFormat('en', { year: 'numeric', month: 'short', day: 'numeric' })

/** Today, Yesterday, Mon, Nov 16, Nov 16, 2025 */
export function dayName(iso: string | null, now = new Date()): string {
  if (iso === null) return 'No time known'
  const date = new Date(iso)
  const days = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1)
  if (date.toDateString() === now.toDateString()) return 'Today'
  if (date.toDateString() === days.toDateString()) return 'Yesterday'
  return (date.getFullYear() === now.getFullYear() ? WEEKDAY : LONG_AGO).format(date)
}

export function wholeTime(iso: string | null): string {
  return iso === null ? '' : WHOLE.format(new Date(iso))
}

/** A time below a plot, as exact as the distance to the next one: 10:41, Jul 15, Jul 2026. In seconds. */
export function axisTime(at: number, step: number): string {
  const date = new Date(at * 1000)
  if (step < 86_400) return TIME.format(date)
  return step < 28 * 86_400 ? DAY.format(date) : MONTH.format(date)
}

/** $0.42, $0.003, less than $0.001. */
export function dollars(value: number): string {
  if (Math.abs(value) < 0.001) return 'less than $0.001'
  return `$${Math.abs(value) < 0.1 ? value.toFixed(3) : value.toFixed(2)}`
}

export function percent(value: number): string {
  return value > 0 && value < 1 ? '< 1 %' : `${Math.round(value)} %`
}

/** How full a window is, as a colour. */
export function level(percent: number): 'low' | 'mid' | 'high' | 'full' {
  if (percent > 90) return 'full'
  if (percent > 75) return 'high'
  return percent >= 50 ? 'mid' : 'low'
}

export function count(number: number, one: string, many = `${one}s`): string {
  return `${NUMBER.format(number)} ${number === 1 ? one : many}`
}

/** How a round begins, in one line; previews are cut to 120 characters. */
export function opening(preview: string): string {
  return `${oneLine(preview)}${preview.length < 120 ? '' : '…'}`
}
