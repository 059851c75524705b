import type { Family } from '../../../read/families.ts'
import type { SessionSummary } from '../../../read/sessions.ts'
import { ownerOf } from './owner-of.ts'
import { plainLine } from './plain-text.ts'

/** A session for an agent on one line that is not cut, and by their ids the sessions that Stet wrote from it. */
export function familyLine({ session, copies }: Family<SessionSummary>): string {
  const made = copies.map((copy) => `${copy.session} (${copy.made_by})`)
  return `${sessionLine(session)}${made.length === 0 ? '' : `; cut from it: ${made.join(', ')}`}`
}

function sessionLine({
  session,
  title,
  cwd,
  rounds,
  percent,
  ended,
  client,
  engagements,
  ...is
}: SessionSummary): string {
  const gone = is.transcript_gone && 'transcript gone'
  const facts = [
    !is.mine && ownerOf(is),
    client,
    `${rounds} rounds`,
    `${Math.round(percent)} % full`,
    ended?.slice(0, 16),
    cwd,
    ...engagements,
    gone,
  ]
  return `${session} ${JSON.stringify(plainLine(title ?? ''))} ${plainLine(facts.filter(Boolean).join(', '))}`
}
