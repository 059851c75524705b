import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs'
import { Failure, isFailure } from '../../model/errors.ts'
import { type ArtifactId, artifactIdOf, asBuffer } from '../../model/id.ts'
import type { Session } from '../../model/session.ts'
import type { Store } from '../store.ts'
import { decompress, holdsTooMuch, isCompressed } from './compressed-file.ts'
import { refusal } from './reading.ts'

const FIRST_LOOK = 64 << 10
const LONGEST_LOOK = 64 << 20
/** Memory that is used again is faster than as much as the file has, and few reads than many. */
const COMPARED_AT_ONCE = 64 << 10
const NEWLINE = 10

/** Bytes that can be read by their place. */
export interface Source {
  readonly path: string
  readonly size: number
  /** Fills the buffer from this place; fewer bytes only at the end. Synchronous: a wait costs more than the read. */
  read(buffer: Buffer, position: number): number
}

/**
 * A client's file, open for reading only, as long as it was when it was opened. One that the client compressed is read as
 * if it were not: it is the same session.
 */
export interface SourceFile extends Source {
  readonly modified: string
  readonly inode: string
  /** The start of the file: enough for its first line. */
  head(): Buffer
  /** True when a line ends at or after this place. */
  hasNewline(from: number): boolean
  /** True when the file is longer by now than when it was opened. */
  hasGrown(): boolean
  close(): void
}

/** Opens a file; `at` is where it lies, if not at the path it is known by. */
export function openSource(path: string, at = path): SourceFile {
  const file = openToRead(at)
  const stat = fstatSync(file, { bigint: true })
  if (!stat.isFile()) {
    closeSync(file)
    throw new Failure('file-not-a-session', `${path} is not a file.`, {
      facts: { path },
      hint: 'Give the path of a transcript, or run `stet inscribe --all`.',
    })
  }
  const whole = Number(stat.size)
  const fromFile = (buffer: Buffer, position: number) => readFully(file, buffer, position, whole)
  const plain = closingOnFailure(file, () => decompressed(path, fromFile, whole))
  const size = plain?.length ?? whole
  const read = plain ? (buffer: Buffer, position: number) => plain.copy(buffer, 0, position) : fromFile
  return {
    path,
    size,
    modified: String(stat.mtimeNs),
    inode: `${stat.dev}:${stat.ino}`,
    read,
    head: () => readHead(read, size),
    hasNewline: (from) => hasNewline(read, from),
    hasGrown: () => fstatSync(file).size > whole,
    close: () => closeSync(file),
  }
}

function closingOnFailure<T>(file: number, work: () => T): T {
  try {
    return work()
  } catch (error) {
    closeSync(file)
    throw error
  }
}

/** What a compressed file holds; undefined for any other file. */
function decompressed(path: string, read: SourceFile['read'], size: number): Buffer | undefined {
  const head = Buffer.alloc(4)
  if (read(head, 0) < head.length || !isCompressed(head)) return undefined
  const packed = Buffer.allocUnsafe(size)
  try {
    return decompress(packed.subarray(0, read(packed, 0)))
  } catch (error) {
    const reason = holdsTooMuch(error) ? 'holds more than 1 GB: unpack it with zstd -d' : 'damaged, or not whole yet'
    throw new Failure('file-unreadable', `The file ${path} is compressed and ${reason}.`, {
      facts: { path },
      hint: 'Try again with the whole file, or with one that is not compressed.',
      cause: error,
    })
  }
}

/** Without waiting: a pipe nobody writes to is opened too, and then refused. */
function openToRead(path: string): number {
  try {
    return openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
  } catch (error) {
    throw refusal(path, error as NodeJS.ErrnoException)
  }
}

interface ProofHooks {
  /** Told of each commit whose recorded bytes could not be read any more, and were put back from the file. */
  readonly onHealed?: (artifact: ArtifactId) => void
}

/**
 * True when the file starts with everything recorded of the session, its tail included. Given `onHealed`, the record is
 * proven too: bytes that the store cannot read any more, and that the file still has, are put back.
 */
export async function extendsRecord(
  file: SourceFile,
  store: Store,
  session: Session,
  { onHealed }: ProofHooks = {},
): Promise<boolean> {
  if (!hasTail(file, session)) return false
  let buffer = Buffer.alloc(0)
  let compared = 0
  for await (const commit of store.listChain(session.id)) {
    if (commit.start >= session.bytes) break // written since the session was read
    const length = commit.end - commit.start
    if (buffer.length < length) buffer = Buffer.allocUnsafe(length)
    const bytes = buffer.subarray(0, length)
    if (file.read(bytes, commit.start) !== length || artifactIdOf(bytes) !== commit.artifact) return false
    if (onHealed && (await heal(store, commit.artifact, bytes))) onHealed(commit.artifact)
    compared = commit.end
  }
  return compared === session.bytes // else what is recorded of its length is damaged
}

/** True when the file is the beginning of what is recorded of the session, and not all of it. */
export async function beginsRecord(file: SourceFile, store: Store, session: Session): Promise<boolean> {
  if (file.size === 0 || file.size >= session.bytes + session.tail.length) return false
  for await (const { start, end, artifact } of store.listChain(session.id)) {
    const recorded = await store.artifacts.get(artifact).catch(unreadable)
    if (!recorded) return false
    const bytes = Buffer.allocUnsafe(Math.min(end, file.size) - start)
    if (file.read(bytes, start) !== bytes.length || !bytes.equals(recorded.subarray(0, bytes.length))) return false
    if (end >= file.size) return true
  }
  const rest = Buffer.allocUnsafe(file.size - session.bytes)
  return file.read(rest, session.bytes) === rest.length && rest.equals(session.tail.subarray(0, rest.length))
}

function unreadable(error: unknown): undefined {
  if (!isFailure(error, 'artifact-missing', 'artifact-corrupt')) throw error
}

/** Puts bytes back that the store cannot read; false where it can. */
export async function heal({ artifacts }: Store, id: ArtifactId, bytes: Uint8Array): Promise<boolean> {
  try {
    await artifacts.get(id)
    return false
  } catch (error) {
    if (!isFailure(error, 'artifact-corrupt', 'artifact-missing')) throw error
    await artifacts.put(bytes)
    return true
  }
}

function hasTail(file: SourceFile, session: Session): boolean {
  const recorded = session.damage === null ? session.tail : Buffer.alloc(0) // one that rotted is read again
  if (file.size < session.bytes + recorded.length) return false
  return holdsAt(file, asBuffer(recorded), session.bytes)
}

/** True when the last commit of the session, and its tail, are in the file where they were. */
export async function endsRecord(file: SourceFile, store: Store, session: Session): Promise<boolean> {
  if (session.head === null || !hasTail(file, session)) return false
  const commit = await store.findCommit(session.head)
  if (!commit) return false
  const bytes = Buffer.allocUnsafe(commit.end - commit.start)
  return file.read(bytes, session.bytes - bytes.length) === bytes.length && artifactIdOf(bytes) === commit.artifact
}

/** True when these bytes are in the file at this place. */
export function holdsAt(file: Source, bytes: Buffer, position: number): boolean {
  const found = Buffer.allocUnsafe(Math.min(bytes.length, COMPARED_AT_ONCE))
  for (let at = 0; at < bytes.length; at += found.length) {
    const wanted = bytes.subarray(at, at + found.length)
    const got = file.read(found.subarray(0, wanted.length), position + at)
    if (got < wanted.length || !wanted.equals(found.subarray(0, got))) return false
  }
  return true
}

function readFully(file: number, buffer: Buffer, position: number, size: number): number {
  const wanted = Math.max(0, Math.min(buffer.length, size - position))
  let done = 0
  while (done < wanted) {
    const got = readSync(file, buffer, done, wanted - done, position + done)
    if (got === 0) break // the file was cut while we read it
    done += got
  }
  return done
}

function readHead(read: SourceFile['read'], size: number): Buffer {
  for (let length = FIRST_LOOK; ; length *= 8) {
    const buffer = Buffer.alloc(Math.min(length, size))
    const head = buffer.subarray(0, read(buffer, 0))
    if (head.includes(NEWLINE) || length >= size || length >= LONGEST_LOOK) return head
  }
}

function hasNewline(read: SourceFile['read'], from: number): boolean {
  const buffer = Buffer.alloc(FIRST_LOOK)
  for (let at = from; ; at += buffer.length) {
    const got = read(buffer, at)
    if (buffer.subarray(0, got).includes(NEWLINE)) return true
    if (got < buffer.length) return false
  }
}
