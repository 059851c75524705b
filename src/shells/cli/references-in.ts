import type { Call } from '../../commands/kit/call.ts'
import type { Workspace } from '../../record/workspace.ts'

/** What a user at a terminal names: also any file of this machine. */
export function referencesIn(
  workspace: () => Promise<Workspace>,
): Pick<Call<unknown>, 'session' | 'sessions' | 'commit'> {
  const session = async (reference: string) => {
    const { resolveSession } = await import('../../record/naming/resolve-session.ts')
    return resolveSession(await workspace(), reference)
  }
  return {
    session,
    sessions: async (references) => {
      const sessions = []
      for (const reference of references) sessions.push(await session(reference))
      return sessions
    },
    commit: async (reference) => {
      const { resolveCommit } = await import('../../record/chain/resolve-commit.ts')
      return resolveCommit(await workspace(), reference)
    },
  }
}
