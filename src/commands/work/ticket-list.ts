import { TICKET_STATUSES, TICKET_TYPES } from '../../model/ticket.ts'
import { defineCommand } from '../kit/command.ts'
import { choice, flag, text } from '../kit/field.ts'
import { ticket } from '../kit/fields.ts'
import { list } from '../kit/shape.ts'
import { ticketLine } from '../kit/text/ticket-text.ts'
import { TICKET } from '../kit/ticket.ts'

export const ticketList = defineCommand({
  name: 'ticket list',
  topic: 'work',
  summary: 'List tickets',
  arguments: {},
  options: {
    status: choice('only tickets with this status', TICKET_STATUSES),
    type: choice('only tickets of this type', TICKET_TYPES),
    parent: ticket({ summary: 'only parts of this ticket' }),
    assignee: text('only tickets of this person or agent', { label: 'WHO', max: 200 }),
    ready: flag('only open tickets that no other ticket blocks'),
  },
  examples: [{ command: 'stet ticket list --ready', does: 'lists the tickets that can be started now' }],
  output: list(TICKET),
  offer: { cli: true, http: true },
  async run({ input, workspace }) {
    const { listTickets } = await import('../../work/tickets.ts')
    const value = await listTickets(await workspace(), input)
    return {
      value,
      text: (screen, shown: typeof value) =>
        shown.length === 0
          ? `There is no such ticket.\n${screen.dim('→')} stet ticket create TITLE`
          : shown.map((one) => ticketLine(one, screen)).join('\n'),
    }
  },
})
