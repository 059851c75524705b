import { existsSync } from 'node:fs'
import type { SessionId } from '../model/id.ts'
import type { OperationOutput } from '../model/operation.ts'
import { extendsRecord, openSource } from '../record/capture/source-file.ts'
import type { Workspace } from '../record/workspace.ts'

/**
 * Whether a file that an operation wrote is as it was then, or somebody went on in it; or what was there before the operation
 * still is, or is again: the operation, or an undo, was killed at that place.
 */
export async function outputState(
  { store }: Workspace,
  { path, session, bytes, modified, replaced }: OperationOutput,
): Promise<'gone' | 'same' | 'changed' | 'as before'> {
  if (!existsSync(path)) return 'gone'
  const file = openSource(path)
  try {
    const isOfSize = file.size === bytes
    if (isOfSize && (file.modified === modified || (await isWhole(session)))) return 'same' // it may have been touched
    return replaced !== undefined && (await isWhole(replaced)) ? 'as before' : 'changed'
  } finally {
    file.close()
  }

  /** Whether the file holds what is recorded of a session, and nothing else. */
  async function isWhole(id: SessionId): Promise<boolean> {
    const known = await store.findSession(id)
    return known?.bytes === file.size && extendsRecord(file, store, known)
  }
}
