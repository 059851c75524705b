import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { windowOf } from '../clients/window-of.ts'
import { Failure } from '../model/errors.ts'
import type { Session, SessionEnd } from '../model/session.ts'
import { percentOf } from '../pressure/fill.ts'
import { caughtUp } from '../record/capture/caught-up.ts'
import type { Workspace } from '../record/workspace.ts'

export interface Completed extends SessionEnd {
  readonly session: string
}

/** Writes down that the work of a session is done, with the handoff where one was written. */
export async function completeSession(
  workspace: Workspace,
  reference: Session,
  { summaryFile, dryRun = false }: { readonly summaryFile?: string | undefined; readonly dryRun?: boolean } = {},
): Promise<Completed> {
  const session = await caughtUp(workspace, reference)
  const summary = summaryFile === undefined ? null : await read(resolve(workspace.cwd, summaryFile))
  const { tokens } = session.facts
  const context = tokens === 0 ? null : Math.round(percentOf(tokens, windowOf(session)))
  const end = { at: workspace.clock().toISOString(), reason: 'completed', context, summary }
  if (!dryRun) await workspace.store.endSession(session.id, end)
  return { session: session.id, ...end }
}

async function read(path: string): Promise<string> {
  return readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new Failure('file-not-found', `The handoff ${path} cannot be read (${error.code ?? 'unknown'}).`, {
      facts: { path },
      hint: 'Name a file that exists, or leave --summary-file out.',
    })
  })
}
