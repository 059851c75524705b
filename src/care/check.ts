import { isAbsolute, resolve } from 'node:path'
import { Failure, isFailure } from '../model/errors.ts'
import type { Session } from '../model/session.ts'
import { inscribe } from '../record/capture/inscribe.ts'
import { reading } from '../record/capture/reading.ts'
import { openSource, type SourceFile } from '../record/capture/source-file.ts'
import { looksLikePath, resolveSession } from '../record/naming/resolve-session.ts'
import { sessionBytes } from '../record/reading/session-bytes.ts'
import { openSqliteStore } from '../record/sqlite/open-sqlite-store.ts'
import type { Workspace } from '../record/workspace.ts'
import { differingLines } from './differing-lines.ts'
import { rerenderDifference } from './rerender-difference.ts'

export interface Checked {
  readonly session: string
  /** The record gives the file back, byte for byte. */
  readonly byte_exact: boolean
  /** The conversation parsed from the file, rendered as a new session and parsed again is the same conversation. */
  readonly rerender_exact: boolean
  readonly rounds: number
  readonly differences: readonly string[]
}

const COMPARED_AT_ONCE = 1 << 20

/** A file, and how much of a session's record it is to hold. */
interface Held {
  readonly path: string
  readonly bytes: number
}

/**
 * Proves the round trip of a session, or of a file: against the record where that knows the file, else by itself.
 * Writes nothing.
 */
export async function check(workspace: Workspace, reference: string): Promise<Checked> {
  if (!looksLikePath(reference)) {
    const session = await resolveSession(workspace, reference)
    return checkRecorded(workspace, session, await fileOf(workspace, session))
  }
  const path = resolve(workspace.cwd, reference)
  const known = await findRecorded(workspace, path)
  return known ? checkRecorded(workspace, known.session, known.file) : checkAlone(workspace, path)
}

/** The session's file, where it came from one, and that was not found to be another generation by now. */
async function fileOf({ store }: Workspace, session: Session): Promise<Held | undefined> {
  if (!isAbsolute(session.source)) return undefined
  const generations = await store.generations(session.client, session.clientId)
  const noted = generations.length > 1 ? (await store.findSource(session.source))?.session : undefined
  const isReplaced = noted !== undefined && noted !== session.id
  return isReplaced ? undefined : { path: session.source, bytes: Number.POSITIVE_INFINITY }
}

/** The session recorded from a path. Of a copy the record may have gone on since: it is to hold what it held then. */
async function findRecorded(
  { store }: Workspace,
  path: string,
): Promise<{ readonly session: Session; readonly file: Held } | undefined> {
  const note = await store.findSource(path)
  const session = note && (await store.findSession(note.session))
  if (!session) return undefined
  if (session.source === path) return { session, file: { path, bytes: Number.POSITIVE_INFINITY } }
  const sideFiles = await store.listSideFiles(session.id) // their paths are noted too
  return sideFiles.some((file) => path.endsWith(`/${file.path}`))
    ? undefined
    : { session, file: { path, bytes: note.size } }
}

async function checkAlone(workspace: Workspace, path: string): Promise<Checked> {
  const scratch: Workspace = { ...workspace, store: openSqliteStore({ directory: ':memory:' }), search: undefined }
  try {
    const { sessions, failed } = await inscribe(scratch, [path], { sideFiles: false })
    if (failed[0]) throw new Failure(failed[0].code, failed[0].message, { facts: { path } })
    const session = (await scratch.store.findSession(sessions[0]!.session))!
    return await checkRecorded(scratch, session, await fileOf(scratch, session))
  } finally {
    await scratch.store.close()
  }
}

async function checkRecorded(workspace: Workspace, session: Session, file: Held | undefined): Promise<Checked> {
  const { store } = workspace
  const drift = file
    ? await reading(file.path, () => differencesOf(() => sessionBytes(store, session), file)).catch(
        goneSentence(session, session.bytes + session.tail.length),
      )
    : []
  const rerender = await rerenderDifference(store, session)
  return {
    session: session.id,
    byte_exact: drift.length === 0,
    rerender_exact: rerender === undefined,
    rounds: session.facts.rounds,
    differences: rerender === undefined ? drift : [...drift, rerender],
  }
}

/** Compares the record with a file: a longer file is not yet recorded, not drift. */
async function differencesOf(recorded: () => AsyncIterable<Buffer>, { path, bytes }: Held): Promise<string[]> {
  const file = openToCompare(path)
  try {
    const length = await lengthIfSame(upTo(bytes, recorded()), file)
    if (length !== undefined && length <= file.size) return []
    const runs = length === undefined ? await differingLines(upTo(bytes, recorded()), file) : []
    const differ = runs.map(
      ({ first, last, at }) => `the file ${path} differs from the record at byte ${at}, ${linesText(first, last)}`,
    )
    const recordedBytes = length ?? (await lengthOf(upTo(bytes, recorded())))
    return recordedBytes <= file.size
      ? differ
      : [...differ, `the file ${path} ends at byte ${file.size}, the record at ${recordedBytes}`]
  } finally {
    file.close()
  }
}

function linesText(first: number, last: number): string {
  return first === last ? `line ${first}` : `lines ${first} to ${last}`
}

/** How long what was recorded is, if the file is the same as far as both go; else undefined. */
async function lengthIfSame(recorded: AsyncIterable<Buffer>, file: SourceFile): Promise<number | undefined> {
  const chunk = Buffer.allocUnsafe(COMPARED_AT_ONCE)
  let at = 0
  for await (const piece of recorded) {
    for (let from = 0; from < piece.length && at + from < file.size; from += chunk.length) {
      const same = piece.subarray(from, from + Math.min(chunk.length, file.size - at - from))
      const read = file.read(chunk.subarray(0, same.length), at + from)
      if (!chunk.subarray(0, read).equals(same)) return undefined
    }
    at += piece.length
  }
  return at
}

async function lengthOf(chunks: AsyncIterable<Buffer>): Promise<number> {
  let length = 0
  for await (const chunk of chunks) length += chunk.length
  return length
}

/** The first bytes of a stream of them. */
async function* upTo(bytes: number, chunks: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
  let left = bytes
  for await (const chunk of chunks) {
    yield chunk.subarray(0, left)
    left -= chunk.length
    if (left <= 0) return
  }
}

/** What is there in the place of a recorded file, and is none, cannot be compared. */
function openToCompare(source: string): SourceFile {
  try {
    return openSource(source)
  } catch (error) {
    if (!isFailure(error, 'file-not-a-session')) throw error
    throw new Failure('file-unreadable', error.message, { facts: { path: source }, cause: error })
  }
}

/** The record outlives its source, but nobody can resume what is gone. */
function goneSentence(session: Session, bytes: number): (error: unknown) => string[] {
  return (error) => {
    if (!isFailure(error, 'file-not-found')) throw error
    return [goneText(session, bytes)]
  }
}

/** What is so when a session's file is gone, and how to put it back. */
function goneText({ id, source, facts }: Session, bytes: number): string {
  return `the file ${source} is gone; the record holds all ${bytes} bytes of it, ${facts.rounds} rounds: stet restore ${id}`
}
