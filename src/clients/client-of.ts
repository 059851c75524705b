import { Failure } from '../model/errors.ts'
import type { Session } from '../model/session.ts'
import type { Client } from './client.ts'
import { CLIENTS } from './index.ts'
import { isOnlyPrompts, promptsOf } from './prompts/index.ts'
import { RAW } from './raw/index.ts'

export function clientOf(session: Pick<Session, 'client' | 'format'>): Client {
  const client = [...CLIENTS, RAW].find((known) => known.name === session.client)
  if (client) return isOnlyPrompts(session) ? promptsOf(client) : client
  throw new Failure('store-too-new', `The record holds sessions of ${session.client}, which this Stet does not know.`, {
    hint: 'Install the newest Stet.',
  })
}
