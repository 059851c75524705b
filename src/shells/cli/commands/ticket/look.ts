import { TICKET_STATUSES, TICKET_TYPES, type TicketStatus, type TicketType } from '../../../../model/ticket.ts'
import { defineCommand } from '../../command.ts'
import { plainLine } from '../../plain-text.ts'
import { TICKET_JSON, ticketLine, ticketText } from '../../ticket-text.ts'

export const TICKET = { summary: 'a ticket: its id or the start of it' } as const

export const ticketList = defineCommand({
  name: 'ticket list',
  group: 'Workstreams',
  summary: 'tickets, those that are asked for',
  arguments: {},
  options: {
    status: { summary: 'only those that are so', value: 'STATUS', choices: TICKET_STATUSES },
    type: { summary: 'only this kind', value: 'TYPE', choices: TICKET_TYPES },
    parent: { summary: 'only parts of this one', value: 'ID' },
    assignee: { summary: 'only those of this person or agent', value: 'WHO' },
    ready: { summary: 'only those that can be begun: open, and nothing comes first' },
  },
  examples: [{ command: 'stet ticket list --ready', does: 'what can be begun now' }],
  json: `[${TICKET_JSON}]`,
  async run({ options, workspace }) {
    const { listTickets } = await import('../../../../actions/tickets/tickets.ts')
    const value = await listTickets(await workspace(), {
      ...options,
      status: options.status as TicketStatus | undefined, // the parser takes no other words
      type: options.type as TicketType | undefined,
    })
    return {
      value,
      text: (screen) =>
        value.length === 0
          ? `There is no such ticket.\n${screen.dim('→')} stet ticket create TITLE`
          : value.map((one) => ticketLine(one, screen)).join('\n'),
    }
  },
})

export const ticketShow = defineCommand({
  name: 'ticket show',
  group: 'Workstreams',
  summary: 'a ticket, its parts, and what its review waits for',
  arguments: { ticket: TICKET },
  options: {},
  examples: [{ command: 'stet ticket show tkt-12ab', does: 'everything that is said in it' }],
  json: `${TICKET_JSON.slice(0, -1)},children:[ticket],waits_for:[]}`,
  async run({ args, workspace }) {
    const { showTicket } = await import('../../../../actions/tickets/tickets.ts')
    const value = await showTicket(await workspace(), args.ticket)
    return {
      value,
      text: (screen) =>
        [
          ticketText(value, screen),
          ...value.children.map((one) => `  ${ticketLine(one, screen)}`),
          ...(value.waits_for.length === 0 ? [] : [`waits for ${value.waits_for.map(plainLine).join('; ')}`]),
        ].join('\n'),
    }
  },
})
