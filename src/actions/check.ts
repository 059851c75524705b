import { createReadStream } from 'node:fs'
import { resolve } from 'node:path'
import { Failure } from '../model/errors.ts'
import type { Session } from '../model/session.ts'
import { openSqliteStore } from '../store/drivers/sqlite/open-sqlite-store.ts'
import { inscribe } from './inscribe.ts'
import { looksLikePath, resolveSession } from './resolve-session.ts'
import { sessionBytes } from './session-bytes.ts'
import { clientOf, type Workspace } from './workspace.ts'

export interface Checked {
  readonly session: string
  /** The record gives the file back, byte for byte. */
  readonly byte_exact: boolean
  /** The conversation parsed from the file, rendered as a new session and parsed again is the same conversation. */
  readonly rerender_exact: boolean
  readonly rounds: number
  readonly differences: readonly string[]
}

/** Proves the round trip of a session or of a file that need not be in the record. Writes nothing. */
export async function check(workspace: Workspace, reference: string): Promise<Checked> {
  if (!looksLikePath(reference)) return checkRecorded(workspace, await resolveSession(workspace, reference))
  const scratch: Workspace = { ...workspace, store: openSqliteStore({ directory: ':memory:' }) }
  try {
    const path = resolve(workspace.cwd, reference)
    const { sessions, failed } = await inscribe(scratch, [path], { sideFiles: false })
    if (failed[0]) throw new Failure(failed[0].code, failed[0].message, { facts: { path } })
    return await checkRecorded(scratch, (await scratch.store.findSession(sessions[0]!.session))!)
  } finally {
    await scratch.store.close()
  }
}

async function checkRecorded(workspace: Workspace, session: Session): Promise<Checked> {
  const differences: string[] = []
  const pieces: Buffer[] = []
  for await (const piece of sessionBytes(workspace.store, session)) pieces.push(piece)
  const bytes = Buffer.concat(pieces)
  const drift = await firstDifference(bytes, session.source)
  if (drift !== undefined) differences.push(drift)
  const rerender = rerenderDifference(session, bytes)
  if (rerender !== undefined) differences.push(rerender)
  return {
    session: session.id,
    byte_exact: drift === undefined,
    rerender_exact: rerender === undefined,
    rounds: session.facts.rounds,
    differences,
  }
}

/** Compares the record with the source, where that is still there: a longer source is not yet recorded, not drift. */
async function firstDifference(recorded: Buffer, source: string): Promise<string | undefined> {
  let at = 0
  try {
    for await (const chunk of createReadStream(source) as AsyncIterable<Buffer>) {
      const same = recorded.subarray(at, at + chunk.length)
      if (!chunk.subarray(0, same.length).equals(same)) {
        let byte = 0
        while (chunk[byte] === same[byte]) byte++
        return `the file ${source} differs from the record at byte ${at + byte}`
      }
      at += same.length
      if (same.length < chunk.length) return undefined
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined // the record outlives its source
    throw error
  }
  return at < recorded.length ? `the file ${source} ends at byte ${at}, the record at ${recorded.length}` : undefined
}

function rerenderDifference(session: Session, bytes: Buffer): string | undefined {
  const client = clientOf(session)
  const before = client.conversation(bytes)
  const after = client.conversation(client.render(bytes, { sessionId: session.clientId }))
  const at = before.findIndex((block, index) => block !== after[index])
  if (at === -1 && before.length === after.length) return undefined
  return `rendered and parsed again, the conversation differs from block ${at === -1 ? before.length : at} of ${before.length} on`
}
