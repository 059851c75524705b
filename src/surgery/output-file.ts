import { constants } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { Failure } from '../model/errors.ts'
import { type Whole, writeWhole } from '../system/place-file.ts'
import { giveBack, takeMemory } from '../system/spare-memory.ts'
import type { Put } from './write-script.ts'

/** So much is written at once. */
const CHUNK = 2 << 20
/** So much is brought to disk at once, while more is written: at the end little is left to wait for. */
const SYNCED = 16 << 20

/** Has a file written next to its place, private; when it is whole and on disk, it may go there. */
export function writeOutputFile(
  path: string,
  signal: AbortSignal | undefined,
  write: (put: Put) => Promise<void>,
): Promise<Whole<{ readonly bytes: number; readonly modified: string }>> {
  return writeWhole(path, async (temporary) => {
    const handle = await open(temporary, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, 0o600)
    const { put, finish } = createOutputFile(handle, signal)
    try {
      await write(put)
      await finish()
      const { size, mtimeNs } = await handle.stat({ bigint: true })
      return { bytes: Number(size), modified: String(mtimeNs) }
    } finally {
      await handle.close()
    }
  })
}

function createOutputFile(handle: FileHandle, signal: AbortSignal | undefined) {
  let spare: Buffer = takeMemory(CHUNK)
  let writing: Promise<void> = Promise.resolve()
  let syncing: Promise<void> = Promise.resolve()
  let unsynced = 0
  let chunk = takeMemory(CHUNK)
  let at = 0
  return { put, finish }

  /** Gathers what is written; one chunk goes to the file while the next is filled. */
  function put(bytes: Buffer): Promise<void> | undefined {
    if (bytes.length > CHUNK - at) return putAfter(bytes)
    at += bytes.copy(chunk, at)
    return undefined
  }

  async function putAfter(bytes: Buffer): Promise<void> {
    await handOver()
    if (bytes.length > CHUNK) return writeOut(bytes)
    at += bytes.copy(chunk, at)
  }

  /** Waits for the chunk before, so that no more than two are held. */
  async function handOver(): Promise<void> {
    await writing
    stopIfTold()
    if (at === 0) return
    const full = chunk.subarray(0, at)
    chunk = spare
    at = 0
    spare = Buffer.from(full.buffer)
    writeOut(full).catch(() => undefined) // thrown where it is waited for
  }

  function writeOut(bytes: Buffer): Promise<void> {
    writing = writing.then(() => writeFully(handle, bytes))
    unsynced += bytes.length
    if (unsynced >= SYNCED) sync()
    return writing
  }

  function sync(): void {
    unsynced = 0
    syncing = Promise.all([writing, syncing]).then(() => handle.datasync())
    syncing.catch(() => undefined) // thrown where it is waited for
  }

  function stopIfTold(): void {
    if (!signal?.aborted) return
    throw new Failure('interrupted', 'Stopped while the new session was written; the unfinished file was removed.', {
      hint: 'Run the same command again when you like.',
    })
  }

  async function finish(): Promise<void> {
    await handOver()
    sync()
    await syncing
    stopIfTold()
    for (const memory of [chunk, spare]) giveBack(memory) // where it failed, something may still be at work with it
  }
}

/** At once where it can be: `writeFile` waits for the caller every half megabyte. */
async function writeFully(handle: FileHandle, bytes: Buffer): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    const { bytesWritten } = await handle.write(bytes, done)
    done += bytesWritten
  }
}
