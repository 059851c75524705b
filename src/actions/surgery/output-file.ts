import { constants } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { placeWhole } from '../place-file.ts'

/** So much is written at once. */
const CHUNK = 4 << 20
/** What is written without asking for room first is shorter. */
const SPARE = 1 << 20

/** Gathers what is written; one chunk goes to the file while the next is filled. */
export interface OutputFile {
  readonly chunk: Buffer
  /** Where the next byte of the chunk goes; who writes there moves it. */
  at: number
  /** Hands the chunk over where it is nearly full, so that a short line always has room. */
  turnOver(): Promise<void> | undefined
  write(bytes: Buffer): Promise<void>
}

/** Has a file written beside its place, private, and moves it there when it is whole. Returns its size. */
export async function placeOutput(
  path: string,
  write: (file: OutputFile) => Promise<void>,
  onChunk: (chunk: Buffer) => void,
): Promise<number> {
  return placeWhole(path, async (temporary) => {
    const handle = await open(temporary, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, 0o600)
    const { file, finish } = createOutputFile(handle, onChunk)
    try {
      await write(file)
      return await finish()
    } finally {
      await handle.close()
    }
  })
}

function createOutputFile(handle: FileHandle, onChunk: (chunk: Buffer) => void) {
  let spare: Buffer = Buffer.allocUnsafeSlow(CHUNK)
  let writing: Promise<void> = Promise.resolve()
  let size = 0
  const file = {
    chunk: Buffer.allocUnsafeSlow(CHUNK) as Buffer,
    at: 0,
    turnOver: () => (file.chunk.length - file.at < SPARE ? handOver() : undefined),
    async write(bytes: Buffer): Promise<void> {
      if (file.chunk.length - file.at < bytes.length + SPARE) await handOver()
      if (bytes.length > CHUNK - SPARE) return writeAlone(bytes)
      file.at += bytes.copy(file.chunk, file.at)
    },
  }
  return { file, finish }

  /** Waits for the chunk before, so that no more than two are held. */
  async function handOver(): Promise<void> {
    await writing
    const full = file.chunk.subarray(0, file.at)
    file.chunk = spare
    file.at = 0
    spare = Buffer.from(full.buffer)
    writeAlone(full).catch(() => undefined) // thrown where it is waited for
  }

  function writeAlone(bytes: Buffer): Promise<void> {
    onChunk(bytes)
    size += bytes.length
    writing = writing.then(() => handle.writeFile(bytes))
    return writing
  }

  async function finish(): Promise<number> {
    await handOver()
    await writing
    await handle.sync()
    return size
  }
}
