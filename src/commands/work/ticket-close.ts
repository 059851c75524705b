import { agentContext } from '../kit/agent-context.ts'
import { defineCommand } from '../kit/command.ts'
import { text } from '../kit/field.ts'
import { ticket } from '../kit/fields.ts'
import { CONTEXT, TICKET, ticketAnswer } from '../kit/ticket.ts'

export const ticketClose = defineCommand({
  name: 'ticket close',
  topic: 'work',
  summary: 'Close a ticket',
  about: 'Fails with status 2 while its review has open points.',
  writes: true,
  arguments: { ticket: ticket() },
  options: {
    close_reason: text('the result', { max: 100_000, empty: true, names: { cli: 'reason' } }),
    context_id: CONTEXT,
  },
  examples: [{ command: 'stet ticket close tkt-12ab --reason "the leak is gone"', does: 'closes it with this result' }],
  output: TICKET,
  offer: { cli: true, http: true },
  async run(call) {
    const { closeTicket } = await import('../../work/tickets.ts')
    const { ticket, close_reason } = call.input
    const opened = await call.workspace()
    const context_id = await agentContext(opened, call, call.input.context_id)
    return ticketAnswer(await closeTicket(opened, ticket, { close_reason, context_id }, { dryRun: call.dryRun }))
  },
})
