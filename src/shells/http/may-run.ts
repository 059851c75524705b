import { isOwnSession } from '../../actions/record/is-own-session.ts'
import type { Workspace } from '../../actions/workspace.ts'
import { Failure } from '../../model/errors.ts'
import { type Grant, type Holder, isOwn } from '../../model/grant.ts'
import type { SessionId } from '../../model/id.ts'
import type { Action } from '../api/action.ts'
import { commitOf } from '../api/session-of.ts'

/** What is about one commit, and its ancestors: everybody may ask for their own. */
const OF_COMMIT = ['ctx history', 'ctx show', 'ctx materialize', 'ctx update']
/** These write nothing that is another's, though what they find may be kept. */
const READS = ['ctx materialize', 'ctx current']

type Input = Readonly<Record<string, unknown>>

/**
 * What an action is run with for who holds a token: whose it writes is whose token it is, whatever was sent. Refuses what
 * is another's, unless that is granted; what is not known to be one's own counts as another's.
 */
export async function asHolder(
  holder: Holder,
  action: Action,
  workspace: Workspace,
  sent: unknown,
): Promise<{ readonly workspace: Workspace; readonly input: unknown }> {
  const input = typeof sent === 'object' && sent !== null ? (sent as Input) : {}
  const [user, machine] = holder.principal.split('@') as [string, string]
  const needed: Grant = action.writes && !READS.includes(action.name) ? 'agent/write' : 'agent/read'
  const isFree = await isOwnOf(holder, action.name, workspace, input)
  if (!isFree && !holder.grants.includes(needed)) throw notAllowed(holder, action, needed)
  return {
    workspace: { ...workspace, holder, user: holder.principal, machine },
    input: action.name === 'inscribe' ? { ...input, user, machine } : sent,
  }
}

/** What adds is one's own, unless it names bytes or a parent of another; a context with all it was made of. */
async function isOwnOf(holder: Holder, action: string, workspace: Workspace, input: Input): Promise<boolean> {
  if (action === 'ctx resolve')
    return input.principal_local === undefined || isOwn(holder, String(input.principal_local))
  if (action === 'inscribe') return true
  if (action === 'ctx checkpoint')
    return (
      input.artifact_ref === undefined &&
      (await isOwnCommit(holder, workspace, input.parent)) &&
      isOwnSession(workspace.store, holder, String(input.session_id ?? '') as SessionId)
    )
  if (!OF_COMMIT.includes(action) || typeof input.commit_id !== 'string') return false
  const commit = await commitOf(workspace, input.commit_id)
  if (action === 'ctx show' || action === 'ctx update') return isOwn(holder, commit.principal)
  for await (const { principal } of workspace.store.listAncestors(commit.id, Number.MAX_SAFE_INTEGER))
    if (!isOwn(holder, principal)) return false
  return true
}

/** Whether a commit that is named is one's own; none is nobody's. */
async function isOwnCommit(holder: Holder, workspace: Workspace, reference: unknown): Promise<boolean> {
  if (reference === undefined) return true
  return typeof reference === 'string' && isOwn(holder, (await commitOf(workspace, reference)).principal)
}

function notAllowed({ principal }: Holder, { name }: Action, grant: Grant): Failure {
  return new Failure('not-allowed', `The token of ${principal} does not allow ${name} here.`, {
    facts: { principal, grant },
    hint: `Ask for a token with the grant ${grant}: \`stet token ${principal} --grant ${grant}\`.`,
  })
}
