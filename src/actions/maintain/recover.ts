import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { Failure } from '../../model/errors.ts'
import { openSqliteStore } from '../../store/drivers/sqlite/open-sqlite-store.ts'
import { salvage } from '../../store/drivers/sqlite/salvage.ts'
import { refuseForeign } from '../files/refuse-foreign.ts'
import { closeWorkspace, openWorkspace, type WorkspaceOptions } from '../open-workspace.ts'
import { findSessionFiles, inscribe } from '../record/inscribe.ts'
import { type Verified, verify } from './verify.ts'

const DATABASE = 'sessions.db'

export interface Recovered {
  /** Where the damaged store is now. */
  readonly kept: string
  /** Rows that could be read, and places where some could not. */
  readonly rows: number
  readonly lost: number
  readonly sessions: number
  /** What is still damaged: the record had it, and no file has it any more. */
  readonly damaged: Verified['damaged']
}

/**
 * Makes a new store of what still reads of a damaged one, then puts sessions right from the clients' files. The damaged
 * one is kept next to it under another name.
 */
export async function recover(
  options: WorkspaceOptions,
  { dryRun = false }: { readonly dryRun?: boolean } = {},
): Promise<Recovered> {
  const { storeDir, trustedStores = [] } = options
  refuseForeign(storeDir, trustedStores)
  const damaged = join(storeDir, DATABASE)
  if (!statSync(damaged, { throwIfNoEntry: false })?.isFile()) {
    throw new Failure('store-unreadable', `There is no store in ${storeDir}.`, {
      hint: 'Name the damaged one with --store.',
    })
  }
  const folder = mkdtempSync(join(storeDir, '.recovering-'))
  try {
    const { rows, lost } = await salvageBest(damaged, folder)
    if (dryRun) return { kept: damaged, rows, lost, sessions: await countSessions(folder), damaged: [] }
    const kept = `${damaged}.damaged-${new Date().toISOString().replace(/[:.]/g, '-')}`
    for (const suffix of ['', '-wal', '-shm'])
      if (existsSync(damaged + suffix)) renameSync(damaged + suffix, kept + suffix)
    renameSync(join(folder, DATABASE), damaged)
    const { sessions, damaged: left } = await putRight(options)
    return { kept, rows, lost, sessions, damaged: left }
  } finally {
    rmSync(folder, { recursive: true, force: true })
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
  const direct = await salvage(damaged, folder).catch(() => undefined)
  if (direct && direct.rows > 0) return direct
  const dumped = join(folder, 'dumped.db')
  const sql = spawnSync('sqlite3', [damaged, '.recover'], { maxBuffer: 1 << 30 })
  if (sql.status !== 0 && !sql.stdout?.length) return direct ?? { rows: 0, lost: 1 }
  spawnSync('sqlite3', [dumped], { input: sql.stdout, maxBuffer: 1 << 30 })
  for (const suffix of ['', '-wal', '-shm']) rmSync(join(folder, DATABASE + suffix), { force: true })
  return salvage(dumped, folder)
}
