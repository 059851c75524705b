import type { Workspace } from '../../record/workspace.ts'
import type { Call } from './call.ts'

/**
 * The commit that whoever asks is at: as given, and in a terminal as $STET_CONTEXT_ID says, or that of the session it
 * runs in.
 */
export async function agentContext(
  workspace: Workspace,
  { terminal }: Pick<Call<unknown>, 'terminal'>,
  given: string | undefined,
): Promise<string | null | undefined> {
  if (given !== undefined || !terminal) return given
  const { contextId } = terminal.environment
  if (contextId !== undefined) return contextId
  if ((await workspace.inside?.())?.session === undefined) return null
  const { currentContext } = await import('../../brief/history.ts')
  return (await currentContext(workspace, undefined)).context_id
}
