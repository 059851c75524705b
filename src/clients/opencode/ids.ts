import { hashHex } from '../../model/id.ts'

/** What is after the time in the id of a message that Stet says, and of one that a person said in the middle of a round. */
const OWN = 'StetOwn'
const SAID = 'StetSaid'

const WRITTEN = /^msg_([0-9a-f]{12})(.+)_[0-9a-f]{8}(?:([0-9a-f]{12}))?$/

/** The id that a message had before it was written for another session. */
export function originalId(id: string): string {
  const [, time, rest, before] = WRITTEN.exec(id) ?? []
  return time === undefined ? id : `msg_${before ?? time}${rest}`
}

export function isOwnId(id: unknown): boolean {
  return typeof id === 'string' && id.slice(16).startsWith(OWN)
}

export function isSaidId(id: unknown): boolean {
  return typeof id === 'string' && id.slice(16).startsWith(SAID)
}

/** The time of an id as the client has it: 48 bits of milliseconds with a count of 4096 in each. */
function timeBits(time: number, count = 0): number {
  return Number((BigInt(time) * 4096n + BigInt(count)) & 0xffffffffffffn)
}

/** An id for a session: of two, the newer comes first. */
export function sessionId(now: Date, random: string): string {
  return `ses_${(0xffffffffffff - timeBits(now.getTime())).toString(16).padStart(12, '0')}${random.slice(0, 14)}`
}

/**
 * Ids for the messages of a new session: the client keeps those of all sessions in one place, and orders messages by them.
 * One that a message had stays in the new one.
 */
export function messageIds(session: string) {
  const mark = hashHex(session).slice(0, 8)
  let last = 0
  const next = (wanted: number) => {
    last = Math.max(last + 1, wanted)
    return last.toString(16).padStart(12, '0')
  }
  return {
    mark,
    of(id: string): string {
      const whole = originalId(id)
      const [, before = '', rest = whole.slice(4)] = /^msg_([0-9a-f]{12})(.+)$/.exec(whole) ?? []
      const time = next(before === '' ? 0 : Number.parseInt(before, 16))
      return `msg_${time}${rest}_${mark}${before === '' || time === before ? '' : before}`
    },
    fresh(kind: 'own' | 'said' | 'other', at: number, said: string): string {
      const prefix = kind === 'own' ? OWN : kind === 'said' ? SAID : ''
      const rest = `${prefix}${hashHex(`${session}\0${last}\0${said}`)}`.slice(0, 14)
      return `msg_${next(timeBits(at))}${rest}_${mark}`
    },
  }
}
