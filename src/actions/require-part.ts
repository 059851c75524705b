import type { Client } from '../clients/client.ts'
import { Failure } from '../model/errors.ts'

/** What cannot be done with the sessions of a client that lacks a part. */
const WITHOUT = {
  context: 'cut',
  writer: 'written',
  repair: 'repaired',
  stream: 'recorded while it prints them',
  compactions: 'compacted',
} as const

type Part = keyof typeof WITHOUT

/** A part that a client may lack; an action that needs it says so by the client's name. */
export function requirePart<P extends Part>(client: Client, part: P): NonNullable<Client[P]> {
  const found = client[part]
  if (found) return found as NonNullable<Client[P]>
  throw notSupported(client, WITHOUT[part])
}

export function notSupported(client: Client, what: string): Failure {
  return new Failure('not-supported', `${client.label} sessions cannot be ${what} yet.`, {
    facts: { client: client.name },
    hint: 'They are recorded all the same: `stet rounds`, `stet show`, `stet inject` and `stet search` work with them.',
  })
}
