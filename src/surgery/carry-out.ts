import { isFailure } from '../model/errors.ts'
import { hashHex } from '../model/id.ts'
import type { Operation, OperationOutput } from '../model/operation.ts'
import { inscribe } from '../record/capture/inscribe.ts'
import type { Workspace } from '../record/workspace.ts'
import { setAside, type Whole } from '../system/place-file.ts'
import { recordReplaced } from './refuse-overwrite.ts'

/** A session's file that is written and not in its place yet. */
export interface Written extends Pick<Whole, 'place' | 'discard'> {
  readonly output: OperationOutput
}

/** A session to be written, and where. */
export interface ToWrite {
  readonly path: string
  readonly write: () => Promise<Written>
}

/** An operation before anything is written. */
type Planned = Pick<Operation, 'kind' | 'at' | 'sources' | 'plans' | 'endings'>

interface CarriedOut {
  readonly id: string
  readonly outputs: readonly OperationOutput[]
}

/**
 * Writes the sessions of an operation, records the operation, so that it can be undone, and then the sessions. What could
 * not be recorded of these is said in the warnings.
 */
export async function carryOut(
  workspace: Workspace,
  planned: Planned,
  sessions: readonly ToWrite[],
  { force }: { readonly force: boolean },
): Promise<CarriedOut & { readonly warnings: readonly string[] }> {
  const done = await writeAll(workspace, planned, sessions, force)
  return { ...done, warnings: await recordOutputs(workspace, done.outputs) }
}

/**
 * All of it or nothing: what was written is taken away again where something after it fails. With `force`, what is
 * replaced is recorded first, and so is the operation: whoever finds another session in its place, be the process killed
 * there, can take that back.
 */
async function writeAll(
  workspace: Workspace,
  { kind, at, sources, plans, endings }: Planned,
  sessions: readonly ToWrite[],
  force: boolean,
): Promise<CarriedOut> {
  const { store, user: by, worker } = workspace
  const written: Written[] = []
  const outputs: OperationOutput[] = []
  const before: Awaited<ReturnType<typeof setAside>>[] = []
  let placed = 0
  let recorded: string | undefined
  try {
    for (const { path, write } of sessions) {
      const replaced = force ? await recordReplaced(workspace, path) : undefined
      const one = await write()
      written.push(one)
      outputs.push({ ...one.output, ...(replaced !== undefined && { replaced }) })
    }
    const id = `op-${hashHex(`${at}\0${outputs.map((output) => output.session).join('\0')}`).slice(0, 8)}`
    const isReplacing = outputs.some(({ replaced }) => replaced !== undefined)
    if (isReplacing) await record(id)
    for (const { place, output } of written) {
      before.push(await setAside(output.path))
      await place({ replaces: force })
      placed++
    }
    if (!isReplacing) await record(id)
    for (const old of before) await old.forget()
    return { id, outputs }
  } catch (error) {
    for (const [nth, old] of before.entries()) await (nth < placed ? old.bringBack() : old.forget())
    for (const { discard } of written.slice(placed)) await discard()
    if (recorded !== undefined) await store.markUndone(recorded, workspace.clock().toISOString())
    throw error
  }

  async function record(id: string): Promise<void> {
    await store.record({ id, kind, at, by, sources, plans, outputs, worker, endings, undoneAt: null })
    recorded = id
  }
}

/** Nothing is lost where this fails: what they hold is in the record already, and whoever asks for one has it taken in then. */
async function recordOutputs(workspace: Workspace, outputs: readonly OperationOutput[]): Promise<readonly string[]> {
  const paths = outputs.map(({ path }) => path)
  const said = (path: string, why: string) => `${path} is written, but not in the record yet: ${why}`
  try {
    const { failed } = await inscribe(workspace, paths, { sideFiles: false })
    return failed.map(({ path, message }) => said(path, message))
  } catch (error) {
    if (!isFailure(error)) throw error
    return [said(paths[0]!, error.message)]
  }
}
