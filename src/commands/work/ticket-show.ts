import { defineCommand } from '../kit/command.ts'
import { ticket } from '../kit/fields.ts'
import { extended, list, string } from '../kit/shape.ts'
import { plainLine } from '../kit/text/plain-text.ts'
import { ticketLine, ticketText } from '../kit/text/ticket-text.ts'
import { TICKET } from '../kit/ticket.ts'

export const ticketShow = defineCommand({
  name: 'ticket show',
  topic: 'work',
  summary: 'Show a ticket with its notes, its parts, and the open points of its review',
  arguments: { ticket: ticket() },
  options: {},
  examples: [{ command: 'stet ticket show tkt-12ab', does: 'shows all of it' }],
  output: extended(TICKET, { children: list(TICKET), waits_for: list(string) }),
  offer: { cli: true, http: true },
  async run({ input, workspace }) {
    const { showTicket } = await import('../../work/tickets.ts')
    const value = await showTicket(await workspace(), input.ticket)
    return {
      value,
      text: (screen, shown: typeof value) =>
        [
          ticketText(shown, screen),
          ...value.children.map((one) => `  ${ticketLine(one, screen)}`),
          ...(shown.waits_for.length === 0 ? [] : [`waits for ${shown.waits_for.map(plainLine).join('; ')}`]),
        ].join('\n'),
    }
  },
})
