import { Failure } from '../../../../model/errors.ts'
import { DISPOSITIONS, type Disposition, TICKET_STATUSES, type TicketStatus } from '../../../../model/ticket.ts'
import { agentContext } from '../../agent-context.ts'
import { defineCommand } from '../../command.ts'
import { TICKET_JSON, ticketLine } from '../../ticket-text.ts'
import { CONTEXT, PRIORITIES } from './create.ts'
import { TICKET } from './look.ts'

const actions = () => import('../../../../actions/tickets/tickets.ts')

export const ticketUpdate = defineCommand({
  name: 'ticket update',
  group: 'Workstreams',
  summary: 'change a ticket',
  about:
    'Work is begun with --status in_progress and --assignee together: who comes second is refused. A review needs --reviewer. What is not named stays.',
  writes: true,
  arguments: { ticket: TICKET },
  options: {
    status: { summary: 'where it is now', value: 'STATUS', choices: TICKET_STATUSES },
    assignee: { summary: 'who does it', value: 'WHO' },
    reviewer: { summary: 'who reviews it; may be given several times', value: 'WHO', many: true },
    title: { summary: 'another title', value: 'TEXT' },
    body: { summary: 'another text', value: 'TEXT' },
    priority: { summary: '0, the most urgent, to 4', value: 'N', choices: PRIORITIES },
    label: { summary: 'words to find it by, instead of those it has', value: 'WORD', many: true },
    'blocked-by': { summary: 'tickets that come first, instead of those it has', value: 'ID', many: true },
    context: CONTEXT,
  },
  examples: [
    { command: 'stet ticket update tkt-12ab --status in_progress --assignee ada', does: 'ada begins' },
    { command: 'stet ticket update tkt-12ab --status review --reviewer bob', does: 'bob is to look at it' },
  ],
  json: TICKET_JSON,
  async run({ args, options, dryRun, environment, workspace }) {
    const opened = await workspace()
    const some = (words: readonly string[]) => (words.length === 0 ? undefined : words)
    const change = {
      title: options.title,
      body: options.body,
      status: options.status as TicketStatus | undefined, // the parser takes no other word
      priority: options.priority === undefined ? undefined : Number(options.priority),
      labels: some(options.label),
      assignee: options.assignee,
      blocked_by: some(options['blocked-by']),
      reviewers: some(options.reviewer),
      context_id: await agentContext(opened, environment, options.context),
    }
    const { closeTicket, updateTicket } = await actions()
    const value =
      change.status === 'closed'
        ? await closeTicket(opened, args.ticket, change, { dryRun })
        : await updateTicket(opened, args.ticket, change, { dryRun })
    return { value, text: (screen) => ticketLine(value, screen) }
  },
})

export const ticketClose = defineCommand({
  name: 'ticket close',
  group: 'Workstreams',
  summary: 'end a ticket; status 2 while its review waits for something',
  writes: true,
  arguments: { ticket: TICKET },
  options: { reason: { summary: 'what came of it', value: 'TEXT' }, context: CONTEXT },
  examples: [{ command: 'stet ticket close tkt-12ab --reason "the leak is gone"', does: 'ends it' }],
  json: TICKET_JSON,
  async run({ args, options, dryRun, environment, workspace }) {
    const opened = await workspace()
    const context_id = await agentContext(opened, environment, options.context)
    const change = { close_reason: options.reason, context_id }
    const value = await (await actions()).closeTicket(opened, args.ticket, change, { dryRun })
    return { value, text: (screen) => ticketLine(value, screen) }
  },
})

export const ticketReopen = defineCommand({
  name: 'ticket reopen',
  group: 'Workstreams',
  summary: 'a ticket that was closed is open again',
  writes: true,
  arguments: { ticket: TICKET },
  options: { context: CONTEXT },
  examples: [{ command: 'stet ticket reopen tkt-12ab', does: 'it is open again' }],
  json: TICKET_JSON,
  async run({ args, options, dryRun, environment, workspace }) {
    const opened = await workspace()
    const context_id = await agentContext(opened, environment, options.context)
    const value = await (await actions()).reopenTicket(opened, args.ticket, { context_id }, { dryRun })
    return { value, text: (screen) => ticketLine(value, screen) }
  },
})

export const ticketNote = defineCommand({
  name: 'ticket note',
  group: 'Workstreams',
  summary: 'say something about a ticket, with what you know now',
  writes: true,
  arguments: { ticket: TICKET, text: { summary: 'what to say' } },
  options: { context: CONTEXT },
  examples: [{ command: 'stet ticket note tkt-12ab "It is the cache."', does: 'adds a note' }],
  json: TICKET_JSON,
  async run({ args, options, dryRun, environment, workspace }) {
    const opened = await workspace()
    const context_id = await agentContext(opened, environment, options.context)
    const value = await (await actions()).addNote(opened, args.ticket, { text: args.text, context_id }, { dryRun })
    return { value, text: (screen) => ticketLine(value, screen) }
  },
})

export const ticketReview = defineCommand({
  name: 'ticket review',
  group: 'Workstreams',
  summary: 'what a reviewer says of a ticket',
  writes: true,
  arguments: { ticket: TICKET, disposition: { summary: DISPOSITIONS.join(', '), complete: DISPOSITIONS } },
  options: { by: { summary: 'which reviewer; you unless given', value: 'WHO' } },
  examples: [{ command: 'stet ticket review tkt-12ab approved --by bob', does: 'bob is content' }],
  json: TICKET_JSON,
  async run({ args, options, dryRun, workspace }) {
    const disposition = dispositionOf(args.disposition)
    const { setDisposition } = await actions()
    const value = await setDisposition(await workspace(), args.ticket, { by: options.by, disposition }, { dryRun })
    return { value, text: (screen) => ticketLine(value, screen) }
  },
})

function dispositionOf(word: string): Disposition {
  const found = DISPOSITIONS.find((one) => one === word)
  if (found) return found
  throw new Failure('usage', `${JSON.stringify(word.slice(0, 40))} is nothing a reviewer says.`, {
    hint: `Write ${DISPOSITIONS.join(', ')}.`,
  })
}
