import type { Command } from '../../commands/kit/command.ts'
import type { Commit } from '../../model/commit.ts'
import { Failure, isFailure } from '../../model/errors.ts'
import { type Grant, type Holder, isOwn } from '../../model/grant.ts'
import type { SessionId } from '../../model/id.ts'
import { isOwnSession } from '../../record/capture/belongs-to-holder.ts'
import { ownRecord } from '../../record/capture/own-record.ts'
import type { Workspace } from '../../record/workspace.ts'
import { apiName, mayWrite } from '../api/offers.ts'
import { recordedCommitOf } from '../api/session-of.ts'

/** What is about one commit, and its ancestors: everybody may ask for their own. */
const OF_COMMIT = ['ctx history', 'ctx show', 'ctx materialize', 'ctx update']
/** These write nothing that is another's, though what they find may be kept. */
const READS = ['ctx materialize', 'ctx current']

type Input = Readonly<Record<string, unknown>>

/**
 * What an action is run with for who holds a token: whose it writes is whose token it is, whatever was sent, but for what
 * it captures of this machine's own files. Refuses what is another's, unless that is granted; what is not known to be one's
 * own counts as another's. Captures nothing itself.
 */
export async function asHolder(
  holder: Holder,
  command: Command,
  workspace: Workspace,
  sent: unknown,
): Promise<{ readonly workspace: Workspace; readonly input: unknown }> {
  const input = typeof sent === 'object' && sent !== null ? (sent as Input) : {}
  const name = apiName(command)
  const needed: Grant = mayWrite('http', command) && !READS.includes(name) ? 'agent/write' : 'agent/read'
  const isGranted = holder.grants.includes(needed)
  const seen = isGranted || name === 'inscribe' ? workspace : ownWorkspace(workspace, holder)
  const commit = isGranted ? undefined : await commitNamed(name, seen, input)
  if (!isGranted && !(await isOwnOf(holder, name, workspace, { input, commit }))) throw notAllowed(holder, name, needed)
  const [user, machine] = holder.principal.split('@') as [string, string]
  const owner = { user: workspace.user, machine: workspace.machine }
  const found = commit && { [keyOf(name)]: commit.id } // what was looked at, and nothing newer
  return {
    workspace: { ...seen, holder, owner, user: holder.principal, machine },
    input: name === 'inscribe' ? { ...input, user, machine } : found ? { ...input, ...found } : sent,
  }
}

/** All that a token without the grant works with: what is its own in the record, and nothing of this machine. */
function ownWorkspace(workspace: Workspace, holder: Holder): Workspace {
  const store = ownRecord(workspace.store, holder)
  return { ...workspace, store, search: undefined, configDirs: {}, liveDir: undefined, inside: undefined }
}

/** The commit that an action is about, as far as it is in the record; what is not there is as what is another's. */
async function commitNamed(action: string, workspace: Workspace, input: Input): Promise<Commit | undefined> {
  const reference = input[keyOf(action)]
  if (action !== 'ctx checkpoint' && !OF_COMMIT.includes(action)) return undefined
  if (typeof reference !== 'string') return undefined
  try {
    return await recordedCommitOf(workspace, reference)
  } catch (error) {
    if (!isFailure(error, 'commit-not-found', 'session-not-found', 'file-not-found')) throw error
    return undefined
  }
}

function keyOf(action: string): 'parent' | 'commit_id' {
  return action === 'ctx checkpoint' ? 'parent' : 'commit_id'
}

/** What adds is one's own, unless it names bytes, a session or a parent of another; a context with all it was made of. */
async function isOwnOf(
  holder: Holder,
  action: string,
  { store }: Workspace,
  { input, commit }: { readonly input: Input; readonly commit: Commit | undefined },
): Promise<boolean> {
  if (action === 'ctx resolve')
    return input.principal_local === undefined || isOwn(holder, String(input.principal_local))
  if (action === 'inscribe') return true // it refuses sessions of others itself
  if (action === 'ctx checkpoint')
    return (
      input.artifact_ref === undefined &&
      (input.parent === undefined || (commit !== undefined && isOwn(holder, commit.principal))) &&
      isOwnSession(store, holder, String(input.session_id ?? '') as SessionId)
    )
  if (!commit) return false
  if (action === 'ctx show' || action === 'ctx update') return isOwn(holder, commit.principal)
  for await (const { principal } of store.listAncestors(commit.id, Number.MAX_SAFE_INTEGER))
    if (!isOwn(holder, principal)) return false
  return true
}

function notAllowed({ principal }: Holder, name: string, grant: Grant): Failure {
  return new Failure('not-allowed', `The token of ${principal} does not allow ${name} here.`, {
    facts: { principal, grant },
    hint: `Ask for a token with the grant ${grant}: \`stet token ${principal} --grant ${grant}\`.`,
  })
}
