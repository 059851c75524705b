import { appendFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Failure, isFailure } from '../../model/errors.ts'
import type { Session } from '../../model/session.ts'
import { placeWhole } from '../../system/place-file.ts'
import type { Workspace } from '../workspace.ts'
import { isOwnSession } from './belongs-to-holder.ts'
import { clientOfFile } from './client-of-file.ts'
import { type InscribeResult, inscribe } from './inscribe.ts'
import { withOwnLineage } from './own-record.ts'
import { beginsRecord, openSource, type SourceFile } from './source-file.ts'

/** Bytes of a session's file on another machine. */
export interface SentBytes {
  /** Who runs the agents there, if not the user of this one. */
  readonly user?: string | undefined
  readonly machine: string
  /** Where the file lies there. */
  readonly path: string
  /** Where in it the bytes begin: where those before them ended, or at its start, for a file that was written anew. */
  readonly offset: number
  readonly bytes: Uint8Array
}

export interface Received extends InscribeResult {
  /** How much of the file is here: what is sent next begins there. */
  readonly received: number
}

/** A part of a path that is a name here too, and of no other place. */
const PART = /^(?!\.{1,2}$)[A-Za-z0-9 ._~@+=,()-]{1,200}$/
const MOST_PARTS = 30

/**
 * Captures what another machine sends of a session's file. The bytes are put end to end in a folder next to the record, under
 * the name they have there and that of who sent them, and captured from that copy as if its client had written it here:
 * nothing at that path on this machine is looked at. What would go into a session of somebody else, or one that was forgotten,
 * is not kept.
 */
export async function receive(workspace: Workspace, sent: SentBytes): Promise<Received> {
  const { user = workspace.user.replace(/@.*$/s, ''), machine, offset, bytes } = sent
  const principal = `${user}@${machine}`
  const path = placeOf(workspace, principal, sent)
  const known = sizeOf(path, sent)
  if (offset !== known && offset !== 0) throw expected(sent, known)
  await keep(workspace, path, sent)
  const received = offset + bytes.length
  if (await isSentAgain(workspace, path)) return { sessions: [], failed: [], warnings: [], received }
  const { holder, store } = workspace
  const isFree = !holder || holder.grants.includes('agent/write')
  const there: Workspace = {
    ...workspace,
    store: isFree ? store : withOwnLineage(store, holder),
    user: principal,
    machine,
    owner: undefined,
    liveDir: undefined, // nothing of this machine
  }
  const inscribed = await inscribe(there, [path], { sideFiles: false })
  const refused = inscribed.failed.find(({ code }) => code === 'not-allowed' || code === 'session-forgotten')
  if (!refused) return { ...inscribed, received }
  if (offset === 0) rmSync(path, { force: true })
  else truncateSync(path, offset)
  throw new Failure(refused.code, refused.message, refused.hint === undefined ? {} : { hint: refused.hint })
}

/** Puts the bytes where they belong, or where they begin the file anew all of it at once; what is refused leaves all as it was. */
async function keep(workspace: Workspace, path: string, { offset, bytes }: SentBytes): Promise<void> {
  if (offset === 0) {
    await placeWhole(path, { replaces: true }, async (temporary) => {
      writeFileSync(temporary, bytes, { flag: 'wx', mode: 0o600 })
      await refuseOthers(workspace, path, temporary)
      return bytes.length
    })
    return
  }
  appendFileSync(path, bytes)
  try {
    await refuseOthers(workspace, path, path)
  } catch (error) {
    truncateSync(path, offset)
    throw error
  }
}

/** Without the right to change what is of others, who sends may go on only with sessions that are all their own. */
async function refuseOthers({ store, holder }: Workspace, path: string, at: string): Promise<void> {
  if (!holder || holder.grants.includes('agent/write')) return
  const sessions = await compared(store, { path, at }, async (_, recorded) => recorded)
  for (const session of sessions ?? []) {
    if (session.head === null ? session.source === path : await isOwnSession(store, holder, session.id)) continue
    throw new Failure('not-allowed', `Session ${session.clientId} belongs to another user.`, {
      facts: { session: session.clientId, principal: holder.principal, grant: 'agent/write' },
      hint: `Ask for a token that may change it: \`stet token ${holder.principal} --grant agent/write\`.`,
    })
  }
}

/** Whether all that is here of a file is the beginning of what is recorded: it was not cut, the rest is still to come. */
async function isSentAgain({ store }: Workspace, path: string): Promise<boolean> {
  const isAgain = await compared(store, { path, at: path }, async (file, recorded) => {
    for (const session of recorded) if (await beginsRecord(file, store, session)) return true
    return false
  })
  return isAgain ?? false
}

/** Looks at a file and at every generation of its session; undefined where it is compressed, and not whole yet. */
async function compared<T>(
  store: Workspace['store'],
  { path, at }: { readonly path: string; readonly at: string },
  look: (file: SourceFile, recorded: readonly Session[]) => Promise<T>,
): Promise<T | undefined> {
  let file: SourceFile
  try {
    file = openSource(path, at)
  } catch (error) {
    if (isFailure(error, 'file-unreadable')) return undefined // nor is it captured
    throw error
  }
  try {
    const client = clientOfFile(file)
    return await look(file, await store.generations(client.name, client.files.identify(path, file.head())))
  } finally {
    file.close()
  }
}

function placeOf({ storeDir }: Workspace, principal: string, { machine, path }: SentBytes): string {
  if (storeDir === undefined || storeDir === ':memory:')
    throw new Failure('not-supported', 'This record is in memory only, so it takes nothing from other machines.')
  const parts = [principal, ...path.split('/').filter((part) => part !== '')]
  if (parts.length < 2 || parts.length > MOST_PARTS || !parts.every((part) => PART.test(part)))
    throw invalid({ machine, path })
  return join(storeDir, 'received', ...parts)
}

function invalid({ machine, path }: Pick<SentBytes, 'machine' | 'path'>): Failure {
  return new Failure(
    'name-invalid',
    `${JSON.stringify(path.slice(0, 80))} is not a path that a file of another machine can have.`,
    {
      facts: { machine: machine.slice(0, 200), path: path.slice(0, 200) },
      hint: 'Send the path that the file has there, with / between its parts.',
    },
  )
}

/** How much of a file is here. A name that is a file's is no folder's, and the reverse. */
function sizeOf(path: string, sent: SentBytes): number {
  try {
    const found = statSync(path, { throwIfNoEntry: false })
    if (found?.isFile() ?? true) return found?.size ?? 0
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOTDIR') throw error
  }
  throw invalid(sent)
}

function expected({ path, offset }: SentBytes, known: number): Failure {
  return new Failure('chain-moved', `Expected the bytes of ${path} from ${known} on, but these begin at ${offset}.`, {
    facts: { path, received: known },
    hint: `Send the bytes from ${known} on, or the whole file from 0.`,
  })
}
