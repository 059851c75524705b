import type { Workspace } from '../../actions/workspace.ts'
import type { Environment } from './environment.ts'

/** The commit that whoever runs the command is at: as given, as $STET_CONTEXT_ID says, or that of the session it runs in. */
export async function agentContext(
  workspace: Workspace,
  { agent }: Environment,
  given: string | undefined,
): Promise<string | null> {
  if (given !== undefined || agent.contextId !== undefined) return given ?? agent.contextId ?? null
  if (agent.session === undefined) return null
  const { currentContext } = await import('../../actions/ctx/history.ts')
  return (await currentContext(workspace, agent.session)).context_id
}
