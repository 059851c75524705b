import type { Ticket } from '../../../model/ticket.ts'
import { whenOf } from './format.ts'
import { plainLine, plainText } from './plain-text.ts'
import type { Screen } from './screen.ts'

/** A ticket on one line. */
export function ticketLine({ id, status, type, title, assignee }: Ticket, screen: Screen): string {
  const who = assignee === null ? '' : screen.dim(`  ${plainLine(assignee)}`)
  return `${screen.cyan(id)}  ${status.padEnd(11)}  ${type.padEnd(14)}  ${plainLine(title)}${who}`
}

/** A ticket with everything that is said in it. */
export function ticketText(ticket: Ticket, screen: Screen): string {
  const { body, notes, context_id, created_by, created_at, close_reason, review } = ticket
  return [
    ticketLine(ticket, screen),
    screen.dim(`${plainLine(created_by)}  ${whenOf(created_at, screen.now)}  ${plainLine(context_id ?? 'no context')}`),
    ...(body === '' ? [] : ['', plainText(body)]),
    ...(close_reason === null ? [] : ['', `closed: ${plainLine(close_reason)}`]),
    ...(review?.reviewers ?? []).map((one) => `  ${plainLine(one.user_id)}: ${one.disposition.replaceAll('_', ' ')}`),
    ...notes.flatMap(({ at, by, text, context_id: knew }) => [
      '',
      screen.dim(`${plainLine(by)}  ${whenOf(at, screen.now)}  ${plainLine(knew ?? '')}`.trimEnd()),
      plainText(text),
    ]),
  ].join('\n')
}
