import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { SessionId } from '../../src/model/id.ts'
import type { Session } from '../../src/model/session.ts'
import { exportStream } from '../../src/read/export.ts'
import { inscribe } from '../../src/record/capture/inscribe.ts'
import { openSqliteStore } from '../../src/record/sqlite/open-sqlite-store.ts'
import type { Workspace } from '../../src/record/workspace.ts'
import type { Operated } from '../../src/surgery/operated.ts'
import { type Cut, cutSession, mergeSessions, type SurgeryOptions, splitSession } from '../../src/surgery/operations.ts'
import { reviveSession } from '../../src/surgery/revive-session.ts'
import { rolloverSession } from '../../src/surgery/rollover-session.ts'
import type { TrimOptions } from '../../src/surgery/trim.ts'
import { trimSession } from '../../src/surgery/trim-session.ts'
import { workspaceOf } from '../workspace.ts'
import { fileFaults } from './file-faults.ts'

/** An operation as data: what a test, or chance, chooses. */
export type Step =
  | Cut
  | { readonly kind: 'trim'; readonly options?: Partial<TrimOptions> }
  | { readonly kind: 'revive'; readonly keepRecent: number }
  | { readonly kind: 'rollover'; readonly issue: string }
  | { readonly kind: 'merge'; readonly others: readonly Session[] }
  | {
      readonly kind: 'split'
      readonly children: readonly { readonly id: string; readonly ranges: readonly string[] }[]
    }

/** A store and a client's folder of its own, and the operations on them. */
export interface SurgeryBench {
  readonly workspace: Workspace
  readonly folder: string
  inscribe(bytes: Buffer, id?: string): Promise<Session>
  inscribeFile(path: string): Promise<Session>
  operate(session: Session, step: Step, options?: SurgeryOptions): Promise<Operated>
  /** The new session of an operation. */
  made(operated: Operated, nth?: number): Promise<Session>
  raw(session: Session): Promise<Buffer>
  session(id: string): Promise<Session>
  close(): Promise<void>
}

const ID = '00000000-0000-4000-8000-000000000001'
/** Notices name files: wherever the folder is, what they say is equally long. */
const FOLDER_LENGTH = 120

/** Ids of new sessions are counted, so that outputs are the same every time. */
export function openSurgeryBench(clock = () => new Date('2026-03-20T12:00:00.000Z')): SurgeryBench {
  const folder = mkdtempSync(join(tmpdir(), 'stet-surgery-').padEnd(FOLDER_LENGTH - 6, 'x'))
  const store = openSqliteStore({ directory: ':memory:' })
  let made = 0
  const newId = () => `00000000-0000-4000-9000-${String(++made).padStart(12, '0')}`
  const configDirs = { 'claude-code': join(folder, 'claude') }
  const workspace = { ...workspaceOf({ store, cwd: folder, configDirs, clock }), newId }

  async function session(id: string): Promise<Session> {
    const found = await store.findSession(id as SessionId)
    if (!found) throw new Error(`there is no session ${id}`)
    return found
  }

  async function inscribeFile(path: string): Promise<Session> {
    const { sessions, failed } = await inscribe(workspace, [path], { sideFiles: false })
    if (failed[0]) throw new Error(`${failed[0].code}: ${failed[0].message}`)
    return session(sessions[0]!.session)
  }

  async function rawOf(source: Session): Promise<Buffer> {
    const pieces: Uint8Array[] = []
    for await (const piece of exportStream(workspace, source, 'raw')) pieces.push(piece)
    return Buffer.concat(pieces)
  }

  async function operate(source: Session, step: Step, options: SurgeryOptions = {}): Promise<Operated> {
    const done = await carryOut(source, step, options)
    if (done.operation !== undefined && source.client === 'claude-code') {
      const sources = await Promise.all(done.from.map(async (id) => rawOf(await session(id))))
      for (const made of done.sessions) expect(faultsIn(made, sources)).toEqual([])
    }
    return done
  }

  function carryOut(source: Session, step: Step, all: SurgeryOptions): Promise<Operated> {
    switch (step.kind) {
      case 'trim':
        return trimSession(workspace, source, step.options ?? {}, all)
      case 'revive':
        return reviveSession(workspace, source, { keepRecent: step.keepRecent, ...all })
      case 'rollover':
        return rolloverSession(workspace, source, { issue: step.issue, ...all })
      case 'merge':
        return mergeSessions(workspace, [source, ...step.others], all)
      case 'split':
        return splitSession(workspace, source, { children: step.children, shared: [] }, all)
      default:
        return cutSession(workspace, source, step, all)
    }
  }

  return {
    workspace,
    folder,
    inscribeFile,
    session,
    operate,
    async inscribe(bytes, id = ID) {
      mkdirSync(join(folder, 'sources'), { recursive: true })
      const path = join(folder, 'sources', `${id}.jsonl`)
      writeFileSync(path, bytes)
      utimesSync(path, new Date(0), new Date(0)) // else the session would be live
      return inscribeFile(path)
    },
    made: (operated, nth = 0) => session(operated.sessions[nth]!.session),
    raw: rawOf,
    async close() {
      await store.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/**
 * What would keep the client from resuming a written file; what is no record may be there only as it
 * was in a source.
 */
export function faultsIn(
  { session, path }: { readonly session: string; readonly path: string },
  sources: readonly Buffer[] = [],
): readonly string[] {
  return fileFaults(readFileSync(path), session, (line) => sources.some((source) => source.includes(line)))
}

/** Everything that must never change: the artifacts and commits of the store, and the bytes of files. */
export async function frozen(
  { workspace: { store } }: SurgeryBench,
  files: readonly string[],
): Promise<readonly string[]> {
  const all: string[] = []
  for await (const { id } of store.artifacts.list()) all.push(id)
  for await (const session of store.listSessions()) {
    for await (const commit of store.listChain(session.id)) all.push(JSON.stringify(commit))
  }
  for (const file of files) all.push(`${file} ${createHash('sha256').update(readFileSync(file)).digest('hex')}`)
  return all
}
