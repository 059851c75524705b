import type { Session } from '../../model/session.ts'
import { keyOf, type SideEntry } from './journal.ts'

/** Names all that a remote has of a session: another as soon as there is more of it. */
export function stateOf(
  {
    client,
    clientId,
    head,
    bytes,
    tail,
    end,
  }: Pick<Session, 'client' | 'clientId' | 'head' | 'bytes' | 'tail' | 'end'>,
  files: readonly SideEntry[],
): string {
  const sides = files.map(({ path, artifact }) => [path, artifact])
  return keyOf('state', client, clientId, head, bytes, Buffer.from(tail).toString('base64'), end, sides)
}
