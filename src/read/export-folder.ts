import { mkdirSync, writeFileSync } from 'node:fs'
import { mkdir, open, rename } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { Failure } from '../model/errors.ts'
import type { Session } from '../model/session.ts'
import { writeSessionDatabase } from '../record/sqlite/session-database.ts'
import type { Workspace } from '../record/workspace.ts'
import { maskedValue } from '../redaction/masked-value.ts'
import { taken, unwritable, writeWhole } from '../system/place-file.ts'
import { indexOfRounds, markdownDocument, roundFiles } from './export-documents.ts'

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

const FOLDERS = ['blocks', 'rounds']

/**
 * The folder of blocks, rounds, index and `session.db`: written next to its place and moved there whole, or, where a folder
 * is replaced, file by file. Each round has two files: nobody waits until each of them is on disk.
 */
export async function exportFolder(
  workspace: Workspace,
  session: Session,
  path: string,
  { replaces, masks, dryRun }: FolderOptions,
): Promise<readonly FileSize[]> {
  const write = (put: Put) => putAll(workspace, session, path, { masks, put })
  if (dryRun) return write(counted)
  const whole = await writeWhole(path, async (temporary) => {
    for (const folder of ['', ...FOLDERS]) mkdirSync(join(temporary, folder), { mode: 0o700 })
    return write(async (name, content) => {
      try {
        return await written(join(temporary, name), content)
      } catch (error) {
        throw error instanceof Failure ? error : unwritable(join(path, name), error)
      }
    })
  })
  await whole.placeBy((from) => (replaces ? moveInto(from, path, whole.written) : moveWhole(from, path)))
  return whole.written
}

/** Takes a file of the folder: its bytes, or what writes it. Returns how long it is. */
type Put = (name: string, content: Content) => Promise<number>
type Content = string | AsyncIterable<Buffer> | ((path: string) => Promise<number>)

async function putAll(
  workspace: Workspace,
  session: Session,
  folder: string,
  { masks, put }: { readonly masks: boolean; readonly put: Put },
): Promise<readonly FileSize[]> {
  const files: FileSize[] = []
  const add = async (name: string, content: Content) =>
    void files.push({ path: `${folder}/${name}`, bytes: await put(name, content) })
  await add('session.md', markdownDocument(workspace, session))
  await add('index.md', indexOfRounds(workspace, session))
  for await (const { name, text } of roundFiles(workspace, session, masks)) await add(name, text)
  const recorded = await workspace.store.listRounds(session.id)
  const rounds = masks ? await maskedValue(recorded) : recorded
  await add('session.db', (path) => writeSessionDatabase(path, rounds))
  return files
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
  for (const folder of ['', ...FOLDERS])
    await mkdir(join(to, folder), { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
  for (const { path } of files) await rename(join(from, relative(to, path)), path)
}
