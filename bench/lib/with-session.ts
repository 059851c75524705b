import type { Session } from '../../src/model/session.ts'
import type { Workspace } from '../../src/record/workspace.ts'
import { closeWorkspace, openWorkspace } from '../../src/workspace/open-workspace.ts'

/** Opens a store with one session in it, runs `work`, and closes the store. */
export async function withSession<T>(
  storeDir: string,
  work: (workspace: Workspace, session: Session) => Promise<T>,
): Promise<T> {
  const workspace = await openWorkspace({ storeDir, user: 'bench', machine: 'bench', cwd: '/', configDirs: {} })
  try {
    for await (const session of workspace.store.listSessions()) return await work(workspace, session)
    throw new Error('there is no session in the store')
  } finally {
    await closeWorkspace(workspace)
  }
}
