import { randomUUID } from 'node:crypto'
import type { Client } from '../../clients/client.ts'
import { CLIENTS } from '../../clients/index.ts'
import { linesOf } from '../../clients/lines.ts'
import { clientNamed, WRITTEN_NAMES } from '../../clients/names.ts'
import { requireAbility } from '../../clients/require-ability.ts'
import type { Commit } from '../../model/commit.ts'
import type { Context } from '../../model/context.ts'
import { Failure } from '../../model/errors.ts'
import type { SessionId } from '../../model/id.ts'
import { noFacts } from '../../model/session.ts'
import { type Materialized, openContext } from '../../record/chain/materialize.ts'
import { type CommitRef, commitOf } from '../../record/chain/resolve-commit.ts'
import type { Stop } from '../../record/chain/walk-chain.ts'
import { type Resuming, resuming, sessionPath } from '../../record/naming/client-files.ts'
import type { Workspace } from '../../record/workspace.ts'
import { outPath, refuseMissingFolder } from '../../system/out-path.ts'
import { placeFile } from '../../system/place-file.ts'
import { carryOut } from '../carry-out.ts'
import { fixedTokensOf } from '../fixed-tokens-of.ts'
import { writeOutputFile } from '../output-file.ts'
import { recordReplaced, refuseForSession, refuseOverwrite } from '../refuse-overwrite.ts'
import { tokensOfSteps, total } from '../weigh.ts'
import { wholeScript } from '../whole-script.ts'
import { writeScript } from '../write-script.ts'
import { type Fit, type Fitted, fit } from './fit.ts'

export interface WriteSessionOptions {
  /** A client's name. */
  readonly to: string
  readonly stop?: Stop
  /** What kind of agent it is, and the ticket it is to work on: its commits say so. */
  readonly template?: string | undefined
  readonly ticket?: string | undefined
  readonly out?: string | undefined
  readonly force?: boolean
  readonly parents?: boolean
  readonly dryRun?: boolean
  /** As much of the client's window as it may take: a share, tokens, or `none`, as it is unless given. */
  readonly fit?: string | undefined
}

export interface WrittenSession extends Materialized, Resuming {
  /** To undo it by; absent in a dry run. */
  readonly operation?: string
  readonly session: string
  readonly path: string
  readonly client: string
  /** The folder to resume it in. */
  readonly cwd: string
  /** How it was cut, where all of it would not have fitted. */
  readonly fitted?: Fitted
  /** What was written and could not be recorded yet, or is too large. */
  readonly warnings?: readonly string[]
}

/**
 * Writes the context a commit represents as a new session that the client resumes. Resuming an old point and forking
 * from it are this same call: every call makes a session of its own.
 */
export async function writeSession(
  workspace: Workspace,
  reference: CommitRef,
  {
    to,
    stop = 'compaction',
    template,
    ticket,
    out,
    force = false,
    parents = false,
    dryRun = false,
    fit: most = 'none',
  }: WriteSessionOptions,
): Promise<WrittenSession> {
  const tip = await commitOf(workspace, reference)
  const client = CLIENTS.find((known) => known.name === clientNamed(to))
  if (!client) throw unwritable(tip, to, `Write --to ${WRITTEN_NAMES.join(', --to ')}, or the name of a format.`)
  requireAbility(client, 'writer')
  const { made, read } = await openContext(workspace, tip, stop, { to: client.format, dryRun })
  if (made.format !== client.format)
    throw unwritable(tip, to, `Run \`stet ctx materialize ${tip.id} --out FILE\` to get its bytes.`)
  const session =
    (out !== undefined && client.files.idIn?.(out)) || (client.files.newId?.(workspace.clock()) ?? randomUUID())
  const source = await workspace.store.findSession(tip.session)
  const { cwd: from, charsAToken } = source?.facts ?? noFacts()
  const cwd = from ?? workspace.cwd
  const path =
    out === undefined
      ? sessionPath(workspace, client, { cwd, sessionId: session })
      : outPath(workspace.cwd, out, { name: client.files.nameOf(session), mayMake: parents })
  const bytes = await read()
  const context = contextIn(client, bytes)
  if (context.parts.length === 0) {
    throw new Failure('nothing-to-do', `Commit ${tip.id} has no message that a client could resume.`, {
      facts: { commit: tip.id },
    })
  }
  const note = {
    context_id: tip.id,
    stop,
    ...(template !== undefined && { template }),
    ...(ticket !== undefined && { ticket_id: ticket }),
  }
  const fixed = source ? await fixedTokensOf(workspace.store, source) : null
  const script = wholeScript('materialize', tip.session, context, charsAToken)
  const tokens = Math.round((fixed ?? 0) + total(tokensOfSteps(script.steps)))
  const wanted = { fit: stop === 'compaction' ? most : 'none', client, tokens, note, out, force, parents, dryRun }
  const fitting = await fit(workspace, tip, source, wanted)
  if (fitting && 'shrunk' in fitting) return fittedSession(made, fitting)
  await refuseForSession(workspace, client, path, force)
  const warned = fitting?.warnings ?? []
  const written = {
    ...made,
    client: client.name,
    session,
    path,
    cwd,
    ...resuming(client, session, out === undefined ? out : path),
  }
  if (dryRun) return { ...written, ...(warned.length > 0 && { warnings: warned }) }
  const at = workspace.clock().toISOString()
  const output = {
    client,
    clientOf: () => client,
    script,
    sessionId: session,
    cwd,
    named: { session: tip.session, head: context.head, title: null },
    inherited: [],
    note,
    context: tokens,
    metadata: {},
    at,
  }
  const sources = new Map([[tip.session as string, (start: number, end: number) => bytes.subarray(start, end)]])
  const write = async () => {
    const whole = await writeOutputFile(path, workspace.signal, (put) => writeScript(output, sources, put))
    return { ...whole, output: { session: session as SessionId, path, ...whole.written } }
  }
  const lineage = { kind: 'materialize' as const, parents: [tip.session], params: { commit: tip.id, stop } }
  const target = { client: client.name, name: null, renumbers: true }
  const plan = { pieces: [], sources: [tip.session], target, lineage }
  const operation = { kind: lineage.kind, at, sources: [tip.session], plans: [plan], endings: [] }
  const { id, warnings: left } = await carryOut(workspace, operation, [{ path, write }], { force })
  const warnings = [...warned, ...left]
  return { ...written, operation: id, ...(warnings.length > 0 && { warnings }) }
}

/** A session that was cut to fit, as one that was written whole. */
function fittedSession(made: Materialized, { shrunk, fitted }: Extract<Fit, { shrunk: unknown }>): WrittenSession {
  const { operation, sessions, warnings } = shrunk.operated
  const { session, path, client, cwd, resume, resume_inside } = sessions[0]!
  return {
    ...made,
    ...(operation !== undefined && { operation }),
    session,
    path,
    client,
    cwd,
    resume,
    resume_inside,
    fitted,
    ...(warnings.length > 0 && { warnings }),
  }
}

function unwritable({ format }: Commit, to: string, hint: string): Failure {
  return new Failure(
    'format-unknown',
    `A context of the format ${format} cannot be written for ${JSON.stringify(to.slice(0, 40))}.`,
    { facts: { format, to: to.slice(0, 200), known: WRITTEN_NAMES }, hint },
  )
}

/** The lines of a context come from several stretches of a session. */
function contextIn(client: Client, bytes: Buffer): Context {
  const reader = requireAbility(client, 'context').reader({ bridges: true })
  for (const line of linesOf(bytes, client.reader.lineEnd)) reader.add(line)
  return reader.context(() => 0)
}

/** Writes the context a commit represents as bytes: as it is in the record, or in another format. */
export async function writeContext(
  workspace: Workspace,
  tip: CommitRef,
  {
    stop = 'compaction',
    to,
    out,
    force = false,
    parents = false,
    dryRun = false,
  }: Omit<WriteSessionOptions, 'to' | 'out'> & { readonly out: string; readonly to?: string | undefined },
): Promise<Materialized & { readonly path: string }> {
  const commit = await commitOf(workspace, tip)
  refuseMissingFolder(workspace.cwd, out, parents)
  const { made, read } = await openContext(workspace, commit, stop, { to, dryRun })
  const path = outPath(workspace.cwd, out, { name: `${commit.id}.${made.format}`, mayMake: parents })
  await refuseOverwrite(workspace, path, force)
  if (!dryRun) await place(workspace, path, [await read()], force)
  return { ...made, path }
}

/** A session that is replaced is taken into the record first. */
async function place(workspace: Workspace, path: string, chunks: readonly Buffer[], force: boolean): Promise<void> {
  if (force) await recordReplaced(workspace, path)
  await placeFile(path, chunks, { replaces: force })
}
