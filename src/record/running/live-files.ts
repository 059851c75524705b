import { readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { readPlainFile } from '../../clients/read-plain-file.ts'
import { makeDirectory } from '../../system/make-directory.ts'

/** Where hooks keep what they need to know again of a session: small files, written whole, safe to delete. */
export function liveFolder(storeDir: string): string {
  return join(storeDir, 'live')
}

/** Session ids come from outside; one that could leave the folder gets a name that cannot. */
export function liveFile(liveDir: string, session: string, kind: 'bridge' | 'state' | 'next'): string {
  const name = session.replace(/[^A-Za-z0-9_-]/g, (char) => `%${char.charCodeAt(0).toString(16)}`).slice(0, 120)
  return join(liveDir, `${name}.${kind}`)
}

/** Whether hooks keep anything at all: else nobody has to look for each session. */
export function hasLiveFiles(liveDir: string | undefined): boolean {
  try {
    return liveDir !== undefined && readdirSync(liveDir).length > 0
  } catch {
    return false
  }
}

/** What a file holds; undefined where there is none, or nothing that can be read. */
export function readLive<T>(file: string): T | undefined {
  try {
    return JSON.parse(readPlainFile(file)) as T
  } catch {
    return undefined
  }
}

/** Puts a small file in its place whole, readable for the user only. */
export function writeLive(file: string, text: string): void {
  const temporary = `${file}.${process.pid}.tmp`
  const write = () => writeFileSync(temporary, text, { mode: 0o600 })
  try {
    try {
      write()
    } catch {
      makeDirectory(dirname(file))
      write()
    }
    renameSync(temporary, file)
  } catch (error) {
    rmSync(temporary, { force: true }) // a disk that is full has it empty
    throw error
  }
}

/** Forgets what hooks keep of a session. */
export function removeLiveFiles(liveDir: string, session: string): void {
  for (const kind of ['state', 'next', 'bridge'] as const) rmSync(liveFile(liveDir, session, kind), { force: true })
}
