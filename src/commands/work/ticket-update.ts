import { TICKET_STATUSES } from '../../model/ticket.ts'
import { agentContext } from '../kit/agent-context.ts'
import { defineCommand } from '../kit/command.ts'
import { choice, list, text } from '../kit/field.ts'
import { ticket } from '../kit/fields.ts'
import { PRIORITY, TICKET, TICKET_OPTIONS, ticketAnswer } from '../kit/ticket.ts'

export const ticketUpdate = defineCommand({
  name: 'ticket update',
  topic: 'work',
  summary: 'Change the fields of a ticket',
  about:
    'A list replaces the old list; fields that are not given stay. The status in_progress needs an assignee, and is refused while somebody else works on the ticket. The status review needs a reviewer.',
  writes: true,
  arguments: { ticket: ticket() },
  options: {
    status: choice('the new status', TICKET_STATUSES),
    reviewers: list('who reviews it', { label: 'WHO', most: 100, max: 200, names: { cli: 'reviewer' } }),
    title: text('the new title', { max: 1000 }),
    ...TICKET_OPTIONS,
    priority: PRIORITY,
  },
  examples: [
    {
      command: 'stet ticket update tkt-12ab --status in_progress --assignee ada',
      does: 'makes ada the one who works on it',
    },
    { command: 'stet ticket update tkt-12ab --status review --reviewer bob', does: 'asks bob for a review' },
  ],
  output: TICKET,
  offer: { cli: true, http: true },
  async run(call) {
    const { closeTicket, updateTicket } = await import('../../work/tickets.ts')
    const { status, reviewers, title, body, labels, assignee, blocked_by, priority } = call.input
    const opened = await call.workspace()
    const context_id = await agentContext(opened, call, call.input.context_id)
    const change = { title, body, status, priority, labels, assignee, blocked_by, reviewers, context_id }
    const save = status === 'closed' ? closeTicket : updateTicket
    return ticketAnswer(await save(opened, call.input.ticket, change, { dryRun: call.dryRun }))
  },
})
