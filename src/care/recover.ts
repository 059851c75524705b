import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, linkSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Failure, isFailure } from '../model/errors.ts'
import { findSessionFiles, inscribe } from '../record/capture/inscribe.ts'
import { openSqliteStore } from '../record/sqlite/open-sqlite-store.ts'
import { salvage } from '../record/sqlite/salvage.ts'
import { toFailure } from '../record/sqlite/to-failure.ts'
import { makeDirectory } from '../system/make-directory.ts'
import { refuseForeign } from '../system/refuse-foreign.ts'
import { closeWorkspace, openWorkspace, type WorkspaceOptions } from '../workspace/open-workspace.ts'
import { refuseShared } from './refuse-shared.ts'
import { type Verified, verify } from './verify.ts'

const DATABASE = 'sessions.db'

export interface Recovered {
  /** Where the store that was there is now; null where there was none. */
  readonly kept: string | null
  /** Rows that could be read, and places where some could not. */
  readonly rows: number
  readonly lost: number
  readonly sessions: number
  /** What is still damaged: the record had it, and no file has it any more. */
  readonly damaged: Verified['damaged']
}

interface How {
  /** What to make it of instead of the store that is there: a backup, or the damaged database of another. */
  readonly file?: string | undefined
  readonly dryRun?: boolean
}

/**
 * Makes a new store of what still reads of a damaged one, then puts sessions right from the clients' files. The damaged
 * one is kept next to it under another name; where there is no space for a new one, it stays where it is.
 */
export async function recover(options: WorkspaceOptions, how: How = {}): Promise<Recovered> {
  try {
    return await recoverInto(options, how)
  } catch (error) {
    const failure = toFailure(error, { directory: options.storeDir })
    if (!isFailure(failure, 'store-full')) throw failure
    throw new Failure('store-full', `There is no space left for the store in ${options.storeDir}.`, {
      hint: 'Free some space and run `stet recover` again; nothing was lost.',
      cause: failure,
    })
  }
}

async function recoverInto(options: WorkspaceOptions, { file, dryRun = false }: How): Promise<Recovered> {
  const { storeDir, trustedStores = [] } = options
  refuseShared(options.shared !== undefined, 'recover')
  refuseForeign(storeDir, trustedStores)
  const database = join(storeDir, DATABASE)
  const isThere = isFile(database)
  if (file !== undefined && !isFile(file)) {
    throw new Failure('file-not-found', `There is no file ${file}.`, {
      facts: { path: file },
      hint: 'Name a file that `stet backup` wrote, or the sessions.db of a store.',
    })
  }
  if (file === undefined && !isThere) {
    throw new Failure('store-unreadable', `There is no store in ${storeDir}.`, {
      hint: 'Name the damaged one with --store, or a backup: `stet recover FILE`.',
    })
  }
  if (!dryRun) makeDirectory(storeDir)
  const before = isThere ? keptBefore(storeDir) : undefined
  const folder = mkdtempSync(join(dryRun && !isThere ? tmpdir() : storeDir, '.recovering-'))
  try {
    const { rows, lost } = await salvageBest(file ?? before ?? database, folder)
    if (file !== undefined && rows === 0) {
      throw new Failure('store-unreadable', `${file} is not a store, or nothing in it can be read.`, {
        hint: 'Name a file that `stet backup` wrote, or the sessions.db of a store.',
      })
    }
    if (dryRun) {
      const sessions = await countSessions(folder)
      return { kept: before ?? (isThere ? database : null), rows, lost, sessions, damaged: [] }
    }
    const kept = before ?? (isThere ? `${database}.damaged-${new Date().toISOString().replace(/[:.]/g, '-')}` : null)
    if (before === undefined && kept !== null) keep(database, kept)
    replace(database, join(folder, DATABASE))
    const { sessions, damaged: left } = await putRight(options)
    return { kept, rows, lost, sessions, damaged: left }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function isFile(path: string): boolean {
  return existsSync(path) && statSync(path).isFile()
}

const LOGS = ['-wal', '-shm']

/** Gives a database another name as well, last after its log: what has the name has all of it. */
function keep(database: string, kept: string): void {
  for (const suffix of [...LOGS, '']) if (existsSync(database + suffix)) keepAs(database + suffix, kept + suffix)
}

/**
 * Puts a new database in the place of one that is kept. At any time one of them is there, and never the new one with the
 * log of the old: SQLite would write that into it.
 */
function replace(database: string, by: string): void {
  for (const suffix of LOGS) rmSync(database + suffix, { force: true })
  renameSync(by, database)
}

/** The kept name of a database that is still in its place: it was to be replaced, and its log may be gone there. */
function keptBefore(storeDir: string): string | undefined {
  const { ino } = statSync(join(storeDir, DATABASE))
  return readdirSync(storeDir)
    .filter((name) => name.startsWith(`${DATABASE}.damaged-`) && !LOGS.some((suffix) => name.endsWith(suffix)))
    .map((name) => join(storeDir, name))
    .find((path) => statSync(path).ino === ino)
}

function keepAs(path: string, kept: string): void {
  try {
    linkSync(path, kept)
  } catch {
    copyFileSync(path, kept) // not every file system has two names for a file
  }
}

async function countSessions(directory: string): Promise<number> {
  const store = openSqliteStore({ directory })
  try {
    return (await store.sizes()).sessions
  } finally {
    await store.close()
  }
}

async function putRight(options: WorkspaceOptions): Promise<{ sessions: number; damaged: Verified['damaged'] }> {
  const workspace = await openWorkspace(options)
  try {
    await verify(workspace, { repair: { copies: [] } })
    await inscribe(workspace, await findSessionFiles(workspace), { trust: 'nothing', mayBeGone: () => true })
    const { damaged, counts } = await verify(workspace, { repair: { copies: [] } })
    return { sessions: counts.sessions, damaged }
  } finally {
    await closeWorkspace(workspace)
  }
}

/** As SQLite reads it; where it does not even say what tables there are, what its own program makes of it, if there is one. */
async function salvageBest(damaged: string, folder: string): Promise<{ rows: number; lost: number }> {
  const direct = await salvage(damaged, folder).catch(unlessFull)
  if (direct && direct.rows > 0) return direct
  const dumped = join(folder, 'dumped.db')
  const sql = spawnSync('sqlite3', [damaged, '.recover'], { maxBuffer: 1 << 30 })
  if (sql.status !== 0 && !sql.stdout?.length) return direct ?? { rows: 0, lost: 1 }
  const dump = spawnSync('sqlite3', [dumped], { input: sql.stdout, maxBuffer: 1 << 30, encoding: 'utf8' })
  if (/disk is full|disk I\/O error/.test(dump.stderr)) throw Object.assign(new Error(dump.stderr), { code: 'ENOSPC' })
  for (const suffix of ['', '-wal', '-shm']) rmSync(join(folder, DATABASE + suffix), { force: true })
  return salvage(dumped, folder)
}

/** What could not be written is not what could not be read. */
function unlessFull(error: unknown): undefined {
  if (isFailure(error, 'store-full', 'store-read-only')) throw error
}
