import { defineCommand } from '../kit/command.ts'
import { ticket } from '../kit/fields.ts'
import { FITTING, PLACING } from '../kit/operation.ts'
import { DISCUSSION, discussion } from '../kit/ticket.ts'

export const ticketDiscuss = defineCommand({
  name: 'ticket discuss',
  topic: 'work',
  summary: "Start an agent with the context of a ticket's author",
  about:
    'Writes a new session that continues from the context of the ticket, and says how to resume it. Each discussion is a branch of its own. For a ticket without a context it takes the last commit of the author before the ticket was created.',
  writes: true,
  arguments: { ticket: ticket() },
  options: { exec: PLACING.exec, fit: FITTING },
  examples: [
    { command: 'stet ticket discuss tkt-34cd', does: 'writes a session in which you can ask about the ticket' },
  ],
  output: DISCUSSION,
  offer: { cli: true, http: true },
  run: (call) => discussion(call, { goesOn: false }),
})
