import { TICKET_PRIORITY } from '../../model/defaults.ts'
import { TICKET_TYPES } from '../../model/ticket.ts'
import { agentContext } from '../kit/agent-context.ts'
import { defineCommand } from '../kit/command.ts'
import { choice, text } from '../kit/field.ts'
import { ticket } from '../kit/fields.ts'
import { PRIORITY, TICKET, TICKET_OPTIONS, ticketAnswer } from '../kit/ticket.ts'

export const ticketCreate = defineCommand({
  name: 'ticket create',
  topic: 'work',
  summary: "Create a ticket, linked to its author's context",
  about:
    'For a finding of a review, use the type review_finding and the reviewed ticket as the parent. --template names the kind of agent that found it; `stet ticket discuss` starts an agent of that kind.',
  writes: true,
  arguments: { title: text('the title, in one line', { max: 1000 }) },
  options: {
    type: choice('the kind of work', TICKET_TYPES, { standard: 'task' }),
    parent: ticket({ summary: 'the ticket that it is a part of' }),
    template: text('the kind of agent that writes it, such as reviewer', { label: 'NAME', max: 200 }),
    ...TICKET_OPTIONS,
    priority: { ...PRIORITY, standard: String(TICKET_PRIORITY) },
  },
  examples: [
    { command: 'stet ticket create "The parser leaks"', does: 'creates a task' },
    {
      command: 'stet ticket create "No test" --type review_finding --parent tkt-12ab',
      does: 'creates a finding of the review of tkt-12ab',
    },
  ],
  output: TICKET,
  offer: { cli: true, http: true },
  async run(call) {
    const { createTicket } = await import('../../work/tickets.ts')
    const opened = await call.workspace()
    const context_id = await agentContext(opened, call, call.input.context_id)
    return ticketAnswer(await createTicket(opened, { ...call.input, context_id, dryRun: call.dryRun }))
  },
})
