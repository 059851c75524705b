import { agentContext } from '../kit/agent-context.ts'
import { defineCommand } from '../kit/command.ts'
import { text } from '../kit/field.ts'
import { ticket } from '../kit/fields.ts'
import { CONTEXT, TICKET, ticketAnswer } from '../kit/ticket.ts'

export const ticketNote = defineCommand({
  name: 'ticket note',
  topic: 'work',
  summary: "Add a note to a ticket, linked to its author's context",
  writes: true,
  arguments: { ticket: ticket(), text: text('the note', { max: 100_000 }) },
  options: { context_id: CONTEXT },
  examples: [{ command: 'stet ticket note tkt-12ab "It is the cache."', does: 'adds a note' }],
  output: TICKET,
  offer: { cli: true, http: true },
  async run(call) {
    const { addNote } = await import('../../work/tickets.ts')
    const { ticket, text } = call.input
    const opened = await call.workspace()
    const context_id = await agentContext(opened, call, call.input.context_id)
    return ticketAnswer(await addNote(opened, ticket, { text, context_id }, { dryRun: call.dryRun }))
  },
})
