import { randomUUID } from 'node:crypto'
import { constants, rmSync } from 'node:fs'
import { copyFile, link, lstat, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Failure } from '../../model/errors.ts'
import { makeDirectory } from '../../store/make-directory.ts'

export interface Placing {
  /** Whether a file that is there is replaced; else it is a failure, even where it came there a moment ago. */
  readonly replaces: boolean
}

/** Writes a file next to its place, private, and moves it there when it is whole. Returns its size. */
export async function placeFile(
  path: string,
  chunks: AsyncIterable<Buffer> | Iterable<Buffer>,
  placing: Placing,
): Promise<number> {
  return placeWhole(path, placing, async (temporary) => {
    const handle = await open(temporary, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, 0o600)
    let bytes = 0
    try {
      for await (const chunk of chunks) {
        await handle.writeFile(chunk)
        bytes += chunk.length
      }
      await handle.sync()
    } finally {
      await handle.close()
    }
    return bytes
  })
}

/** Has something written next to its place and moves it there when it is whole; what failed leaves nothing. */
export async function placeWhole(
  path: string,
  { replaces }: Placing,
  write: (temporary: string) => Promise<number>,
): Promise<number> {
  const temporary = join(dirname(path), `.stet-${randomUUID()}.tmp`)
  const atExit = () => removeAtOnce(temporary)
  process.once('exit', atExit)
  try {
    await refuseDevice(path)
    makeDirectory(dirname(path))
    await sweep(dirname(path))
    const bytes = await write(temporary)
    await (replaces ? rename(temporary, path) : moveUnlessTaken(temporary, path))
    return bytes
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined) // where its folder is none, it was never made
    throw error instanceof Failure ? error : unwritable(path, error)
  } finally {
    process.removeListener('exit', atExit)
  }
}

/** A file that took the place of /dev/null would be there for every program. */
async function refuseDevice(path: string): Promise<void> {
  const found = await lstat(path).catch(() => undefined)
  if (!found || found.isFile() || found.isDirectory() || found.isSymbolicLink()) return
  throw new Failure('target-exists', `${path} is a device, a pipe or a socket; Stet replaces only files.`, {
    facts: { path },
    hint: 'Choose another path.',
  })
}

/** Moves a file to where nothing is, whoever else comes there at the same moment. */
async function moveUnlessTaken(from: string, to: string): Promise<void> {
  try {
    await link(from, to)
    await rm(from).catch(() => undefined) // swept later
  } catch (error) {
    if (codeOf(error) === 'EEXIST') throw taken(to)
    await moveByClaim(from, to) // not every file system has two names for a file
  }
}

/** The same by an empty file that holds the place until the whole one is moved onto it. */
async function moveByClaim(from: string, to: string): Promise<void> {
  const claim = await open(to, 'wx', 0o600).catch((error) => {
    throw codeOf(error) === 'EEXIST' ? taken(to) : error
  })
  try {
    await claim.close()
    await rename(from, to)
  } catch (error) {
    await rm(to, { force: true })
    throw error
  }
}

/** The place is taken; what is there may be replaced only where somebody said so. */
export function taken(path: string): Failure {
  return new Failure('target-exists', `${path} already exists.`, {
    facts: { path },
    hint: 'Choose another path, or add --force to replace it.',
  })
}

/** Keeps what is at a place until it is known whether something else may be there: by a second name, or a copy. */
export async function setAside(path: string) {
  const aside = join(dirname(path), `.stet-${randomUUID()}.old`)
  const isAside = await keepAs(path, aside)
  return {
    forget: async () => (isAside ? rm(aside, { force: true }) : undefined),
    /** Puts it there again, or nothing where nothing was. */
    bringBack: async () => {
      if (!isAside) return rm(path, { force: true })
      await rename(aside, path)
      await rm(aside, { force: true }) // two names of one file both stay
    },
  }
}

/** False where nothing is there. */
async function keepAs(path: string, aside: string): Promise<boolean> {
  try {
    await link(path, aside).catch(() => copyFile(path, aside, constants.COPYFILE_EXCL))
    return true
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false
    await rm(aside, { force: true }).catch(() => undefined)
    throw unwritable(path, error)
  }
}

/** What a process that was killed left is older than this; nobody writes for so long. */
const STALE_MS = 3_600_000

/** Takes away what writers that were killed left in a folder, and returns how much that is. */
export async function sweep(folder: string, { dryRun = false } = {}): Promise<number> {
  const names = await readdir(folder).catch(() => []) // a folder that cannot be read is no reason not to write to it
  let swept = 0
  for (const name of names.filter((one) => /^\.stet-[0-9a-f-]{36}\.(tmp|old)$/.test(one))) {
    const path = join(folder, name)
    if (!(await isLeft(path))) continue
    if (!dryRun) await rm(path, { force: true }).catch(() => undefined)
    swept++
  }
  return swept
}

/** What was set aside is as old as what it was, and goes only where that has another name still. */
async function isLeft(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined)
  if (!found) return false
  const isOld = (time: number) => Date.now() - time > STALE_MS
  return path.endsWith('.old') ? found.nlink > 1 && isOld(found.ctimeMs) : isOld(found.mtimeMs)
}

function unwritable(path: string, error: unknown): Failure {
  const reason = codeOf(error) ?? String(error)
  return new Failure('target-unwritable', `${path} cannot be written: ${reason}.`, {
    facts: { path, reason },
    hint: 'Choose another path, or make this one writable.',
    cause: error,
  })
}

function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code
}

/** When the process ends there is no waiting any more, and nobody to tell. */
function removeAtOnce(path: string): void {
  try {
    rmSync(path, { force: true })
  } catch {
    // swept later
  }
}
