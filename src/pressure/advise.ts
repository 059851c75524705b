import { isAtLeast, type Level } from './level.ts'
import type { Signal } from './signals/signal.ts'

/** What to do, the exact command, and why. */
export interface Advice {
  readonly action: AdviceAction
  readonly command: string
  readonly why: string
}

const ADVICE_ACTIONS = [
  'none',
  'trim',
  'compress-engagement',
  'split',
  'extract-engagement',
  'merge',
  'compress-before',
  'rollover',
] as const
export type AdviceAction = (typeof ADVICE_ACTIONS)[number]

/** A workstream in the context, as far as its rounds are still whole there. */
export interface Workstream {
  readonly id: string
  /** Its rounds, as a range. */
  readonly range: string
  readonly isClosed: boolean
  /** Whether the last rounds work on it. */
  readonly isCurrent: boolean
}

/** What advice is given on. */
export interface Situation {
  /** What names the session in a command. */
  readonly session: string
  readonly percent: number
  readonly level: Level
  /** What asks for something to be done where the window has room; null where that is the window itself. */
  readonly sign: Signal | null
  /** Where the first reminder is. */
  readonly warn: number
  /** The share of the context a trim would free, in percent; null where it was not worked out. */
  readonly trimFrees: number | null
  /** The same where the trim spares no rounds, not even the last; null where it was not worked out. */
  readonly trimAllFrees: number | null
  /** Whether an operation made the session already, with nothing for a trim left. */
  readonly isCut: boolean
  /** Before what everything may become an index: a phase or a round; null where nothing older is whole. */
  readonly border: {
    readonly at: string
    readonly text: string
    readonly round: number
    /** The share of the context that an index of what is before frees, in percent; null where it was not worked out. */
    readonly frees: number | null
  } | null
  /** What is still to be done, and the round that said so; null where it was not worked out. */
  readonly open: readonly { readonly text: string; readonly round: number }[] | null
  readonly workstreams: readonly Workstream[]
  /** Other sessions of the same work in which nobody works now. */
  readonly siblings: readonly string[]
}

/** A trim that frees less of a context, in percent, is not worth leaving the session. */
export const WORTHWHILE_PERCENT = 10
const LONGEST_GIST = 60

/** The one source of advice: what surgery fits a session now. */
export function advise(situation: Situation): Advice {
  const { session, level, border } = situation
  if (!isAtLeast(level, 'warn')) return { action: 'none', command: `stet rounds ${session}`, why: 'there is room' }
  if (trimIsEnough(situation)) return trimming(situation)
  if (!isAtLeast(level, 'recommend')) {
    if (mayTrim(situation)) return trimming(situation)
    if (border) return compressing(situation, border)
    if (mayTrimAll(situation)) return trimmingAll(situation)
    return nothing(situation)
  }
  return surgeryFor(situation)
}

/** The surgical decision tree; the first that fits. */
function surgeryFor(situation: Situation): Advice {
  const { session, workstreams, siblings, border, sign } = situation
  const closed = workstreams.find(({ isClosed }) => isClosed)
  const live = workstreams.filter(({ isClosed }) => !isClosed)
  const current = live.filter(({ isCurrent }) => isCurrent)
  const resting = live.find(({ isCurrent }) => !isCurrent)
  const is = state(situation)
  if (closed && workstreams.length > 1)
    return advice('compress-engagement', `${session} ${closed.id}`, `${is}, and the work on ${closed.id} is closed`)
  if (current.length > 1) {
    const children = current.map(({ id, range }) => `--to ${id}=${range}`).join(' ')
    return advice(
      'split',
      `${session} ${children}`,
      `${is} and serves ${current.map(({ id }) => id).join(' and ')} at once`,
    )
  }
  if (resting && current.length === 1)
    return advice(
      'extract-engagement',
      `${session} ${resting.id}`,
      `${is}; ${resting.id} rests here and can have an agent of its own`,
    )
  if (siblings.length > 0)
    return advice(
      'merge',
      [session, ...siblings].join(' '),
      `${is}, and ${siblings.join(', ')} did parts of the same work`,
    )
  if (mayTrim(situation) && !isAtLeast(situation.level, 'urgent')) return trimming(situation)
  const isManyMessages = sign?.name === 'messages' // no reason to leave a session that has room, unless it gets smaller
  if (border && !(isManyMessages && (border.frees ?? WORTHWHILE_PERCENT) < WORTHWHILE_PERCENT))
    return compressing(situation, border)
  if (mayTrim(situation)) return trimming(situation)
  if (mayTrimAll(situation)) return trimmingAll(situation)
  return isManyMessages ? nothing(situation) : lastResort(situation)
}

/** What is left where nothing else makes the context small enough. */
export function lastResort(situation: Pick<Situation, 'session' | 'percent' | 'sign'>): Advice {
  const { session } = situation
  const is = state(situation)
  return advice(
    'rollover',
    session,
    `${is} and nothing is left to compress: hand over to a fresh session; stet revive ${session} --keep-recent 1 makes a surgical one of it`,
  )
}

/** What to do where a trim was tried and frees too little: what fits now, and a fresh session in any case. */
export function insteadOfTrim(situation: Situation): readonly Advice[] {
  const fits = advise(situation)
  if (fits.action === 'rollover') return [fits]
  const fresh = advice('rollover', situation.session, 'hands over to a fresh session')
  return fits.action === 'none' ? [fresh] : [fits, fresh]
}

function nothing(situation: Situation): Advice {
  const { session } = situation
  return { action: 'none', command: `stet rounds ${session}`, why: `${state(situation)}; a trim would free little` }
}

function trimming(situation: Situation): Advice {
  const { session, trimFrees } = situation
  const frees = trimFrees === null ? '' : freeing(trimFrees)
  return advice('trim', `${session} --keep-recent 3`, `${state(situation)}${frees}`)
}

function trimmingAll(situation: Situation): Advice {
  const { session, trimAllFrees } = situation
  return advice('trim', session, `${state(situation)}, most of it in its last rounds${freeing(trimAllFrees ?? 0)}`)
}

function freeing(share: number): string {
  return `; shorter tool results free about ${Math.round(share)} % of that`
}

function compressing(situation: Situation, border: NonNullable<Situation['border']>): Advice {
  const { session, open } = situation
  const [oldest, ...others] = (open ?? []).filter(({ round }) => round < border.round)
  const rest = others.length === 0 ? '' : ` and ${others.length} more`
  const why = oldest
    ? `rounds before ${border.text} fit in an index; still open from there: ${gist(oldest.text)} (round ${oldest.round})${rest}`
    : open === null
      ? `rounds before ${border.text} fit in an index`
      : `nobody wrote of anything open before ${border.text}`
  const frees =
    border.frees === null
      ? ''
      : `; that frees ${border.frees < 1 ? 'less than 1' : `about ${Math.round(border.frees)}`} % of it`
  return advice('compress-before', `${session} ${border.at}`, `${state(situation)}, and ${why}${frees}`)
}

function gist(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length > LONGEST_GIST ? `${line.slice(0, LONGEST_GIST)}…` : line
}

function mayTrim({ trimFrees, isCut }: Situation): boolean {
  return trimFrees === null ? !isCut : trimFrees >= WORTHWHILE_PERCENT
}

function mayTrimAll({ trimAllFrees }: Situation): boolean {
  return trimAllFrees !== null && trimAllFrees >= WORTHWHILE_PERCENT
}

/** Whether a trim alone brings it below where reminders begin. */
function trimIsEnough(situation: Situation): boolean {
  const { percent, trimFrees, warn } = situation
  return percent >= warn && trimFrees !== null && mayTrim(situation) && percent * (1 - trimFrees / 100) < warn
}

function advice(action: Exclude<AdviceAction, 'none'>, rest: string, why: string): Advice {
  return { action, command: `stet ${action} ${rest}`, why }
}

/** How full it is; where it has room, the sign that asks for something all the same, and what that sign asks for. */
function state({ percent, sign }: Pick<Situation, 'percent' | 'sign'>): string {
  const full = `${Math.round(percent)} % full`
  if (!sign) return `it is ${full}`
  const { name, evidence, action } = sign
  return `${name === 'messages' ? 'many messages' : name}, ${full} (${evidence}: ${action})`
}
