import type { Session } from '../model/session.ts'
import type { Client } from './client.ts'
import { clientOf } from './client-of.ts'

/** Where the client does not say how much its model takes. */
const UNKNOWN = 200_000

/** Tokens the window of a session's model holds. */
export function windowOf(session: Pick<Session, 'client' | 'format' | 'facts'>): number {
  const { model, largestContext, contextWindow } = session.facts
  if (contextWindow !== null) return contextWindow
  return clientOf(session).window?.(model, largestContext) ?? UNKNOWN
}

/** Tokens the window of a client holds, whatever model it will ask. */
export function windowOfClient(client: Client): number {
  return client.window?.(null, 0) ?? UNKNOWN
}
