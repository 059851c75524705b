import { z } from 'zod'
import { discuss } from '../../../actions/tickets/discuss.ts'
import {
  addNote,
  closeTicket,
  createTicket,
  listTickets,
  reopenTicket,
  setDisposition,
  showTicket,
  updateTicket,
} from '../../../actions/tickets/tickets.ts'
import { DISPOSITIONS, TICKET_STATUSES, TICKET_TYPES } from '../../../model/ticket.ts'
import { type Action, defineAction } from '../action.ts'
import { DRY_RUN } from '../schemas.ts'

const ID = z.string().min(1).max(100).describe('a ticket: its id or the start of it')
const WHO = z.string().min(1).max(200)
const TEXT = z.string().max(100_000)
const TITLE = z.string().min(1).max(1000)
const CONTEXT = z.string().min(1).max(200).optional().describe('what the agent knew; kept as it is given')
const FIELDS = {
  body: TEXT.optional(),
  priority: z.int().min(0).max(4).optional(),
  labels: z.array(WHO).max(100).optional(),
  assignee: WHO.optional(),
  blocked_by: z.array(ID).max(100).optional(),
  context_id: CONTEXT,
}

const TICKET = z.looseObject({
  id: z.string(),
  version: z.number(),
  title: z.string(),
  status: z.enum(TICKET_STATUSES),
  type: z.enum(TICKET_TYPES),
  context_id: z.string().nullable(),
})
const STARTED = z.looseObject({
  ticket: z.string(),
  session: z.string().nullable(),
  path: z.string().nullable(),
  resume: z.string(),
  context: z.string().nullable(),
})

/** Pieces of work, each with what the agent knew who wrote about it. */
export const TICKETS: readonly Action[] = [
  defineAction({
    name: 'ticket create',
    summary: 'writes down a piece of work',
    writes: true,
    input: z.strictObject({
      title: TITLE,
      type: z.enum(TICKET_TYPES).optional(),
      parent: ID.optional(),
      template: WHO.optional().describe('what kind of agent wrote it'),
      ...FIELDS,
      dry_run: DRY_RUN,
    }),
    output: TICKET,
    run: (workspace, { dry_run, ...input }) => createTicket(workspace, { ...input, dryRun: dry_run }),
  }),
  defineAction({
    name: 'ticket list',
    summary: 'tickets, those that are asked for',
    input: z.strictObject({
      status: z.enum(TICKET_STATUSES).optional(),
      type: z.enum(TICKET_TYPES).optional(),
      parent: ID.optional(),
      assignee: WHO.optional(),
      ready: z.boolean().default(false).describe('only those that can be begun'),
    }),
    output: z.array(TICKET),
    run: (workspace, filter) => listTickets(workspace, filter),
  }),
  defineAction({
    name: 'ticket show',
    summary: 'a ticket with its notes, its parts, and what its review waits for',
    input: z.strictObject({ ticket: ID }),
    output: TICKET.extend({ children: z.array(TICKET), waits_for: z.array(z.string()) }),
    run: (workspace, { ticket }) => showTicket(workspace, ticket),
  }),
  defineAction({
    name: 'ticket update',
    summary: 'changes a ticket; who comes second to take it is refused',
    writes: true,
    input: z.strictObject({
      ticket: ID,
      title: TITLE.optional(),
      status: z.enum(TICKET_STATUSES).exclude(['closed']).optional(),
      reviewers: z.array(WHO).max(100).optional(),
      ...FIELDS,
      dry_run: DRY_RUN,
    }),
    output: TICKET,
    run: (workspace, { ticket, dry_run, ...change }) => updateTicket(workspace, ticket, change, { dryRun: dry_run }),
  }),
  defineAction({
    name: 'ticket note',
    summary: 'says something about a ticket',
    writes: true,
    input: z.strictObject({ ticket: ID, text: TEXT.min(1), context_id: CONTEXT, dry_run: DRY_RUN }),
    output: TICKET,
    run: (workspace, { ticket, dry_run, ...note }) => addNote(workspace, ticket, note, { dryRun: dry_run }),
  }),
  defineAction({
    name: 'ticket review',
    summary: 'what a reviewer says of a ticket',
    writes: true,
    input: z.strictObject({
      ticket: ID,
      disposition: z.enum(DISPOSITIONS),
      by: WHO.optional().describe('which reviewer; you unless given'),
      dry_run: DRY_RUN,
    }),
    output: TICKET,
    run: (workspace, { ticket, dry_run, ...said }) => setDisposition(workspace, ticket, said, { dryRun: dry_run }),
  }),
  defineAction({
    name: 'ticket close',
    summary: 'ends a ticket, unless its review waits for something',
    writes: true,
    input: z.strictObject({ ticket: ID, close_reason: TEXT.optional(), context_id: CONTEXT, dry_run: DRY_RUN }),
    output: TICKET,
    run: (workspace, { ticket, dry_run, ...change }) => closeTicket(workspace, ticket, change, { dryRun: dry_run }),
  }),
  defineAction({
    name: 'ticket reopen',
    summary: 'a ticket that was closed is open again',
    writes: true,
    input: z.strictObject({ ticket: ID, context_id: CONTEXT, dry_run: DRY_RUN }),
    output: TICKET,
    run: (workspace, { ticket, dry_run, ...knew }) => reopenTicket(workspace, ticket, knew, { dryRun: dry_run }),
  }),
  defineAction({
    name: 'ticket discuss',
    summary: 'a session of an agent who knows what the author of a ticket knew; each is a branch of its own',
    writes: true,
    input: z.strictObject({ ticket: ID, dry_run: DRY_RUN }),
    output: STARTED,
    run: (workspace, { ticket, dry_run }) => discuss(workspace, ticket, { dryRun: dry_run }),
  }),
  defineAction({
    name: 'ticket verify',
    summary: 'the same from the end of the last discussion',
    writes: true,
    input: z.strictObject({ ticket: ID, dry_run: DRY_RUN }),
    output: STARTED,
    run: (workspace, { ticket, dry_run }) => discuss(workspace, ticket, { goesOn: true, dryRun: dry_run }),
  }),
]
