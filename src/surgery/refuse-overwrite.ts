import { lstat, realpath } from 'node:fs/promises'
import { isAbsolute, relative } from 'node:path'
import type { Client } from '../clients/client.ts'
import { CLIENTS } from '../clients/index.ts'
import { Failure } from '../model/errors.ts'
import type { SessionId } from '../model/id.ts'
import { inscribe } from '../record/capture/inscribe.ts'
import { openSource } from '../record/capture/source-file.ts'
import type { Workspace } from '../record/workspace.ts'
import { taken } from '../system/place-file.ts'
import { outputState } from './output-state.ts'

/**
 * Fails with `target-exists` where something is there already that may not be replaced: anything unless forced, and a
 * client's own file even then.
 */
export async function refuseOverwrite(workspace: Workspace, path: string, force: boolean): Promise<void> {
  if (!(await isThere(path))) return
  if (!force) throw taken(path)
  await refuseClients(workspace, path)
}

async function refuseClients(workspace: Workspace, path: string): Promise<void> {
  if (!(await isClients(workspace, path)) || (await isOutput(workspace, path))) return
  throw new Failure(
    'target-exists',
    `${path} is a client's own file, or a session that was continued; Stet never replaces those.`,
    {
      facts: { path },
      hint: 'Choose another path with --out.',
    },
  )
}

/** The same where a session is to be written: it replaces sessions only, and never has the id of another. */
export async function refuseForSession(
  workspace: Workspace,
  client: Client,
  path: string,
  force: boolean,
): Promise<void> {
  const isReplaced = await isThere(path)
  if (isReplaced && force) await refuseClients(workspace, path)
  if (isReplaced && !(await isSessionFile(path))) throw notReplaced(path)
  const id = client.files.idIn?.(path)
  if (id !== undefined && !(isReplaced && (await isOutput(workspace, path)))) {
    const isAnothers = isReplaced || (await workspace.store.generations(client.name, id)).length > 0
    if (isAnothers) throw namedAsAnother(path, id)
  }
  if (isReplaced && !force) throw taken(path)
}

/** Takes a session file that is to be replaced into the record; undefined where there is none. */
export async function recordReplaced(workspace: Workspace, path: string): Promise<SessionId | undefined> {
  if (!(await isSessionFile(path))) return undefined
  const { sessions, failed } = await inscribe(workspace, [path], { sideFiles: false })
  if (sessions[0]) return sessions[0].session
  throw new Failure(
    failed[0]!.code,
    `${path} is not replaced, because its present content cannot be recorded: ${failed[0]!.message}`,
    {
      facts: { path },
      hint: 'Choose another path with --out.',
    },
  )
}

/** Whether anything has that name, be it a link that leads nowhere. */
async function isThere(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  )
}

/** Whether a file is one that the record can take whole; a link to one is none. */
async function isSessionFile(path: string): Promise<boolean> {
  const found = await lstat(path).catch(() => undefined)
  if (!found?.isFile() || found.size === 0) return false
  const file = openSource(path)
  try {
    const head = file.head()
    return CLIENTS.some((client) => client.files.recognises(path, head))
  } finally {
    file.close()
  }
}

/** Whether a file is in the record, or where a client keeps its own. */
async function isClients(workspace: Workspace, path: string): Promise<boolean> {
  const real = await realpath(path).catch(() => path)
  for (const place of [path, real]) if (await workspace.store.findSource(place)) return true
  return isInClients(workspace, path)
}

/** Whether a file is where a client keeps its own. */
export async function isInClients({ configDirs }: Workspace, path: string): Promise<boolean> {
  const real = await realpath(path).catch(() => path)
  const folders = await Promise.all(Object.values(configDirs).map((folder) => realpath(folder).catch(() => folder)))
  return folders.some((folder) => isBelow(folder, real))
}

function isBelow(folder: string, path: string): boolean {
  const way = relative(folder, path)
  return way !== '' && !way.startsWith('..') && !isAbsolute(way)
}

/** Whether an operation wrote the file, and nobody since. */
async function isOutput(workspace: Workspace, path: string): Promise<boolean> {
  for (const { outputs, undoneAt } of await workspace.store.listOperations()) {
    const output = undoneAt === null ? outputs.find((one) => one.path === path) : undefined
    const state = output && (await outputState(workspace, output))
    if (state !== undefined && state !== 'as before') return state === 'same' // else it was never put there
  }
  return false
}

function notReplaced(path: string): Failure {
  return new Failure(
    'target-exists',
    `${path} already exists and is not a session file; --force replaces only sessions.`,
    {
      facts: { path },
      hint: 'Choose another path with --out.',
    },
  )
}

function namedAsAnother(path: string, session: string): Failure {
  return new Failure('target-exists', `${path} has the id of another session in its name.`, {
    facts: { path, session },
    hint: 'Choose another file name with --out, or leave out --out.',
  })
}
