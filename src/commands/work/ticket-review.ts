import { DISPOSITIONS } from '../../model/ticket.ts'
import { defineCommand } from '../kit/command.ts'
import { choice, text } from '../kit/field.ts'
import { ticket } from '../kit/fields.ts'
import { TICKET, ticketAnswer } from '../kit/ticket.ts'

export const ticketReview = defineCommand({
  name: 'ticket review',
  topic: 'work',
  summary: "Record a reviewer's answer to a ticket",
  writes: true,
  arguments: { ticket: ticket(), disposition: choice('the answer', DISPOSITIONS) },
  options: { by: text('the reviewer', { label: 'WHO', max: 200, standard: 'you' }) },
  examples: [{ command: 'stet ticket review tkt-12ab approved --by bob', does: 'says that bob approves it' }],
  output: TICKET,
  offer: { cli: true, http: true },
  async run({ input: { ticket, ...said }, dryRun, workspace }) {
    const { setDisposition } = await import('../../work/tickets.ts')
    return ticketAnswer(await setDisposition(await workspace(), ticket, said, { dryRun }))
  },
})
