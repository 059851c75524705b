import { appendFileSync, rmSync, statSync, truncateSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { clientOfFile } from '../../capture/client-of-file.ts'
import { openSource } from '../../capture/source-file.ts'
import { Failure, isFailure } from '../../model/errors.ts'
import type { Session } from '../../model/session.ts'
import { makeDirectory } from '../../store/make-directory.ts'
import type { Workspace } from '../workspace.ts'
import { type InscribeResult, inscribe } from './inscribe.ts'
import { isOwnSession } from './is-own-session.ts'

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
 * nothing at that path on this machine is looked at. What would go into a session of somebody else is not kept.
 */
export async function receive(workspace: Workspace, sent: SentBytes): Promise<Received> {
  const { user = workspace.user.replace(/@.*$/s, ''), machine, offset, bytes } = sent
  const principal = `${user}@${machine}`
  const path = placeOf(workspace, principal, sent)
  const known = statSync(path, { throwIfNoEntry: false })?.size ?? 0
  if (offset !== known && offset !== 0) throw expected(sent, known)
  makeDirectory(dirname(path))
  if (offset === 0) rmSync(path, { force: true })
  appendFileSync(path, bytes, { mode: 0o600 })
  try {
    await refuseOthers(workspace, path)
  } catch (error) {
    truncateSync(path, offset)
    throw error
  }
  const there = { ...workspace, user: principal, machine, owner: undefined, liveDir: undefined } // nothing of this machine
  return { ...(await inscribe(there, [path], { sideFiles: false })), received: offset + bytes.length }
}

/** Without the right to change what is of others, who sends may go on only with sessions that are all their own. */
async function refuseOthers({ store, holder }: Workspace, path: string): Promise<void> {
  if (!holder || holder.grants.includes('agent/write')) return
  for (const session of await recordedOf(store, path)) {
    if (session.head === null ? session.source === path : await isOwnSession(store, holder, session.id)) continue
    throw new Failure('not-allowed', `The session ${session.clientId} is of somebody else.`, {
      facts: { session: session.clientId, principal: holder.principal, grant: 'agent/write' },
      hint: `Ask for a token that may change it: \`stet token ${holder.principal} --grant agent/write\`.`,
    })
  }
}

/** Every generation of the session that a file holds; none where that cannot be told yet. */
async function recordedOf(store: Workspace['store'], path: string): Promise<readonly Session[]> {
  try {
    const file = openSource(path)
    try {
      const client = clientOfFile(file)
      return await store.generations(client.name, client.files.identify(path, file.head()))
    } finally {
      file.close()
    }
  } catch (error) {
    if (isFailure(error, 'file-unreadable')) return [] // compressed, and not whole yet: it is not captured either
    throw error
  }
}

function placeOf({ storeDir }: Workspace, principal: string, { machine, path }: SentBytes): string {
  if (storeDir === undefined || storeDir === ':memory:')
    throw new Failure('not-supported', 'This record keeps nothing, and so takes nothing from other machines.')
  const parts = [principal, ...path.split('/').filter((part) => part !== '')]
  if (parts.length < 2 || parts.length > MOST_PARTS || !parts.every((part) => PART.test(part))) {
    throw new Failure(
      'name-invalid',
      `A file of another machine cannot be called ${JSON.stringify(path.slice(0, 80))}.`,
      {
        facts: { machine: machine.slice(0, 200), path: path.slice(0, 200) },
        hint: 'Send the path as the client has it, with / between plain names.',
      },
    )
  }
  return join(storeDir, 'received', ...parts)
}

function expected({ path, offset }: SentBytes, known: number): Failure {
  return new Failure('chain-moved', `Of ${path} ${known} bytes are here, and these begin at ${offset}.`, {
    facts: { path, received: known },
    hint: `Send the bytes from ${known} on, or the whole file from 0.`,
  })
}
