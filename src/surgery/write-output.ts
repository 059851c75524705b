import { resolve } from 'node:path'
import type { SessionId } from '../model/id.ts'
import type { Session } from '../model/session.ts'
import { type BulkReader, openBulkReader } from '../record/reading/bulk-reader.ts'
import type { Workspace } from '../record/workspace.ts'
import type { Written } from './carry-out.ts'
import { writeOutputFile } from './output-file.ts'
import { type Output, writeScript } from './write-script.ts'

/** Writes a worked-out plan as a session file and reads it as the client would; only then it may go to its place. */
export async function writeOutput(
  { store, cwd, signal }: Workspace,
  sessions: ReadonlyMap<string, Session>,
  output: Output & { readonly path: string },
): Promise<Written> {
  const path = resolve(cwd, output.path)
  const readers = new Map<string, BulkReader>()
  try {
    for (const [id, session] of sessions) readers.set(id, await openBulkReader(store, session))
    const sources = new Map([...readers].map(([id, reader]) => [id, reader.read] as const))
    const whole = await writeOutputFile(path, signal, (put) => writeScript(output, sources, put))
    return { ...whole, output: { session: output.sessionId as SessionId, path, ...whole.written } }
  } finally {
    for (const reader of readers.values()) reader.close()
  }
}
