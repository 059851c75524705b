import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { safeName } from '../../model/id.ts'
import { isLabel } from '../../model/surgery-note.ts'
import { makeDirectory } from '../../system/make-directory.ts'
import { placeFile } from '../../system/place-file.ts'

/** Where it is kept what a session was started as, before its client has written a line of it. */
export function startedFile(storeDir: string, sessionId: string): string {
  return join(storeDir, 'started', safeName(sessionId))
}

/** Remembers what a session is that the client is yet to begin: its commits will say so. */
export async function noteStarted(storeDir: string, sessionId: string, template: string): Promise<void> {
  const path = startedFile(storeDir, sessionId)
  makeDirectory(join(path, '..'))
  await placeFile(path, [Buffer.from(template)], { replaces: true })
}

export function startedAs(storeDir: string, sessionId: string): string | undefined {
  try {
    const template = readFileSync(startedFile(storeDir, sessionId), 'utf8')
    return isLabel(template) ? template : undefined
  } catch {
    return undefined // it began by itself
  }
}
