import { randomUUID } from 'node:crypto'
import { CLIENTS } from '../../clients/index.ts'
import { clientNamed, WRITTEN_NAMES } from '../../clients/names.ts'
import { notSupported } from '../../clients/require-ability.ts'
import { Failure } from '../../model/errors.ts'
import type { CommitId } from '../../model/id.ts'
import { refuseUnlessLabel } from '../../model/refuse-unless-label.ts'
import { noteStarted } from '../../record/capture/started-as.ts'
import { clientFor } from '../../record/chain/client-of-format.ts'
import { resolveCommit } from '../../record/chain/resolve-commit.ts'
import { type Resuming, sessionPath } from '../../record/naming/client-files.ts'
import type { Workspace } from '../../record/workspace.ts'
import { FIT, type Fitted } from './fit.ts'
import { writeSession } from './write-session.ts'

export interface StartInput {
  /** What kind of agent it is; commits of the new session say so. */
  readonly template: string
  /** What it knows: a commit, a session for its head, `latest`, or `none` for nothing. */
  readonly context?: string | undefined
  /** The ticket it is to work on. */
  readonly ticket?: string | undefined
  /** Which client; unless given the one whose context it is, and Claude Code where it is nobody's. */
  readonly client?: string | undefined
  readonly out?: string | undefined
  /** Replaces a file that is there. */
  readonly force?: boolean
  readonly parents?: boolean
  readonly dryRun?: boolean
  /** As much of the client's window as it may take; what is larger is cut in the gentlest way. */
  readonly fit?: string
}

export interface Started extends Resuming {
  /** Null where the client chooses the id itself. */
  readonly session: string | null
  readonly path: string | null
  readonly client: string
  /** The folder to start it in. */
  readonly cwd: string
  readonly context: CommitId | null
  readonly template: string
  readonly operation?: string
  readonly fitted?: Fitted
  readonly warnings?: readonly string[]
}

/**
 * Starts an agent from what one knew. Going on (the newest commit of a chain), going back or branching off (any commit)
 * and beginning afresh (`none`) are the same call.
 */
export async function start(workspace: Workspace, input: StartInput): Promise<Started> {
  const {
    template,
    context = 'latest',
    ticket,
    client,
    out,
    force = false,
    parents = false,
    dryRun = false,
    fit = FIT,
  } = input
  refuseUnlessLabel(template, 'a template', 'reviewer')
  if (ticket !== undefined) refuseUnlessLabel(ticket, 'a ticket', 'tkt-12ab')
  if (context === 'none') return afresh(workspace, input)
  const commit = await resolveCommit(workspace, context)
  const to = client ?? clientFor(commit.format)
  const made = await writeSession(workspace, commit, { to, template, ticket, out, force, parents, dryRun, fit })
  const { session, path, client: of, resume, resume_inside, cwd, operation, fitted, warnings } = made
  const started = { session, path, client: of, resume, resume_inside, cwd, context: commit.id, template }
  return {
    ...started,
    ...(operation !== undefined && { operation }),
    ...(fitted && { fitted }),
    ...(warnings && { warnings }),
  }
}

/** There is nothing to write: the client makes the file when it begins. What it is started as is remembered by its id. */
async function afresh(
  workspace: Workspace,
  { template, client: name = 'claude-code', out, dryRun = false }: StartInput,
): Promise<Started> {
  if (out !== undefined) {
    throw new Failure('usage', 'With --context none no session is written, so --out cannot be used.', {
      hint: 'Leave out --out.',
    })
  }
  const client = CLIENTS.find((one) => one.name === clientNamed(name))
  if (!client) {
    throw new Failure('usage', `There is no client ${JSON.stringify(name.slice(0, 40))}.`, {
      hint: `Write --client ${WRITTEN_NAMES.join(' or --client ')}.`,
    })
  }
  const id = randomUUID()
  const begun = client.files.startCommand?.(id)
  if (!begun) throw notSupported(client, 'started')
  const path = begun.isOfId ? sessionPath(workspace, client, { cwd: workspace.cwd, sessionId: id }) : null
  if (begun.isOfId && !dryRun && workspace.storeDir !== undefined) await noteStarted(workspace.storeDir, id, template)
  return {
    session: begun.isOfId ? id : null,
    path,
    client: client.name,
    resume: begun.command,
    resume_inside: null,
    cwd: workspace.cwd,
    context: null,
    template,
  }
}
