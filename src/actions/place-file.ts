import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { access, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Failure } from '../model/errors.ts'
import { makeDirectory } from '../store/make-directory.ts'

/** Fails with `target-exists` where something is there already. */
export async function refuseExisting(path: string): Promise<void> {
  const there = await access(path).then(
    () => true,
    () => false,
  )
  if (!there) return
  throw new Failure('target-exists', `${path} is there already.`, {
    facts: { path },
    hint: 'Name another place, or add --force to replace it.',
  })
}

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
    const bytes = await write(temporary)
    await rename(temporary, path)
    return bytes
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined) // where its folder is none, it was never made
    if (error instanceof Failure) throw error
    const reason = (error as NodeJS.ErrnoException).code ?? String(error)
    throw new Failure('target-unwritable', `${path} cannot be written: ${reason}.`, {
      facts: { path, reason },
      hint: 'Choose another --out.',
      cause: error,
    })
  }
}
