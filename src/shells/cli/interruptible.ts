import type { Workspace } from '../../actions/workspace.ts'
import { Failure } from '../../model/errors.ts'

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
    store: {
      ...store,
      async readArtifact(id) {
        if (Date.now() - breathed > EVERY_MS) {
          await new Promise(setImmediate)
          breathed = Date.now()
        }
        if (signal.aborted) throw interrupted()
        return store.readArtifact(id)
      },
    },
  }
}

export function interrupted(): Failure {
  return new Failure('interrupted', 'Stopped.', { hint: 'Run the same command again when you like.' })
}
