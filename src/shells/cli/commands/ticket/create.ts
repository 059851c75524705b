import { TICKET_TYPES, type TicketType } from '../../../../model/ticket.ts'
import { agentContext } from '../../agent-context.ts'
import { defineCommand } from '../../command.ts'
import { TICKET_JSON, ticketLine } from '../../ticket-text.ts'

export const CONTEXT = {
  summary: 'what the agent knew, such as ctx-1a2b3c4d; that of $STET_CONTEXT_ID or of its session unless given',
  value: 'CTX',
  complete: 'commit',
} as const

export const PRIORITIES = ['0', '1', '2', '3', '4'] as const

export const ticketCreate = defineCommand({
  name: 'ticket create',
  group: 'Workstreams',
  summary: 'write down a piece of work, with what the agent knew who did',
  about:
    'A finding of a review is a ticket of the type review_finding below the one that is reviewed; with --template it says what kind of agent found it, so that `stet ticket discuss` can start one like it.',
  writes: true,
  arguments: { title: { summary: 'what is to be done, in a line' } },
  options: {
    body: { summary: 'more about it', value: 'TEXT' },
    type: { summary: 'what kind of work; task unless given', value: 'TYPE', choices: TICKET_TYPES },
    priority: { summary: '0, the most urgent, to 4; 2 unless given', value: 'N', choices: PRIORITIES },
    label: { summary: 'a word to find it by; may be given several times', value: 'WORD', many: true },
    assignee: { summary: 'who is to do it', value: 'WHO' },
    parent: { summary: 'the ticket it is a part of', value: 'ID' },
    'blocked-by': { summary: 'a ticket that comes first; may be given several times', value: 'ID', many: true },
    context: CONTEXT,
    template: { summary: 'what kind of agent wrote it, such as reviewer', value: 'NAME' },
  },
  examples: [
    { command: 'stet ticket create "The parser leaks"', does: 'a task' },
    {
      command: 'stet ticket create "No test" --type review_finding --parent tkt-12ab',
      does: 'a finding of a review',
    },
  ],
  json: TICKET_JSON,
  async run({ args, options, dryRun, environment, workspace }) {
    const { createTicket } = await import('../../../../actions/tickets/tickets.ts')
    const opened = await workspace()
    const value = await createTicket(opened, {
      title: args.title,
      body: options.body,
      type: options.type as TicketType | undefined, // the parser takes no other word
      priority: options.priority === undefined ? undefined : Number(options.priority),
      labels: options.label,
      assignee: options.assignee,
      parent: options.parent,
      blocked_by: options['blocked-by'],
      context_id: await agentContext(opened, environment, options.context),
      template: options.template,
      dryRun,
    })
    return { value, text: (screen) => ticketLine(value, screen) }
  },
})
