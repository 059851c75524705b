import { existsSync } from 'node:fs'
import { extendsRecord, openSource } from '../../capture/source-file.ts'
import type { OperationOutput } from '../../model/operation.ts'
import type { Workspace } from '../workspace.ts'

/** Whether a file that an operation wrote is as it was then, or somebody went on in it. */
export async function outputState({ store }: Workspace, output: OperationOutput): Promise<'gone' | 'same' | 'changed'> {
  if (!existsSync(output.path)) return 'gone'
  const file = openSource(output.path)
  try {
    if (file.size !== output.bytes) return 'changed'
    if (file.modified === output.modified) return 'same'
    const session = await store.findSession(output.session) // it may have been touched, or brought back
    return session && session.bytes === file.size && (await extendsRecord(file, store, session)) ? 'same' : 'changed'
  } finally {
    file.close()
  }
}
