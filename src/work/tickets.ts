import { TICKET_PRIORITY } from '../model/defaults.ts'
import { Failure, isFailure } from '../model/errors.ts'
import { nearest } from '../model/nearest.ts'
import { refuseUnlessLabel } from '../model/refuse-unless-label.ts'
import {
  changedTicket,
  type Disposition,
  reopenedTicket,
  reviewedTicket,
  reviewWaitsFor,
  type Stamp,
  type Ticket,
  type TicketChange,
  type TicketStatus,
  type TicketType,
  ticketIdOf,
} from '../model/ticket.ts'
import type { Workspace } from '../record/workspace.ts'

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
  const { title, template, context_id, dryRun } = input
  if (title.trim() === '') throw new Failure('usage', 'A ticket needs a title.', { hint: 'stet ticket create TITLE' })
  if (template !== undefined) refuseUnlessLabel(template, 'a template', 'reviewer')
  const all = await workspace.store.listTickets()
  const parent = input.parent === undefined ? null : found(all, input.parent).id
  const { at, by } = stampOf(workspace)
  const id = ticketIdOf({ room: workspace.cwd, at, title }, (one) => all.some((known) => known.id === one))
  const ticket: Ticket = {
    id,
    version: 1,
    title,
    body: input.body ?? '',
    status: 'open',
    priority: input.priority ?? TICKET_PRIORITY,
    type: input.type ?? 'task',
    labels: input.labels ?? [],
    assignee: input.assignee ?? null,
    parent,
    blocked_by: (input.blocked_by ?? []).map((one) => found(all, one).id),
    notes: [],
    created_by: by,
    created_at: at,
    updated_at: at,
    closed_at: null,
    close_reason: null,
    context_id: context_id ?? null,
    contexts: context_id == null ? [] : [{ at, by, context_id }],
    template: template ?? null,
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
  return changing(workspace, reference, how, (ticket, all, stamp) =>
    changedTicket(ticket, withWholeIds(change, ticket, all), stamp),
  )
}

/** A ticket whose review waits for something is not closed. */
export async function closeTicket(
  workspace: Workspace,
  reference: string,
  change: TicketChange,
  how: How = {},
): Promise<Ticket> {
  return changing(workspace, reference, how, (ticket, all, stamp) => {
    const closed = changedTicket(ticket, { ...withWholeIds(change, ticket, all), status: 'closed' }, stamp)
    const waits = reviewWaitsFor(closed, childrenOf(ticket, all))
    if (waits.length === 0) return closed
    throw new Failure(
      'review-open',
      `The review of ${ticket.id} waits for ${waits.length === 1 ? waits[0] : `${waits.length} things`}.`,
      {
        facts: { ticket: ticket.id, waits },
        hint: `Run \`stet ticket show ${ticket.id}\` to see its open points.`,
      },
    )
  })
}

export async function reopenTicket(
  workspace: Workspace,
  reference: string,
  { context_id }: { readonly context_id?: string | null | undefined },
  how: How = {},
): Promise<Ticket> {
  return changing(workspace, reference, how, (ticket, _, stamp) => reopenedTicket(ticket, context_id, stamp))
}

export async function addNote(
  workspace: Workspace,
  reference: string,
  note: { readonly text: string; readonly context_id?: string | null | undefined },
  how: How = {},
): Promise<Ticket> {
  const { text, context_id = null } = note
  if (text.trim() === '') throw new Failure('usage', 'A note needs a text.', { hint: 'stet ticket note ID TEXT' })
  return changing(workspace, reference, how, (ticket, _, stamp) => ({
    ...ticket,
    notes: [...ticket.notes, { ...stamp, text, context_id }],
  }))
}

export async function setDisposition(
  workspace: Workspace,
  reference: string,
  { by, disposition }: { readonly by?: string | undefined; readonly disposition: Disposition },
  how: How = {},
): Promise<Ticket> {
  return changing(workspace, reference, how, (ticket, _, { at }) =>
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

/** How often a change is tried while other processes change the ticket. */
const TRIES = 20

/** Changes the ticket as it is now. Where another process is first, its change stays, and this one comes after it or is refused. */
export async function changing(
  workspace: Workspace,
  reference: string,
  { dryRun = false }: How,
  change: (ticket: Ticket, all: readonly Ticket[], stamp: Stamp) => Ticket,
): Promise<Ticket> {
  const { store } = workspace
  for (let left = TRIES; ; left--) {
    const all = await store.listTickets()
    const ticket = found(all, reference)
    const stamp = stampOf(workspace)
    const next = { ...change(ticket, all, stamp), version: ticket.version + 1, updated_at: stamp.at }
    try {
      if (!dryRun) await store.putTicket(next, ticket.version)
      return next
    } catch (error) {
      if (!isFailure(error, 'ticket-moved') || left === 0) throw error
    }
  }
}

function stampOf({ clock, user }: Workspace): Stamp {
  return { at: clock().toISOString(), by: user }
}

/** What a change names as it is called in full; a ticket that would wait for itself is refused. */
function withWholeIds(change: TicketChange, { id }: Ticket, all: readonly Ticket[]): TicketChange {
  const blocked_by = change.blocked_by?.map((one) => found(all, one).id)
  const first = new Set(blocked_by)
  for (const one of first) for (const next of found(all, one).blocked_by) first.add(next)
  if (!first.has(id)) return { ...change, blocked_by }
  throw new Failure('ticket-refused', `${id} would block itself.`, {
    facts: { ticket: id },
    hint: `Run \`stet ticket show ${id}\` to see it.`,
  })
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
