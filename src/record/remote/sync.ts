import { Failure } from '../../model/errors.ts'
import type { Workspace } from '../workspace.ts'
import { noteAttempt } from './behind.ts'
import { type Asked, machineOf } from './machine.ts'
import { pull } from './pull.ts'
import { push } from './push.ts'
import { openRemote, ownRemote, type Remote } from './remotes.ts'

/** A pack is written when it holds this much: large ones are fewer files, small ones are there before the time is over. */
const PACK = 8 << 20
const SMALL_PACK = 1 << 20

export interface SyncOptions {
  readonly dryRun?: boolean
  /** What to do where the record may be a copy of another machine's. */
  readonly machine?: Asked | undefined
  /** Only sends what is new here, as what runs after a capture does. */
  readonly onlyPushes?: boolean
  /** Given where nobody watches: nothing is asked of a user, and what still waits for an answer then is given up. */
  readonly unattended?: AbortSignal
  readonly onProgress?: (what: 'journals' | 'sessions', done: number, total: number) => void
}

export interface Synced {
  readonly remote: string
  /** Sessions that came, by their ids here. */
  readonly pulled: readonly string[]
  readonly pushed: { readonly sessions: number; readonly commits: number; readonly bytes: number }
  /** Files of other machines of which something is not there yet. */
  readonly waiting: number
}

/** Brings a remote and the record of this machine to the same: first what others have, then what is new here. */
export async function sync(workspace: Workspace, remote: Remote, options: SyncOptions = {}): Promise<Synced> {
  const { dryRun = false, onlyPushes = false, unattended, onProgress } = options
  const storeDir = ownFolder(workspace)
  const machine = await machineOf(storeDir, workspace.machine, options.machine)
  const { place, known, close } = await openRemote(storeDir, remote, unattended)
  const given = { place, known, machine, dryRun, packBytes: unattended ? SMALL_PACK : PACK }
  try {
    const pulled = onlyPushes
      ? { sessions: [], waiting: 0 }
      : await pull(workspace, { ...given, onJournal: (done, total) => onProgress?.('journals', done, total) })
    const pushed = await push(workspace, {
      ...given,
      onSession: (done, total) => onProgress?.('sessions', done, total),
    })
    await noteAttempt(storeDir, remote.name, workspace.clock())
    return { remote: remote.name, pulled: pulled.sessions, pushed, waiting: pulled.waiting }
  } finally {
    await close()
  }
}

/** Brings the record of this machine and the folder that others reach it in to the same. */
export async function syncOwn(workspace: Workspace): Promise<Remote> {
  const remote = await ownRemote(ownFolder(workspace))
  await sync(workspace, remote)
  return remote
}

function ownFolder({ storeDir, isShared }: Workspace): string {
  if (storeDir !== undefined && storeDir !== ':memory:' && !isShared) return storeDir
  throw new Failure('not-supported', 'Only a record in a folder of this machine has remotes.', {
    hint: 'Leave out --store, or unset store.url.',
  })
}
