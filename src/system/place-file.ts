import { randomUUID } from 'node:crypto'
import { constants, rmSync } from 'node:fs'
import { copyFile, link, lstat, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { Failure } from '../model/errors.ts'
import { makeDirectory } from './make-directory.ts'
import { isOver, WRITER_MARK, writerMark } from './writer-mark.ts'

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
  placing: Placing,
  write: (temporary: string) => Promise<number>,
): Promise<number> {
  const whole = await writeWhole(path, write)
  await whole.place(placing)
  return whole.written
}

/** A file that is whole and not in its place yet: either it goes there, or it goes away. */
export interface Whole<T = number> {
  readonly written: T
  readonly place: (placing: Placing) => Promise<void>
  /** The same in a way of its own, for a folder. */
  readonly placeBy: (move: (temporary: string) => Promise<void>) => Promise<void>
  readonly discard: () => Promise<void>
}

/** Has something written next to its place; what failed leaves nothing. */
export async function writeWhole<T>(path: string, write: (temporary: string) => Promise<T>): Promise<Whole<T>> {
  const temporary = join(dirname(path), `.stet-${writerMark()}-${randomUUID()}.tmp`)
  const atExit = () => removeAtOnce(temporary)
  process.once('exit', atExit)
  const written = await orNothing(async () => {
    await refuseDevice(path)
    makeDirectory(dirname(path))
    await sweep(dirname(path))
    return write(temporary)
  })
  return {
    written,
    place: ({ replaces }) => placeBy((from) => (replaces ? rename(from, path) : moveUnlessTaken(from, path))),
    placeBy,
    discard,
  }

  async function placeBy(move: (temporary: string) => Promise<void>): Promise<void> {
    await orNothing(() => move(temporary))
    process.removeListener('exit', atExit)
  }

  async function discard(): Promise<void> {
    await rm(temporary, { force: true, recursive: true }).catch(() => undefined) // where its folder is none, it was never made
    process.removeListener('exit', atExit)
  }

  async function orNothing<R>(work: () => Promise<R>): Promise<R> {
    try {
      return await work()
    } catch (error) {
      await discard()
      throw error instanceof Failure || codeOf(error) === undefined ? error : unwritable(path, error) // else a mistake of ours
    }
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

/** Where a session's file is while something else takes its place; `stet gc` takes it away when the record has all of it. */
export function asideOf(path: string): string {
  return join(dirname(path), `.${basename(path)}.${randomUUID()}.undone`)
}

/** Keeps what is at a place until it is known whether something else may be there: by a second name, or a copy. */
export async function setAside(path: string) {
  const aside = asideOf(path)
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

/** What a process that was killed left is older than this, where nobody can tell whose it was: nobody writes for so long. */
const STALE_MS = 3_600_000

/** The file of a writer whose mark is in its name, or of one who left none, SQLite's journal of it, and what such a one set aside. */
const LEFTOVER = new RegExp(`^\\.stet-(?:(${WRITER_MARK})-)?[0-9a-f-]{36}\\.(?:tmp(?:-journal)?|old)$`)

/** Takes away what writers that were killed left in a folder, and returns how much that is. */
export async function sweep(folder: string, { dryRun = false } = {}): Promise<number> {
  const names = await readdir(folder).catch(() => []) // a folder that cannot be read is no reason not to write to it
  let swept = 0
  for (const name of names) {
    const [isOurs, mark] = LEFTOVER.exec(name) ?? []
    const path = join(folder, name)
    if (isOurs === undefined || !((mark && isOver(mark)) ?? (await isLeft(path)))) continue
    if (!dryRun) await rm(path, { force: true, recursive: true }).catch(() => undefined)
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

/** What cannot be written, and why. */
export function unwritable(path: string, error: unknown): Failure {
  const reason = codeOf(error) ?? String(error)
  if (reason === 'ENAMETOOLONG') {
    return new Failure('target-unwritable', `${path} cannot be written: its name is too long.`, {
      facts: { path, reason },
      hint: 'Choose a shorter name.',
      cause: error,
    })
  }
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
    rmSync(path, { force: true, recursive: true })
  } catch {
    // swept later
  }
}
