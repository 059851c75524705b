import { readdirSync, rmdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { isFailure } from '../model/errors.ts'
import type { Workspace } from '../record/workspace.ts'
import { makeDirectory } from '../system/make-directory.ts'
import { isOver, WRITER_MARK, writerMark } from '../system/writer-mark.ts'

/** An undo that somebody began. */
export interface BegunUndo {
  readonly operation: string
  readonly isForced: boolean
}

const NAME = new RegExp(`^(op-[0-9a-f]+)\\.(force|plain)\\.(${WRITER_MARK})$`)
/** Nobody undoes for so long. */
const STALE_MS = 3_600_000

/** Notes that an undo has begun as long as it is at work: then the next command finishes what a kill interrupted. */
export async function whileNoted(
  { storeDir }: Pick<Workspace, 'storeDir'>,
  { operation, isForced }: BegunUndo,
  work: () => Promise<void>,
): Promise<void> {
  const name = `${operation}.${isForced ? 'force' : 'plain'}.${writerMark()}`
  const path = storeDir === undefined || storeDir === ':memory:' ? undefined : join(notesIn(storeDir), name)
  if (path !== undefined) note(path)
  try {
    await work()
    for (const one of storeDir === undefined ? [] : interrupted(storeDir))
      if (one.operation === operation) remove(one.path)
  } finally {
    if (path !== undefined) remove(path)
  }
}

/** An undo that was killed: of this operation where one is named, else any. */
export function interruptedUndo(
  { storeDir }: Pick<Workspace, 'storeDir'>,
  operation: string | undefined,
): BegunUndo | undefined {
  const all = storeDir === undefined || storeDir === ':memory:' ? [] : interrupted(storeDir)
  return all.find((one) => operation === undefined || one.operation.startsWith(operation))
}

/**
 * Finishes every undo that was killed, or takes it back where work went on in a session meanwhile. What cannot be done now is
 * left to the next command.
 */
export async function finishInterruptedUndos(workspace: Workspace): Promise<void> {
  const { storeDir } = workspace
  const all = storeDir === undefined || storeDir === ':memory:' ? [] : interrupted(storeDir)
  for (const { operation, path } of all) {
    try {
      const { undo } = await import('./undo.ts')
      await undo(workspace, operation)
    } catch (error) {
      if (!isFailure(error) && !(error instanceof Error && 'syscall' in error)) throw error
      if (isFailure(error, 'target-exists', 'operation-not-found')) remove(path)
    }
  }
  if (storeDir !== undefined) removeEmpty(notesIn(storeDir))
}

function interrupted(storeDir: string): readonly (BegunUndo & { readonly path: string })[] {
  return namesIn(notesIn(storeDir)).flatMap((name) => {
    const [, operation, how, mark] = NAME.exec(name) ?? []
    const path = join(notesIn(storeDir), name)
    if (operation === undefined || !(isOver(mark!) ?? isStale(path))) return []
    return [{ operation, isForced: how === 'force', path }]
  })
}

function notesIn(storeDir: string): string {
  return join(storeDir, 'undoing')
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch {
    return [] // as a rule
  }
}

function isStale(path: string): boolean {
  const found = statSync(path, { throwIfNoEntry: false })
  return found !== undefined && Date.now() - found.mtimeMs > STALE_MS
}

/** A full disk, or a folder that nobody may write to, is no reason not to undo. */
function note(path: string): void {
  try {
    makeDirectory(dirname(path))
    writeFileSync(path, '', { mode: 0o600 })
  } catch {
    // then the next undo goes on from where it was killed, and no other command does
  }
}

/** The folder goes with the last one, so that no command looks into it. */
function remove(path: string): void {
  try {
    rmSync(path, { force: true })
  } catch {
    // it is looked at again the next time
  }
  removeEmpty(dirname(path))
}

function removeEmpty(folder: string): void {
  try {
    rmdirSync(folder)
  } catch {
    // another one is at work
  }
}
