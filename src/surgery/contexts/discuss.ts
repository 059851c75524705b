import { resolveAt } from '../../brief/history.ts'
import type { Commit } from '../../model/commit.ts'
import { Failure } from '../../model/errors.ts'
import type { CommitId, SessionId } from '../../model/id.ts'
import type { Ticket } from '../../model/ticket.ts'
import { caughtUp } from '../../record/capture/caught-up.ts'
import { resolveCommit } from '../../record/chain/resolve-commit.ts'
import type { Workspace } from '../../record/workspace.ts'
import { changing, showTicket } from '../../work/tickets.ts'
import { type Started, start } from './start.ts'

interface How {
  /** Goes on from where it was last talked about. */
  readonly goesOn?: boolean
  /** As much of the client's window as it may take. */
  readonly fit?: string | undefined
  readonly dryRun?: boolean
}

/** Whoever wrote a ticket does not choose files that are read when another discusses it. */
const NO_FILES = { mayRead: () => false }

export type Discussion = Started & { readonly ticket: string }

/**
 * Starts an agent who knows what the author of a ticket knew, in a session of its own: two discussions are two branches.
 * To verify what came of it, it goes on from the end of the last discussion.
 */
export async function discuss(
  workspace: Workspace,
  reference: string,
  { goesOn = false, dryRun = false, fit }: How = {},
): Promise<Discussion> {
  const ticket = await showTicket(workspace, reference)
  const context = goesOn ? await tipOf(workspace, ticket) : await contextOf(workspace, ticket)
  const template = ticket.template ?? (await resolveCommit(workspace, context)).template
  const started = await start(workspace, {
    template,
    context,
    ticket: ticket.id,
    dryRun,
    ...(fit !== undefined && { fit }),
  })
  const { session } = started
  if (session !== null) {
    await changing(workspace, ticket.id, { dryRun }, (one) => ({ ...one, discussions: [...one.discussions, session] }))
  }
  return { ...started, ticket: ticket.id }
}

/**
 * What was known when the ticket was written: the first commit that was named and is there, else the last one of its
 * author at that time.
 */
export async function contextOf(workspace: Workspace, ticket: Ticket): Promise<CommitId> {
  const { id, contexts, created_by, created_at } = ticket
  let unknown: unknown
  for (const { context_id } of contexts) {
    try {
      return (await resolveCommit(workspace, context_id, NO_FILES)).id
    } catch (error) {
      unknown ??= error // it may be of another record; who changed the ticket later may have named one of this
    }
  }
  if (unknown !== undefined) throw unknown
  const { commit_id } = await resolveAt({ ...workspace, user: created_by }, undefined, created_at)
  if (commit_id !== null) return commit_id
  throw new Failure(
    'commit-not-found',
    `Ticket ${id} has no context, and ${created_by} had no recorded session when it was created.`,
    {
      facts: { ticket: id, by: created_by },
      hint: `Run \`stet ticket update ${id} --context CTX\` to give it one.`,
    },
  )
}

/** Where somebody spoke last in a discussion of it: one that was only written has nothing to go on from. */
async function tipOf(workspace: Workspace, ticket: Ticket): Promise<CommitId> {
  let last: Commit | undefined
  for (const one of ticket.discussions) {
    const spoken = await lastSpoken(workspace, one)
    if (spoken && (!last || spoken.createdAt >= last.createdAt)) last = spoken
  }
  return last?.id ?? contextOf(workspace, ticket)
}

/** The end of a discussion in which something was said after it was written; undefined for any other, and one that is gone. */
async function lastSpoken(workspace: Workspace, discussion: string): Promise<Commit | undefined> {
  const { store } = workspace
  const found = await store.findSession(discussion as SessionId)
  if (!found) return undefined
  const { id, head } = await caughtUp(workspace, found)
  let isSpoken = false
  for await (const { start, messageCount } of store.listChain(id)) isSpoken ||= start > 0 && messageCount > 0
  return isSpoken && head ? store.findCommit(head) : undefined
}
