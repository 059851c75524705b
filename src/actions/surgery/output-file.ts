import { constants } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { Failure } from '../../model/errors.ts'
import { type Placing, placeWhole } from '../place-file.ts'
import { giveBack, takeMemory } from '../spare-memory.ts'

/** So much is written at once. */
const CHUNK = 2 << 20
/** So much is brought to disk at once, while more is written: at the end little is left to wait for. */
const SYNCED = 16 << 20
/** What is written into a chunk beside the bytes that room was made for is shorter. */
const SPARE = 256 << 10

/** Gathers what is written; one chunk goes to the file while the next is filled. */
export interface OutputFile {
  readonly chunk: Buffer
  /** Where the next byte of the chunk goes; who writes there moves it. */
  at: number
  /** Sees to it that so many bytes and some more have room, if a chunk can hold them at all. */
  makeRoom(bytes: number): Promise<void> | undefined
  write(bytes: Buffer): Promise<void>
}

/** Has a file written beside its place, private, and moves it there when it is whole and on disk. */
export async function placeOutput(
  path: string,
  { replaces, signal }: Placing & { readonly signal: AbortSignal | undefined },
  write: (file: OutputFile) => Promise<void>,
): Promise<{ readonly bytes: number; readonly modified: string }> {
  let modified = ''
  const bytes = await placeWhole(path, { replaces }, async (temporary) => {
    const handle = await open(temporary, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, 0o600)
    const { file, finish } = createOutputFile(handle, signal)
    try {
      await write(file)
      await finish()
      const { size, mtimeNs } = await handle.stat({ bigint: true })
      modified = String(mtimeNs)
      return Number(size)
    } finally {
      await handle.close()
    }
  })
  return { bytes, modified }
}

function createOutputFile(handle: FileHandle, signal: AbortSignal | undefined) {
  let spare: Buffer = takeMemory(CHUNK)
  let writing: Promise<void> = Promise.resolve()
  let syncing: Promise<void> = Promise.resolve()
  let unsynced = 0
  const file = {
    chunk: takeMemory(CHUNK),
    at: 0,
    makeRoom: (bytes: number) => (file.chunk.length - file.at < bytes + SPARE ? handOver() : undefined),
    async write(bytes: Buffer): Promise<void> {
      await file.makeRoom(bytes.length)
      if (bytes.length > CHUNK - SPARE) return writeOut(bytes)
      file.at += bytes.copy(file.chunk, file.at)
    },
  }
  return { file, finish }

  /** Waits for the chunk before, so that no more than two are held. */
  async function handOver(): Promise<void> {
    await writing
    stopIfTold()
    if (file.at === 0) return
    const full = file.chunk.subarray(0, file.at)
    file.chunk = spare
    file.at = 0
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
    throw new Failure('interrupted', 'Stopped while the new session was written; nothing is left of it.', {
      hint: 'Run the same command again when you like.',
    })
  }

  async function finish(): Promise<void> {
    await handOver()
    sync()
    await syncing
    stopIfTold()
    for (const memory of [file.chunk, spare]) giveBack(memory) // where it failed, something may still be at work with it
  }
}

/** At once where it can be: `writeFile` waits for the caller every half megabyte. */
async function writeFully(handle: FileHandle, bytes: Buffer): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    const { bytesWritten } = await handle.write(bytes, done)
    done += bytesWritten
  }
}
