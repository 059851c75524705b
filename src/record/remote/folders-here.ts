import { statSync } from 'node:fs'
import { join } from 'node:path'
import { readPlainFile } from '../../clients/read-plain-file.ts'
import type { Session } from '../../model/session.ts'
import { placeFile } from '../../system/place-file.ts'
import { withLock } from '../../system/with-lock.ts'
import type { Store } from '../store.ts'

const FILE = 'folders.json'

/** Folders of this machine by client and session. */
type Folders = Readonly<Record<string, string>>

/** Remembers in which folder of this machine a session goes on that began in one of another. */
export async function noteFolder(storeDir: string, session: Session, folder: string): Promise<void> {
  const path = join(storeDir, FILE)
  await withLock(`${path}.lock`, async () => {
    const folders = { ...readFolders(path), [keyOf(session)]: folder }
    await placeFile(path, [Buffer.from(`${JSON.stringify(folders, null, 2)}\n`)], { replaces: true })
  })
}

/** The record with the folders that sessions have on this machine. A state of it that is checked is as it is recorded. */
export function withFoldersHere(store: Store, storeDir: string): Store {
  const path = join(storeDir, FILE)
  let known: { readonly modified: number; readonly folders: Folders } | undefined

  function here(session: Session): Session {
    const modified = statSync(path, { throwIfNoEntry: false })?.mtimeMs
    if (modified === undefined) return session
    if (known?.modified !== modified) known = { modified, folders: readFolders(path) }
    const cwd = known.folders[keyOf(session)]
    return cwd === undefined ? session : { ...session, facts: { ...session.facts, cwd } }
  }

  return {
    ...store,
    findSession: async (id) => {
      const session = await store.findSession(id)
      return session && here(session)
    },
    generations: async (client, clientId) => (await store.generations(client, clientId)).map(here),
    async *listSessions() {
      for await (const session of store.listSessions()) yield here(session)
    },
  }
}

function keyOf({ client, clientId }: Session): string {
  return `${client} ${clientId}`
}

function readFolders(path: string): Folders {
  try {
    return JSON.parse(readPlainFile(path)) as Folders
  } catch {
    return {} // none yet, or damaged: sessions are in the folders they began in
  }
}
