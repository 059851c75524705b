import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { link, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Failure } from '../model/errors.ts'
import { makeDirectory } from '../store/make-directory.ts'

/** Writes a file beside its place, private, and moves it there when it is whole. Returns its size. */
export async function placeFile(path: string, pieces: AsyncIterable<Buffer> | Iterable<Buffer>): Promise<number> {
  return placeWhole(path, async (temporary) => {
    const handle = await open(temporary, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, 0o600)
    let bytes = 0
    try {
      for await (const piece of pieces) {
        await handle.writeFile(piece)
        bytes += piece.length
      }
      await handle.sync()
    } finally {
      await handle.close()
    }
    return bytes
  })
}

/** Has something written beside its place and moves it there when it is whole; what failed leaves nothing. */
export async function placeWhole(path: string, write: (temporary: string) => Promise<number>): Promise<number> {
  const temporary = join(dirname(path), `.stet-${randomUUID()}.tmp`)
  try {
    makeDirectory(dirname(path))
    await sweep(dirname(path))
    const bytes = await write(temporary)
    await rename(temporary, path)
    return bytes
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined) // where its folder is none, it was never made
    if (error instanceof Failure) throw error
    const reason = (error as NodeJS.ErrnoException).code ?? String(error)
    throw new Failure('target-unwritable', `${path} cannot be written: ${reason}.`, {
      facts: { path, reason },
      hint: 'Choose another place, or make this one writable.',
      cause: error,
    })
  }
}

/** Keeps what stands at a place until it is known whether something else may stand there: by a second name. */
export async function setAside(path: string) {
  const aside = join(dirname(path), `.stet-${randomUUID()}.old`)
  const isAside = await link(path, aside).then(
    () => true,
    () => false, // nothing is there
  )
  return {
    forget: async () => (isAside ? rm(aside, { force: true }) : undefined),
    bringBack: async () => (isAside ? rename(aside, path) : undefined),
  }
}

/** What a process that was killed left behind is older than this; nobody writes for so long. */
const STALE_MS = 3_600_000

/** Takes away what writers that were killed left in a folder. */
async function sweep(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => []) // a folder that cannot be read is no reason not to write to it
  for (const name of names.filter((one) => /^\.stet-[0-9a-f-]{36}\.tmp$/.test(one))) {
    const path = join(folder, name)
    const written = await stat(path).then(
      (found) => found.mtimeMs,
      () => Number.POSITIVE_INFINITY,
    )
    if (Date.now() - written > STALE_MS) await rm(path, { force: true }).catch(() => undefined)
  }
}
