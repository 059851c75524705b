import { Failure } from '../../model/errors.ts'
import { inscribe } from '../record/inscribe.ts'
import type { Workspace } from '../workspace.ts'

/**
 * Takes the sessions that an operation wrote into the record, so that they are found and what they refer to is followed.
 * Nothing is lost without it: what they hold is in the record already, and whoever asks for one has it taken then.
 */
export async function recordOutputs(
  workspace: Workspace,
  { operation, sessions }: { readonly operation?: string; readonly sessions: readonly { readonly path: string }[] },
): Promise<void> {
  if (operation === undefined) return
  const { failed } = await inscribe(
    workspace,
    sessions.map((session) => session.path),
    { sideFiles: false },
  )
  const [first] = failed
  if (first) throw new Failure(first.code, `${first.path} is written, but not in the record yet: ${first.message}`)
}
