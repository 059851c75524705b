import { cpSync, existsSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { verify } from '../../src/care/verify.ts'
import { hashHex, type SessionId } from '../../src/model/id.ts'
import type { LineageLink, Session } from '../../src/model/session.ts'
import { exportStream } from '../../src/read/export.ts'
import { type InscribeHooks, inscribe } from '../../src/record/capture/inscribe.ts'
import { openSqliteStore, type SqliteStoreOptions } from '../../src/record/sqlite/open-sqlite-store.ts'
import type { Workspace } from '../../src/record/workspace.ts'
import { openSqliteSearch } from '../../src/search/drivers/sqlite/open-sqlite-search.ts'
import { closeWorkspace } from '../../src/workspace/open-workspace.ts'
import { workspaceOf } from '../workspace.ts'

/** A folder of its own, in memory where the system has one: what is tested here does not depend on the disk. */
export function temporaryFolder(name: string): string {
  const base = process.platform === 'linux' && existsSync('/dev/shm') ? '/dev/shm' : tmpdir()
  return mkdtempSync(join(base, `stet-faults-${name}-`))
}

export function openRecord(directory: string, options: Omit<SqliteStoreOptions, 'directory'> = {}): Workspace {
  const store = openSqliteStore({ directory, ...options })
  return workspaceOf({ store, search: openSqliteSearch({ directory }), warm: new Map() })
}

/** Opens a record, uses it and closes it, whatever happens. */
export async function withRecord<T>(directory: string, use: (workspace: Workspace) => Promise<T>): Promise<T> {
  const workspace = openRecord(directory)
  try {
    return await use(workspace)
  } finally {
    await closeWorkspace(workspace)
  }
}

/** A store that another process may still hold, as a kill would leave it: every file of it. */
export function copyStore(from: string, to: string): void {
  if (existsSync(from)) cpSync(from, to, { recursive: true })
}

export async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const item of items) all.push(item)
  return all
}

/** The session's file as the record has it. */
export async function rawOf(workspace: Workspace, session: string): Promise<Buffer> {
  return Buffer.concat(await collect(exportStream(workspace, await sessionOf(workspace, session), 'raw')))
}

export async function sessionOf({ store }: Workspace, id: string): Promise<Session> {
  const session = await store.findSession(id as SessionId)
  if (!session) throw new Error(`no session ${id}`)
  return session
}

export async function sessionIds({ store }: Workspace): Promise<readonly string[]> {
  return (await collect(store.listSessions())).map((session) => session.id as string).sort()
}

/** What `verify` finds: nothing, in a store that is well. */
export async function damageOf(workspace: Workspace): Promise<readonly string[]> {
  return (await verify(workspace)).damaged.map(({ where, what }) => `${where}: ${what}`)
}

/** Inscribes one file that must go in, and returns its session. */
export async function inscribed(workspace: Workspace, path: string, hooks: InscribeHooks = {}): Promise<Session> {
  const { sessions, failed } = await inscribe(workspace, [path], hooks)
  if (failed.length > 0 || !sessions[0]) throw new Error(`not inscribed: ${JSON.stringify(failed)}`)
  return sessionOf(workspace, sessions[0].session)
}

/** How sessions came from one another, without when. */
export async function linksOf({ store }: Workspace): Promise<readonly string[]> {
  const line = ({ child, parent, kind, detail }: LineageLink) => `${child} ${kind} ${parent} ${JSON.stringify(detail)}`
  return (await store.listLineage()).map(line).sort()
}

/**
 * Everything a user can ask a record, except where commits were cut and when things were written: two ways to the
 * same record give the same value.
 */
export async function contentsOf(workspace: Workspace): Promise<unknown> {
  const { store } = workspace
  const sessions: unknown[] = []
  for (const session of await collect(store.listSessions())) {
    const { head: _, tail, ...rest } = session
    const sideFiles = await store.listSideFiles(session.id)
    sessions.push({
      ...rest,
      tail: Buffer.from(tail).toString('latin1'),
      raw: hashHex(await rawOf(workspace, session.id)),
      rounds: await store.listRounds(session.id),
      spans: await store.listSpans(session.id),
      problems: await store.listProblems(session.id),
      sideFiles: sideFiles.map(({ path, artifact, size }) => ({ path, artifact, size })),
    })
  }
  return { sessions: sessions.sort(byId), links: await linksOf(workspace) }
}

function byId(a: unknown, b: unknown): number {
  return (a as Session).id < (b as Session).id ? -1 : 1
}
