import { agentContext } from '../kit/agent-context.ts'
import { defineCommand } from '../kit/command.ts'
import { ticket } from '../kit/fields.ts'
import { CONTEXT, TICKET, ticketAnswer } from '../kit/ticket.ts'

export const ticketReopen = defineCommand({
  name: 'ticket reopen',
  topic: 'work',
  summary: 'Open a closed ticket again',
  writes: true,
  arguments: { ticket: ticket() },
  options: { context_id: CONTEXT },
  examples: [{ command: 'stet ticket reopen tkt-12ab', does: 'opens it again' }],
  output: TICKET,
  offer: { cli: true, http: true },
  async run(call) {
    const { reopenTicket } = await import('../../work/tickets.ts')
    const opened = await call.workspace()
    const context_id = await agentContext(opened, call, call.input.context_id)
    return ticketAnswer(await reopenTicket(opened, call.input.ticket, { context_id }, { dryRun: call.dryRun }))
  },
})
