import { DISPOSITIONS, TICKET_STATUSES, TICKET_TYPES, type Ticket } from '../../model/ticket.ts'
import type { Answer, Call } from './call.ts'
import { type Fields, int, list, text } from './field.ts'
import { commit } from './fields.ts'
import { insideClient } from './operation.ts'
import { extended, list as listOf, number, object, oneOf, orNull, string } from './shape.ts'
import { STARTED } from './shapes.ts'
import { fittedLines } from './text/fitted-lines.ts'
import { resumableText } from './text/resumable-text.ts'
import type { Screen } from './text/screen.ts'
import { ticketLine } from './text/ticket-text.ts'

export const CONTEXT = commit({
  summary: "the commit that has the author's context; saved as given",
  standard: 'in a terminal $STET_CONTEXT_ID, or the newest commit of the session that runs the command',
  max: 200,
  names: { cli: 'context' },
})

/** Options of every command that creates or changes a ticket. */
export const TICKET_OPTIONS = {
  body: text('the description', { max: 100_000, empty: true }),
  labels: list('words to find it by', { label: 'WORD', most: 100, max: 200, names: { cli: 'label' } }),
  assignee: text('who works on it', { label: 'WHO', max: 200 }),
  blocked_by: list('tickets that must be closed first', { of: 'ticket', most: 100 }),
  context_id: CONTEXT,
} as const satisfies Fields

export const PRIORITY = int('0 for the most urgent, to 4 for the least', { max: 4 })

const KNOWN_THEN = { at: string, by: string }

export const TICKET = object({
  id: string,
  version: number,
  title: string,
  body: string,
  status: oneOf(TICKET_STATUSES),
  priority: number,
  type: oneOf(TICKET_TYPES),
  labels: listOf(string),
  assignee: orNull(string),
  parent: orNull(string),
  blocked_by: listOf(string),
  notes: listOf(object({ ...KNOWN_THEN, text: string, context_id: orNull(string) })),
  created_by: string,
  created_at: string,
  updated_at: string,
  closed_at: orNull(string),
  close_reason: orNull(string),
  context_id: orNull(string),
  contexts: listOf(object({ ...KNOWN_THEN, context_id: string })),
  template: orNull(string),
  review: orNull(
    object({
      reviewers: listOf(object({ user_id: string, disposition: oneOf(DISPOSITIONS), updated_at: orNull(string) })),
    }),
  ),
  discussions: listOf(string),
})

export const DISCUSSION = extended(STARTED, { ticket: string })

export function ticketAnswer(value: Ticket) {
  return { value, text: (screen: Screen, shown: typeof value) => ticketLine(shown, screen) } satisfies Answer
}

/** Starts an agent that knows what a ticket's author knew, or with `goesOn` what was said in its last discussion. */
export async function discussion(
  { input, dryRun, workspace }: Call<{ readonly ticket: string; readonly exec: boolean; readonly fit: string }>,
  { goesOn }: { readonly goesOn: boolean },
): Promise<Answer> {
  const { discuss } = await import('../../surgery/contexts/discuss.ts')
  const opened = await workspace()
  const value = await discuss(opened, input.ticket, { goesOn, dryRun, fit: input.fit })
  const inside = await insideClient(opened)
  const lines = [`${dryRun ? 'Would write' : 'Wrote'} ${value.path}`, ...fittedLines(value)]
  return {
    value,
    text: (_, shown: typeof value) => resumableText(lines, shown, { inside, dryRun }),
    ...(input.exec && !dryRun && { exec: { command: value.resume, cwd: value.cwd } }),
  }
}
