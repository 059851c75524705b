import { sep } from 'node:path'
import type { Session } from '../../model/session.ts'
import type { Workspace } from '../workspace.ts'

/**
 * Whether a session is of who asks here. In a record of one's own it is, unless another machine sent it or somebody else's name
 * is on a commit; in a shared one every commit names the same user and machine.
 */
export async function isOwnHere(workspace: Workspace, session: Session): Promise<boolean> {
  const { store, user, isShared, holder } = workspace
  if (holder) return false
  if (isReceived(workspace, session.source)) return false
  const name = (principal: string) => (isShared ? principal.split('/')[0]! : principal.replace(/[@/].*$/s, ''))
  for await (const { principal } of store.listChain(session.id)) if (name(principal) !== name(user)) return false
  return true
}

/** Whether a file is the copy of one that another machine sent. */
export function isReceived({ storeDir }: Pick<Workspace, 'storeDir'>, path: string): boolean {
  return storeDir !== undefined && path.startsWith(`${storeDir}${sep}received${sep}`)
}
