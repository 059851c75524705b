import { hashHex } from '../../model/id.ts'
import type { Operation, OperationOutput } from '../../model/operation.ts'
import { setAside } from '../files/place-file.ts'
import { recordReplaced } from '../files/refuse-overwrite.ts'
import type { Workspace } from '../workspace.ts'

/** A session to be written, and where. */
export interface ToWrite {
  readonly path: string
  readonly write: () => Promise<OperationOutput>
}

/** An operation before anything is written. */
type Planned = Pick<Operation, 'kind' | 'at' | 'sources' | 'plans' | 'endings'>

/**
 * Writes the sessions of an operation and records it, so that it can be undone. All of it or nothing: what was written is
 * taken away again where something after it fails. With `force`, what is replaced is recorded first.
 */
export async function carryOut(
  workspace: Workspace,
  { kind, at, sources, plans, endings }: Planned,
  sessions: readonly ToWrite[],
  { force }: { readonly force: boolean },
): Promise<{ readonly id: string; readonly outputs: readonly OperationOutput[] }> {
  const before: Awaited<ReturnType<typeof setAside>>[] = []
  const outputs: OperationOutput[] = []
  try {
    for (const { path, write } of sessions) {
      const replaced = force ? await recordReplaced(workspace, path) : undefined
      before.push(await setAside(path))
      outputs.push({ ...(await write()), ...(replaced !== undefined && { replaced }) })
    }
    const id = `op-${hashHex(`${at}\0${outputs.map((output) => output.session).join('\0')}`).slice(0, 8)}`
    const { user: by, worker } = workspace
    await workspace.store.record({ id, kind, at, by, sources, plans, outputs, worker, endings, undoneAt: null })
    for (const old of before) await old.forget()
    return { id, outputs }
  } catch (error) {
    for (const [nth, old] of before.entries()) await (nth < outputs.length ? old.bringBack() : old.forget())
    throw error
  }
}
