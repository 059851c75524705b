import { rm } from 'node:fs/promises'
import { Failure } from '../../model/errors.ts'
import type { Operation, OperationOutput } from '../../model/operation.ts'
import { inscribe } from '../inscribe.ts'
import { placeFile } from '../place-file.ts'
import { sessionBytes } from '../session-bytes.ts'
import type { Workspace } from '../workspace.ts'
import { outputState } from './output-state.ts'

export interface Undone {
  readonly undone: string
  readonly kind: string
  /** Session files that were taken away; the record keeps what was in them. */
  readonly removed: readonly string[]
  /** Sessions to go on with as before. */
  readonly restored: readonly string[]
  /** Session files that the operation replaced, and that stand there again. */
  readonly brought_back: readonly string[]
}

interface UndoOptions {
  /** Takes a session away even where work went on in it. */
  readonly force?: boolean
  readonly dryRun?: boolean
}

/** Takes an operation back, the last one unless named: the files it wrote go, its sources are as they always were. */
export async function undo(
  workspace: Workspace,
  id: string | undefined,
  { force = false, dryRun = false }: UndoOptions = {},
): Promise<Undone> {
  const operation = await findOperation(workspace, id)
  const there: OperationOutput[] = []
  for (const output of operation.outputs) {
    const state = await outputState(workspace, output)
    if (state === 'gone') continue
    if (state === 'changed' && !force) throw wentOn(operation, output)
    there.push(output)
  }
  if (!dryRun) {
    const paths = there.map((output) => output.path)
    await keep(workspace, paths)
    for (const path of paths) await rm(path, { force: true })
    for (const output of operation.outputs) await bringBack(workspace, output)
    await workspace.store.markUndone(operation.id, workspace.clock().toISOString())
  }
  return {
    undone: operation.id,
    kind: operation.kind,
    removed: there.map((output) => output.path),
    restored: operation.sources,
    brought_back: operation.outputs.flatMap(({ path, replaced }) => (replaced === undefined ? [] : [path])),
  }
}

/** Writes what the operation replaced as it is recorded. */
async function bringBack({ store }: Workspace, { path, replaced }: OperationOutput): Promise<void> {
  const session = replaced === undefined ? undefined : await store.findSession(replaced)
  if (session) await placeFile(path, sessionBytes(store, session), { replaces: false })
}

/** What was said since stays in the record; where it cannot, the files stay. */
async function keep(workspace: Workspace, paths: readonly string[]): Promise<void> {
  if (paths.length === 0) return
  const { failed } = await inscribe(workspace, paths, { sideFiles: false })
  if (failed[0]) throw new Failure(failed[0].code, failed[0].message, { facts: { path: failed[0].path } })
}

async function findOperation({ store }: Workspace, id: string | undefined): Promise<Operation> {
  const all = await store.listOperations()
  const matching = all.filter((operation) =>
    id === undefined ? operation.undoneAt === null : operation.id.startsWith(id),
  )
  const [found, second] = matching
  if (!found) {
    throw new Failure(
      id === undefined ? 'nothing-to-do' : 'operation-not-found',
      id === undefined ? 'There is no operation to undo.' : `There is no operation ${JSON.stringify(id.slice(0, 80))}.`,
      {
        facts: { operations: all.slice(0, 20).map((operation) => `${operation.id} ${operation.kind} ${operation.at}`) },
        hint: hintOf(all),
      },
    )
  }
  if (id !== undefined && second && found.id !== id) {
    throw new Failure('reference-ambiguous', `Several operations begin with ${id}.`, {
      facts: { candidates: matching.map((operation) => operation.id) },
      hint: `Write more of it, such as \`stet undo ${found.id}\`.`,
    })
  }
  if (found.undoneAt === null) return found
  throw new Failure('nothing-to-do', `Operation ${found.id} was undone already, at ${found.undoneAt}.`, {
    facts: { operation: found.id },
    hint: goOn(found),
  })
}

/** What to run where there is no such operation, of these. */
function hintOf(all: readonly Operation[]): string {
  const last = all.find((operation) => operation.undoneAt === null)
  if (last) return `Run \`stet undo ${last.id}\` to take back the last one, ${last.kind}.`
  return all[0]
    ? `The last one was undone already: ${goOn(all[0])}`
    : 'Run an operation first, such as `stet trim latest --dry-run`.'
}

function goOn({ sources }: Operation): string {
  return `\`stet lineage ${sources[0]}\` shows what there is of its session.`
}

function wentOn(operation: Operation, output: OperationOutput): Failure {
  return new Failure(
    'target-exists',
    `Work went on in session ${output.session} since operation ${operation.id} made it.`,
    {
      facts: { operation: operation.id, session: output.session, path: output.path },
      hint: `Run \`stet undo ${operation.id} --force\` to take its file away all the same; the record keeps what was said in it.`,
    },
  )
}
