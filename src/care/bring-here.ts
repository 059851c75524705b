import { existsSync } from 'node:fs'
import { realpath } from 'node:fs/promises'
import { clientOf } from '../clients/client-of.ts'
import { Failure } from '../model/errors.ts'
import { shortId } from '../model/id.ts'
import { isHere } from '../model/machine-path.ts'
import type { Session } from '../model/session.ts'
import { writeSideFiles } from '../read/export.ts'
import { inscribe } from '../record/capture/inscribe.ts'
import { beginsRecord, extendsRecord, openSource } from '../record/capture/source-file.ts'
import { sessionPath } from '../record/naming/client-files.ts'
import { sessionBytes } from '../record/reading/session-bytes.ts'
import { noteFolder } from '../record/remote/folders-here.ts'
import type { Workspace } from '../record/workspace.ts'
import { placeFile } from '../system/place-file.ts'
import { checkoutOf } from './checkout.ts'

/** A session whose file is where the client of this machine looks for it, with all that the record has of it. */
export interface Brought {
  readonly session: Session
  readonly cwd: string
  readonly path: string
  /** False where the file was there and whole. */
  readonly isWritten: boolean
}

/**
 * Writes a session that came from another machine, or that went on there, as a file of this machine's client. A file that
 * is there is only replaced where it is the beginning of the session; what it has beyond that is captured first.
 */
export async function bringHere(
  workspace: Workspace,
  session: Session,
  { cwd: given, dryRun }: { readonly cwd?: string | undefined; readonly dryRun: boolean },
): Promise<Brought> {
  const { cwd, path } = await placeHere(workspace, session, given)
  const there = existsSync(path) ? await compared(workspace, session, path) : 'none'
  if (there === 'other') throw await taken(workspace, session, path)
  if (there === 'whole' && session.source === path) return { session, cwd, path, isWritten: false }
  if (dryRun) return { session, cwd, path, isWritten: there !== 'whole' }
  if (there === 'none' || there === 'beginning') {
    await placeFile(path, sessionBytes(workspace.store, session), { replaces: there === 'beginning' })
    await writeSideFiles(workspace, session, path)
  }
  if (cwd !== session.facts.cwd && workspace.storeDir !== undefined) await noteFolder(workspace.storeDir, session, cwd)
  const { sessions } = await inscribe(workspace, [path])
  const now = (sessions[0] && (await workspace.store.findSession(sessions[0].session))) ?? session
  return { session: now, cwd, path, isWritten: there !== 'whole' }
}

/** Its own file where that is on this machine; else where the client looks for it in the checkout. */
async function placeHere(
  workspace: Workspace,
  session: Session,
  given: string | undefined,
): Promise<{ readonly cwd: string; readonly path: string }> {
  const { cwd } = session.facts
  if (given === undefined && isHere(session.source) && cwd !== null && existsSync(cwd))
    return { cwd, path: session.source }
  const folder = await checkoutOf(workspace, session, given)
  const path = sessionPath(workspace, clientOf(session), { cwd: folder, sessionId: session.clientId })
  const isOwn = isHere(session.source) && (await realpath(session.source).catch(() => undefined)) === path
  return { cwd: folder, path: isOwn ? session.source : path }
}

async function compared(
  { store }: Workspace,
  session: Session,
  path: string,
): Promise<'whole' | 'beginning' | 'other'> {
  const file = openSource(path)
  try {
    if (await extendsRecord(file, store, session)) return 'whole'
    return file.size === 0 || (await beginsRecord(file, store, session)) ? 'beginning' : 'other'
  } finally {
    file.close()
  }
}

async function taken({ store }: Workspace, { id, client }: Session, path: string): Promise<Failure> {
  const own = await store.findSource(path)
  const hint = own
    ? `The client of this machine has the other one: \`stet resume ${own.session}\`. As a new session: \`stet export ${id} --to ${client}\`.`
    : `Run \`stet inscribe ${path}\`, then \`stet sessions\` to see both.`
  return new Failure('target-exists', `${path} and session ${shortId(id)} were continued differently.`, {
    facts: { session: id, path },
    hint,
  })
}
