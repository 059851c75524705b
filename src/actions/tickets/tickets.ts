import { Failure } from '../../model/errors.ts'
import { nearest } from '../../model/nearest.ts'
import {
  changedTicket,
  type Disposition,
  reviewedTicket,
  reviewWaitsFor,
  type Ticket,
  type TicketChange,
  type TicketStatus,
  type TicketType,
  ticketIdOf,
} from '../../model/ticket.ts'
import type { Workspace } from '../workspace.ts'

export interface NewTicket {
  readonly title: string
  readonly body?: string | undefined
  readonly type?: TicketType | undefined
  readonly priority?: number | undefined
  readonly labels?: readonly string[] | undefined
  readonly assignee?: string | undefined
  readonly parent?: string | undefined
  readonly blocked_by?: readonly string[] | undefined
  /** What the agent knew; kept as it is given. */
  readonly context_id?: string | null | undefined
  readonly template?: string | undefined
  readonly dryRun?: boolean
}

interface How {
  readonly dryRun?: boolean | undefined
}

export async function createTicket(workspace: Workspace, input: NewTicket): Promise<Ticket> {
  const { title, dryRun } = input
  if (title.trim() === '') throw new Failure('usage', 'A ticket needs a title.', { hint: 'stet ticket create TITLE' })
  const all = await workspace.store.listTickets()
  const parent = input.parent === undefined ? null : found(all, input.parent).id
  const at = workspace.clock().toISOString()
  const id = ticketIdOf({ room: workspace.cwd, at, title }, (one) => all.some((known) => known.id === one))
  const ticket: Ticket = {
    id,
    version: 1,
    title,
    body: input.body ?? '',
    status: 'open',
    priority: input.priority ?? 2,
    type: input.type ?? 'task',
    labels: input.labels ?? [],
    assignee: input.assignee ?? null,
    parent,
    blocked_by: (input.blocked_by ?? []).map((one) => found(all, one).id),
    notes: [],
    created_by: workspace.user,
    created_at: at,
    updated_at: at,
    closed_at: null,
    close_reason: null,
    context_id: input.context_id ?? null,
    template: input.template ?? null,
    review: null,
    discussions: [],
  }
  if (!dryRun) await workspace.store.putTicket(ticket, null)
  return ticket
}

export async function updateTicket(
  workspace: Workspace,
  reference: string,
  change: TicketChange,
  how: How = {},
): Promise<Ticket> {
  return changing(workspace, reference, how, (ticket, all, at) => changedTicket(ticket, withWholeIds(change, all), at))
}

/** A ticket whose review waits for something is not closed. */
export async function closeTicket(
  workspace: Workspace,
  reference: string,
  change: TicketChange,
  how: How = {},
): Promise<Ticket> {
  return changing(workspace, reference, how, (ticket, all, at) => {
    const closed = changedTicket(ticket, { ...withWholeIds(change, all), status: 'closed' }, at)
    const waits = reviewWaitsFor(closed, childrenOf(ticket, all))
    if (waits.length === 0) return closed
    throw new Failure(
      'review-open',
      `The review of ${ticket.id} waits for ${waits.length === 1 ? waits[0] : `${waits.length} things`}.`,
      {
        facts: { ticket: ticket.id, waits },
        hint: `Run \`stet ticket show ${ticket.id}\` to see what for.`,
      },
    )
  })
}

export async function addNote(
  workspace: Workspace,
  reference: string,
  note: { readonly text: string; readonly context_id?: string | null | undefined },
  how: How = {},
): Promise<Ticket> {
  return changing(workspace, reference, how, (ticket, _, at) => ({
    ...ticket,
    version: ticket.version + 1,
    updated_at: at,
    notes: [...ticket.notes, { at, by: workspace.user, text: note.text, context_id: note.context_id ?? null }],
  }))
}

export async function setDisposition(
  workspace: Workspace,
  reference: string,
  { by, disposition }: { readonly by?: string | undefined; readonly disposition: Disposition },
  how: How = {},
): Promise<Ticket> {
  return changing(workspace, reference, how, (ticket, _, at) =>
    reviewedTicket(ticket, by ?? workspace.user, disposition, at),
  )
}

export interface ShownTicket extends Ticket {
  readonly children: readonly Ticket[]
  /** What its review still waits for. */
  readonly waits_for: readonly string[]
}

export async function showTicket({ store }: Workspace, reference: string): Promise<ShownTicket> {
  const all = await store.listTickets()
  const ticket = found(all, reference)
  const children = childrenOf(ticket, all)
  return { ...ticket, children, waits_for: reviewWaitsFor(ticket, children) }
}

export interface TicketFilter {
  readonly status?: TicketStatus | undefined
  readonly type?: TicketType | undefined
  readonly parent?: string | undefined
  readonly assignee?: string | undefined
  /** Open, and nothing that is not closed blocks it. */
  readonly ready?: boolean
}

export async function listTickets({ store }: Workspace, filter: TicketFilter = {}): Promise<readonly Ticket[]> {
  const { status, type, parent, assignee, ready = false } = filter
  const all = await store.listTickets()
  const below = parent === undefined ? undefined : found(all, parent).id
  const isClosed = (id: string) => all.find((one) => one.id === id)?.status === 'closed'
  return all.filter(
    (one) =>
      (status === undefined || one.status === status) &&
      (type === undefined || one.type === type) &&
      (below === undefined || one.parent === below) &&
      (assignee === undefined || one.assignee === assignee) &&
      (!ready || (one.status === 'open' && one.blocked_by.every(isClosed))),
  )
}

/** Changes the ticket as it is now; where another process was first, its change is not lost: this one is refused. */
export async function changing(
  { store, clock }: Workspace,
  reference: string,
  { dryRun = false }: How,
  change: (ticket: Ticket, all: readonly Ticket[], at: string) => Ticket,
): Promise<Ticket> {
  const all = await store.listTickets()
  const ticket = found(all, reference)
  const next = change(ticket, all, clock().toISOString())
  if (!dryRun) await store.putTicket(next, ticket.version)
  return next
}

function withWholeIds(change: TicketChange, all: readonly Ticket[]): TicketChange {
  return { ...change, blocked_by: change.blocked_by?.map((one) => found(all, one).id) }
}

function childrenOf({ id }: Ticket, all: readonly Ticket[]): readonly Ticket[] {
  return all.filter(({ parent }) => parent === id)
}

function found(all: readonly Ticket[], reference: string): Ticket {
  const wanted = reference.startsWith('tkt-') ? reference : `tkt-${reference}`
  const exact = all.find(({ id }) => id === wanted)
  if (exact) return exact
  const alike = all.filter(({ id }) => id.startsWith(wanted))
  if (alike.length === 1) return alike[0]!
  const ids = alike.map(({ id }) => id)
  if (ids.length > 1) {
    throw new Failure('reference-ambiguous', `${ids.length} tickets start with ${reference}.`, {
      facts: { candidates: ids },
      hint: 'Write more of the id.',
    })
  }
  const close = nearest(
    wanted,
    all.map(({ id }) => id),
  )
  throw new Failure('reference-not-found', `There is no ticket ${JSON.stringify(reference.slice(0, 80))}.`, {
    facts: { ticket: reference.slice(0, 200) },
    hint: close === undefined ? 'Run `stet ticket list` to see them.' : `Did you mean ${close}?`,
  })
}
