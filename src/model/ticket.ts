import { createHash } from 'node:crypto'
import { Failure } from './errors.ts'

export const TICKET_STATUSES = ['open', 'in_progress', 'review', 'blocked', 'closed'] as const
export type TicketStatus = (typeof TICKET_STATUSES)[number]

export const TICKET_TYPES = [
  'task',
  'bug',
  'feature',
  'epic',
  'chore',
  'docs',
  'question',
  'pipeline',
  'review_finding',
] as const
export type TicketType = (typeof TICKET_TYPES)[number]

export const DISPOSITIONS = ['pending', 'approved', 'changes_requested', 'commented'] as const
export type Disposition = (typeof DISPOSITIONS)[number]

/** A piece of work, and what the agent knew who wrote about it. `context_id` is kept as it is given and means nothing here. */
export interface Ticket {
  readonly id: string
  /** Counts its changes, so that two that are made at once are told apart. */
  readonly version: number
  readonly title: string
  readonly body: string
  readonly status: TicketStatus
  readonly priority: number
  readonly type: TicketType
  readonly labels: readonly string[]
  readonly assignee: string | null
  readonly parent: string | null
  readonly blocked_by: readonly string[]
  readonly notes: readonly TicketNote[]
  readonly created_by: string
  readonly created_at: string
  readonly updated_at: string
  readonly closed_at: string | null
  readonly close_reason: string | null
  /** What was known by who changed it last and said so. */
  readonly context_id: string | null
  /** What was known by everybody who wrote or changed it and said so, the first one first. */
  readonly contexts: readonly KnownThen[]
  /** What kind of agent wrote it, to start one like it. */
  readonly template: string | null
  readonly review: { readonly reviewers: readonly Reviewer[] } | null
  /** Sessions in which it was talked about, the newest last. */
  readonly discussions: readonly string[]
}

/** When something was done to a ticket, and by whom. */
export interface Stamp {
  readonly at: string
  readonly by: string
}

export interface KnownThen extends Stamp {
  readonly context_id: string
}

export interface TicketNote extends Stamp {
  readonly text: string
  readonly context_id: string | null
}

export interface Reviewer {
  readonly user_id: string
  readonly disposition: Disposition
  readonly updated_at: string | null
}

/** What one change changes; what is not named stays. */
export interface TicketChange {
  readonly title?: string | undefined
  readonly body?: string | undefined
  readonly status?: TicketStatus | undefined
  readonly priority?: number | undefined
  readonly labels?: readonly string[] | undefined
  readonly assignee?: string | undefined
  readonly blocked_by?: readonly string[] | undefined
  readonly reviewers?: readonly string[] | undefined
  readonly close_reason?: string | undefined
  readonly context_id?: string | null | undefined
}

/** `tkt-` and as many digits of the hash, four or more, as tell it from the others. */
export function ticketIdOf(
  { room, at, title }: { readonly room: string; readonly at: string; readonly title: string },
  isTaken: (id: string) => boolean,
): string {
  const hex = createHash('sha256').update([room, at, title].join('\n')).digest('hex')
  for (let length = 4; ; length++) {
    const id = `tkt-${hex.slice(0, length)}`
    if (length === hex.length || !isTaken(id)) return id
  }
}

/** The ticket after a change. Who comes second to take it, and a step that is not allowed, is refused. */
export function changedTicket(ticket: Ticket, change: TicketChange, stamp: Stamp): Ticket {
  const { reviewers, status = ticket.status, context_id, ...fields } = change
  const named = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
  const said = status === 'review' && ticket.status !== status ? [] : (ticket.review?.reviewers ?? [])
  const review = reviewers ? { reviewers: reviewers.map((user) => reviewerOf(user, said)) } : ticket.review
  const next: Ticket = {
    ...ticket,
    ...named,
    status,
    review,
    context_id: context_id ?? ticket.context_id,
    contexts: context_id == null ? ticket.contexts : [...ticket.contexts, { ...stamp, context_id }],
  }
  if (change.status === undefined) return next
  refuseStep(ticket, next, change)
  const isLeavingReview = ticket.status === 'review' && (status === 'open' || status === 'closed')
  const isClosed = status === 'closed'
  return {
    ...next,
    assignee: isLeavingReview ? null : next.assignee,
    closed_at: isClosed ? stamp.at : null,
    close_reason: isClosed ? next.close_reason : null,
  }
}

function refuseStep(ticket: Ticket, next: Ticket, { assignee }: TicketChange): void {
  const { id, status } = ticket
  if (status === next.status && (status === 'in_progress' || status === 'review' || status === 'closed')) {
    const who = ticket.assignee === null ? '' : `, ${ticket.assignee} has it`
    throw refused(ticket, `${id} is already ${words(status)}${who}.`)
  }
  if (status === 'closed' && next.status !== 'open') {
    throw refused(ticket, `${id} is closed.`, `Run \`stet ticket reopen ${id}\` first.`)
  }
  if (next.status === 'in_progress' && assignee === undefined) {
    throw refused(
      ticket,
      `Ticket ${id} has no assignee.`,
      `Run \`stet ticket update ${id} --status in_progress --assignee WHO\`.`,
    )
  }
  if (next.status === 'review' && (next.review?.reviewers.length ?? 0) === 0) {
    throw refused(
      ticket,
      `Ticket ${id} has no reviewer.`,
      `Run \`stet ticket update ${id} --status review --reviewer WHO\`.`,
    )
  }
}

/** What a review still waits for; nothing where it is done, or where there is none. */
export function reviewWaitsFor(ticket: Ticket, children: readonly Ticket[]): readonly string[] {
  if (!ticket.review) return []
  const waiting = ticket.review.reviewers.filter(({ disposition }) => disposition !== 'approved')
  const findings = children.filter(({ type, status }) => type === 'review_finding' && status !== 'closed')
  return [
    ...waiting.map(({ user_id, disposition }) => `${user_id}: ${words(disposition)}`),
    ...findings.map(({ id, status, title }) => `${id} is ${words(status)}: ${title}`),
  ]
}

/** The ticket after a reviewer said something. */
export function reviewedTicket(ticket: Ticket, user: string, disposition: Disposition, at: string): Ticket {
  const reviewers = ticket.review?.reviewers ?? []
  if (!reviewers.some(({ user_id }) => user_id === user)) {
    throw refused(ticket, `${user} is not a reviewer of ${ticket.id}.`)
  }
  const review = {
    reviewers: reviewers.map((one) => (one.user_id === user ? { ...one, disposition, updated_at: at } : one)),
  }
  return { ...ticket, review }
}

/** The ticket open again; only one that is closed can be. */
export function reopenedTicket(ticket: Ticket, context_id: string | null | undefined, stamp: Stamp): Ticket {
  if (ticket.status === 'closed') return changedTicket(ticket, { status: 'open', context_id }, stamp)
  throw refused(ticket, `${ticket.id} is ${words(ticket.status)}, not closed.`)
}

/** A reviewer with what was said in this review; who is new to it said nothing yet. */
function reviewerOf(user_id: string, said: readonly Reviewer[]): Reviewer {
  return said.find((one) => one.user_id === user_id) ?? { user_id, disposition: 'pending', updated_at: null }
}

function words(name: string): string {
  return name.replaceAll('_', ' ')
}

function refused({ id, status }: Ticket, message: string, hint = `Run \`stet ticket show ${id}\` to see it.`): Failure {
  return new Failure('ticket-refused', message, { facts: { ticket: id, status }, hint })
}
