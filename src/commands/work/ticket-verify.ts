import { defineCommand } from '../kit/command.ts'
import { ticket } from '../kit/fields.ts'
import { FITTING, PLACING } from '../kit/operation.ts'
import { DISCUSSION, discussion } from '../kit/ticket.ts'

export const ticketVerify = defineCommand({
  name: 'ticket verify',
  topic: 'work',
  summary: 'Start an agent that continues the last discussion of a ticket, to check the result',
  about: 'Without a discussion it continues from the context of the ticket.',
  writes: true,
  arguments: { ticket: ticket() },
  options: { exec: PLACING.exec, fit: FITTING },
  examples: [
    { command: 'stet ticket verify tkt-34cd', does: 'writes a session in which the reviewer can check the fix' },
  ],
  output: DISCUSSION,
  offer: { cli: true, http: true },
  run: (call) => discussion(call, { goesOn: true }),
})
