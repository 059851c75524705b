import { resolve } from 'node:path'
import type { SessionId } from '../../model/id.ts'
import type { OperationOutput } from '../../model/operation.ts'
import type { Session } from '../../model/session.ts'
import type { Placing } from '../files/place-file.ts'
import { type BulkReader, openBulkReader } from '../read/bulk-reader.ts'
import type { Workspace } from '../workspace.ts'
import { placeOutput } from './output-file.ts'
import { type Output, writeScript } from './write-script.ts'

/** Writes a worked-out plan as a session file, reads it as the client would, and only then puts it in its place. */
export async function writeOutput(
  { store, cwd, signal }: Workspace,
  sessions: ReadonlyMap<string, Session>,
  output: Output & Placing & { readonly path: string },
): Promise<OperationOutput> {
  const path = resolve(cwd, output.path)
  const readers = new Map<string, BulkReader>()
  try {
    for (const [id, session] of sessions) readers.set(id, await openBulkReader(store, session))
    const sources = new Map([...readers].map(([id, reader]) => [id, reader.read] as const))
    const { bytes, modified } = await placeOutput(path, { replaces: output.replaces, signal }, (put) =>
      writeScript(output, sources, put),
    )
    return { session: output.sessionId as SessionId, path, bytes, modified }
  } finally {
    for (const reader of readers.values()) reader.close()
  }
}
