import { isHere } from '../../model/machine-path.ts'
import type { Session } from '../../model/session.ts'
import { isReceived } from '../capture/is-own-here.ts'
import type { Workspace } from '../workspace.ts'

/**
 * Whether a session is of who asks: the last commit of it names the same user, whatever the machine; or a client of this
 * machine has its file, in a record of one's own.
 */
export function isMine(
  workspace: Pick<Workspace, 'user' | 'isShared' | 'holder' | 'storeDir'>,
  { by, source }: Pick<Session, 'by' | 'source'>,
): boolean {
  if (by !== null && sameUser(by.principal, workspace.user)) return true
  if (by !== null && (workspace.isShared || workspace.holder)) return false
  return isHere(source) && !isReceived(workspace, source)
}

/** Whether it was written down by this user, `ada` or `ada@desk`, and on this machine; each where it is given. */
export function isOf(by: Session['by'], user: string | undefined, machine?: string): boolean {
  if (user === undefined && machine === undefined) return true
  if (by === null) return false
  const wanted = user?.toLowerCase()
  const names = [userOf(by.principal), by.principal.split('/')[0]!, by.principal].map((name) => name.toLowerCase())
  return (
    (wanted === undefined || names.includes(wanted)) &&
    (machine === undefined || by.machine.toLowerCase() === machine.toLowerCase())
  )
}

/** Whether two principals are of the same user, whatever the machine. */
export function sameUser(one: string, other: string): boolean {
  return userOf(one) === userOf(other)
}

/** The user of `ada@desk/claude-code`. */
function userOf(principal: string): string {
  return principal.replace(/[@/].*$/s, '')
}
