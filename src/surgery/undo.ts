import { statSync } from 'node:fs'
import { Failure } from '../model/errors.ts'
import { splitSessionId } from '../model/id.ts'
import { isHere } from '../model/machine-path.ts'
import type { Operation, OperationOutput } from '../model/operation.ts'
import { sameUser } from '../record/naming/whose.ts'
import { sessionBytes } from '../record/reading/session-bytes.ts'
import type { Workspace } from '../record/workspace.ts'
import { placeFile } from '../system/place-file.ts'
import { takeTagsBack } from '../work/tags-of-operation.ts'
import { interruptedUndo, whileNoted } from './interrupted-undo.ts'
import { outputState } from './output-state.ts'
import { captureAside, lastAside, putBack, putLastBack, setUndone } from './set-undone.ts'

export interface Undone {
  readonly undone: string
  readonly kind: string
  /** Session files that were taken away; the record keeps what was in them. */
  readonly removed: readonly string[]
  /** Sessions to go on with as before. */
  readonly restored: readonly string[]
  /** Session files that the operation replaced, and that are there again. */
  readonly brought_back: readonly string[]
}

interface UndoOptions {
  /** Takes a session away even where work went on in it. */
  readonly force?: boolean
  readonly dryRun?: boolean
}

/**
 * Takes an operation back, the last one unless named, in an agent the last one of its session: the files it wrote and the
 * tags it gave go, its sources are as they always were.
 *
 * A file goes in one step, to a place next to it, and is captured whole from there: a client that still has it open may
 * write on, and nothing of that is lost. What was put aside so stays until `stet gc`, which captures it once more.
 */
export async function undo(
  workspace: Workspace,
  id: string | undefined,
  { force = false, dryRun = false }: UndoOptions = {},
): Promise<Undone> {
  const interrupted = interruptedUndo(workspace, id)
  const operation = await findOperation(workspace, interrupted?.operation ?? id, interrupted !== undefined)
  const isForced = force || interrupted?.isForced === true
  const there: OperationOutput[] = []
  const gone: OperationOutput[] = []
  for (const output of operation.outputs) {
    const state = await outputState(workspace, output)
    const isLater = state === 'gone' && interrupted && !dryRun && !(await isProvenAside(workspace, output, isForced))
    if (isLater || (state === 'changed' && !isForced)) {
      if (interrupted && !dryRun) for (const { path } of operation.outputs) await putLastBack(path)
      throw wentOn(operation, output)
    }
    if (state === 'gone') gone.push(output)
    else if (state !== 'as before') there.push(output)
  }
  if (!dryRun) {
    await whileNoted(workspace, { operation: operation.id, isForced }, async () => {
      for (const output of there) await takeAway(workspace, operation, output, isForced)
      for (const output of gone) await bringBack(workspace, output)
      await takeTagsBack(workspace, operation.id)
      if (operation.undoneAt === null) await workspace.store.markUndone(operation.id, workspace.clock().toISOString())
    })
  }
  return {
    undone: operation.id,
    kind: operation.kind,
    removed: there.map((output) => output.path),
    restored: operation.sources,
    brought_back: operation.outputs.flatMap(({ path, replaced }) => (replaced === undefined ? [] : [path])),
  }
}

async function takeAway(
  workspace: Workspace,
  operation: Operation,
  output: OperationOutput,
  force: boolean,
): Promise<void> {
  const aside = await setUndone(output.path, await bytesOfReplaced(workspace, output)).catch(unlessGone)
  if (aside === undefined) return // another undo took it, since it was looked at
  try {
    await captureAside(workspace, aside)
    if (!force && statSync(aside).size !== output.bytes) throw wentOn(operation, output) // since it was looked at
  } catch (error) {
    await putBack(aside)
    throw error
  }
}

/** What a killed undo moved aside was perhaps not looked at any more: whether it is recorded, and nobody went on in it. */
async function isProvenAside(workspace: Workspace, { path, bytes }: OperationOutput, force: boolean): Promise<boolean> {
  const aside = await lastAside(path)
  if (aside === undefined) return true
  await captureAside(workspace, aside)
  return force || statSync(aside).size === bytes
}

function unlessGone(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}

/** What the operation replaced, as it is recorded: it is read whole before anything is replaced by it. */
async function bytesOfReplaced({ store }: Workspace, output: OperationOutput): Promise<readonly Buffer[] | undefined> {
  const session = output.replaced === undefined ? undefined : await store.findSession(output.replaced)
  if (!session) return undefined
  const chunks: Buffer[] = []
  for await (const chunk of sessionBytes(store, session)) chunks.push(Buffer.from(chunk))
  return chunks
}

/** Writes what the operation replaced where nothing is any more. */
async function bringBack(workspace: Workspace, output: OperationOutput): Promise<void> {
  const chunks = await bytesOfReplaced(workspace, output)
  if (chunks) await placeFile(output.path, chunks, { replaces: false })
}

/** Whether a session was cut by it, or made. */
function isOf({ sources, outputs }: Operation, session: string | undefined): boolean {
  return [...sources, ...outputs.map((output) => output.session)].some((id) => splitSessionId(id).clientId === session)
}

/** The last operation may be that of another window. */
function ofOthers(operations: readonly Operation[]): Failure {
  const candidates = operations.slice(0, CANDIDATES)
  return new Failure('nothing-to-do', 'No operation cut or made the session that this runs in.', {
    facts: { candidates: candidates.map(({ id, kind, at }) => `${id} ${kind} ${at}`) },
    hint: 'Name an operation: `stet operations` lists them.',
  })
}

/** How many operations are named where any of them may be meant. */
const CANDIDATES = 10

/** What was done on another machine, or by somebody else, is undone there, unless somebody names it. */
function isOwn({ user, isShared, holder }: Workspace, { by, outputs }: Operation): boolean {
  return outputs.every(({ path }) => isHere(path)) && (!(isShared || holder) || sameUser(by, user))
}

/** With `mayBeOver` one that was undone already is found too. */
async function findOperation(workspace: Workspace, id: string | undefined, mayBeOver: boolean): Promise<Operation> {
  const all = await workspace.store.listOperations()
  const inside = id === undefined ? await workspace.inside?.() : undefined
  const matching = all.filter((operation) =>
    id === undefined
      ? operation.undoneAt === null && isOwn(workspace, operation) && (!inside || isOf(operation, inside.session))
      : operation.id.startsWith(id),
  )
  const [found, second] = matching
  const others = all.filter(({ undoneAt }) => undoneAt === null)
  if (!found && inside && others.length > 0) throw ofOthers(others)
  if (!found) {
    throw new Failure(
      id === undefined ? 'nothing-to-do' : 'operation-not-found',
      id === undefined ? 'There is no operation to undo.' : `There is no operation ${JSON.stringify(id.slice(0, 80))}.`,
      {
        facts: { operations: all.slice(0, 20).map((operation) => `${operation.id} ${operation.kind} ${operation.at}`) },
        hint: id !== undefined && all[0] ? 'Run `stet operations` to see them.' : hintOf(all),
      },
    )
  }
  if (id !== undefined && second && found.id !== id) {
    throw new Failure('reference-ambiguous', `Several operations begin with ${id}.`, {
      facts: { candidates: matching.map((operation) => operation.id) },
      hint: `Write more of it, such as \`stet undo ${found.id}\`.`,
    })
  }
  if (found.undoneAt === null || mayBeOver) return found
  throw new Failure('nothing-to-do', `Operation ${found.id} was already undone, at ${found.undoneAt}.`, {
    facts: { operation: found.id },
    hint: goOn(found),
  })
}

/** What to run where there is none to undo, of these. */
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
    `Session ${output.session} was continued after operation ${operation.id} made it.`,
    {
      facts: { operation: operation.id, session: output.session, path: output.path },
      hint: `Run \`stet undo ${operation.id} --force\` to remove its file anyway; the record keeps what was said in it.`,
    },
  )
}
