import { Failure } from '../../model/errors.ts'
import type { Workspace } from '../../record/workspace.ts'

const EVERY_MS = 25

/**
 * The same workspace, in which reading stops once the signal came. Stores answer without giving way to anything else,
 * so that a long read would not even notice Ctrl-C: here it takes a breath now and then.
 */
export function interruptible(workspace: Workspace, signal: AbortSignal): Workspace {
  const { store } = workspace
  let breathed = Date.now()
  return {
    ...workspace,
    signal,
    store: {
      ...store,
      artifacts: {
        ...store.artifacts,
        async get(id) {
          await breathe()
          return store.artifacts.get(id)
        },
        async *getAll(ids) {
          for await (const bytes of store.artifacts.getAll(ids)) {
            await breathe()
            yield bytes
          }
        },
      },
    },
  }

  async function breathe(): Promise<void> {
    if (Date.now() - breathed > EVERY_MS) {
      await new Promise(setImmediate)
      breathed = Date.now()
    }
    if (signal.aborted) throw interrupted()
  }
}

export function interrupted(): Failure {
  return new Failure('interrupted', 'Stopped.', { hint: 'Run the same command again when you like.' })
}
