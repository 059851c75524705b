import { Failure } from '../model/errors.ts'
import type { Client } from './client.ts'
import { isOnlyPrompts } from './prompts/index.ts'

/** What cannot be done with the sessions of a client that lacks an ability. */
const WITHOUT = {
  context: 'cut',
  writer: 'written',
  repair: 'repaired',
  stream: 'recorded while it prints them',
  compactions: 'compacted',
} as const

type Ability = keyof typeof WITHOUT

/** An ability that a client may lack; an action that needs it says so by the client's name. */
export function requireAbility<A extends Ability>(client: Client, ability: A): NonNullable<Client[A]> {
  const found = client[ability]
  if (found) return found as NonNullable<Client[A]>
  throw notSupported(client, WITHOUT[ability])
}

export function notSupported(client: Client, what: string): Failure {
  const sentence = isOnlyPrompts(client)
    ? `This session cannot be ${what}: its transcript was gone before it could be recorded, and only its prompts are.`
    : `${client.label} sessions cannot be ${what} yet.`
  return new Failure('not-supported', sentence, {
    facts: { client: client.name },
    hint: '`stet rounds`, `stet show`, `stet inject` and `stet search` work with them.',
  })
}
