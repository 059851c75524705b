import { mkdirSync, writeFileSync } from 'node:fs'
import { mkdir, open, readdir, rename } from 'node:fs/promises'
import { basename, dirname, join, relative } from 'node:path'
import { Failure } from '../model/errors.ts'
import { type SessionId, safeName } from '../model/id.ts'
import type { Session } from '../model/session.ts'
import { type FiledRounds, writeSessionDatabase } from '../record/sqlite/session-database.ts'
import type { Workspace } from '../record/workspace.ts'
import { maskedValue } from '../redaction/masked-value.ts'
import { taken, unwritable, writeWhole } from '../system/place-file.ts'
import { agentOf, indexOfRounds, markdownDocument, roundFiles } from './export-documents.ts'
import { indexOfAgents, indexOfSessions } from './export-index.ts'

/** A file and how long it is. */
interface FileSize {
  readonly path: string
  readonly bytes: number
}

interface FolderOptions {
  readonly replaces: boolean
  readonly masks: boolean
  readonly dryRun: boolean
}

/**
 * Writes sessions as the folder that people and other tools read: `<agent>/<session>.md`, beside it a folder of the session's blocks,
 * rounds, index and `session.db`, an `index.md` for each agent and for all, and `sessions.db` with the rounds of all. It is written
 * next to its place and moved there whole, or, where a folder is replaced, file by file. Nobody waits until each file is on disk.
 */
export async function exportFolder(
  workspace: Workspace,
  sessions: readonly Session[],
  path: string,
  { replaces, masks, dryRun }: FolderOptions,
): Promise<readonly FileSize[]> {
  const write = (put: Put) => putAll(workspace, sessions, path, { masks, put })
  if (dryRun) return write(counted)
  const whole = await writeWhole(path, async (temporary) => {
    mkdirSync(temporary, { mode: 0o700 })
    return write(async (name, content) => {
      try {
        mkdirSync(dirname(join(temporary, name)), { mode: 0o700, recursive: true })
        return await written(join(temporary, name), content)
      } catch (error) {
        throw error instanceof Failure ? error : unwritable(join(path, name), error)
      }
    })
  })
  await whole.placeBy((from) => (replaces ? moveInto(from, path, whole.written) : moveWhole(from, path)))
  return whole.written
}

/** The sessions of the record that such a folder has already. */
export async function exportedIn({ store }: Workspace, folder: string): Promise<readonly Session[]> {
  const names = await readdir(folder, { recursive: true }).catch(() => [])
  const found: Session[] = []
  for (const name of names) {
    const session = /^[^/]+\/[^/]+\.md$/.test(name) && basename(name) !== INDEX ? basename(name, '.md') : undefined
    const known = session === undefined ? undefined : await store.findSession(session as SessionId)
    if (known) found.push(known)
  }
  return found
}

const INDEX = 'index.md'

/** Takes a file of the folder: its bytes, or what writes it. Returns how long it is. */
type Put = (name: string, content: Content) => Promise<number>
type Content = string | AsyncIterable<Buffer> | ((path: string) => Promise<number>)

async function putAll(
  workspace: Workspace,
  sessions: readonly Session[],
  folder: string,
  { masks, put }: { readonly masks: boolean; readonly put: Put },
): Promise<readonly FileSize[]> {
  const files: FileSize[] = []
  const add = async (name: string, content: Content) =>
    void files.push({ path: `${folder}/${name}`, bytes: await put(name, content) })
  const rowsOf = async ({ id }: Session) => {
    const rows = await workspace.store.listRounds(id)
    return masks ? maskedValue(rows) : rows
  }
  async function* filed(some: readonly Session[], folderOf: (session: Session) => string): AsyncIterable<FiledRounds> {
    for (const session of some) yield { rounds: await rowsOf(session), folder: folderOf(session) }
  }
  for (const session of sessions) {
    const own = ownFolder(session)
    await add(`${own}.md`, markdownDocument(workspace, session))
    await add(`${own}/${INDEX}`, indexOfRounds(workspace, session))
    for await (const { name, text } of roundFiles(workspace, session, masks)) await add(`${own}/${name}`, text)
    await add(`${own}/session.db`, (path) =>
      writeSessionDatabase(
        path,
        filed([session], () => ''),
      ),
    )
  }
  for (const [agent, own] of byAgent(sessions)) await add(`${agent}/${INDEX}`, await indexOfSessions(own))
  await add(INDEX, indexOfAgents(byAgent(sessions)))
  await add('sessions.db', (path) =>
    writeSessionDatabase(
      path,
      filed(sessions, (session) => `${ownFolder(session)}/`),
    ),
  )
  return files
}

function ownFolder(session: Session): string {
  return `${safeName(agentOf(session))}/${session.id}`
}

function byAgent(sessions: readonly Session[]): ReadonlyMap<string, readonly Session[]> {
  const agents = new Map<string, Session[]>()
  for (const session of sessions) {
    const agent = safeName(agentOf(session))
    if (agents.has(agent)) agents.get(agent)!.push(session)
    else agents.set(agent, [session])
  }
  return new Map([...agents].sort(([a], [b]) => (a < b ? -1 : 1)))
}

async function written(path: string, content: Content): Promise<number> {
  if (typeof content === 'function') return content(path)
  if (typeof content === 'string') {
    writeFileSync(path, content, { flag: 'wx', mode: 0o600 })
    return Buffer.byteLength(content)
  }
  const handle = await open(path, 'wx', 0o600)
  let bytes = 0
  try {
    for await (const chunk of content) {
      await handle.writeFile(chunk)
      bytes += chunk.length
    }
  } finally {
    await handle.close()
  }
  return bytes
}

/** How long it would be; a database is as long as SQLite makes it. */
async function counted(_: string, content: Content): Promise<number> {
  if (typeof content === 'function') return 0
  if (typeof content === 'string') return Buffer.byteLength(content)
  let bytes = 0
  for await (const chunk of content) bytes += chunk.length
  return bytes
}

async function moveWhole(from: string, to: string): Promise<void> {
  await rename(from, to).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOTEMPTY' || error.code === 'EEXIST' || error.code === 'ENOTDIR' ? taken(to) : error
  })
}

/** What else is in the folder stays. */
async function moveInto(from: string, to: string, files: readonly FileSize[]): Promise<void> {
  for (const { path } of files) {
    await mkdir(dirname(path), { mode: 0o700, recursive: true })
    await rename(join(from, relative(to, path)), path)
  }
}
