import type { Client } from '../clients/client.ts'
import { clientOf } from '../clients/client-of.ts'
import { CLIENTS } from '../clients/index.ts'
import { clientNamed } from '../clients/names.ts'
import { requireAbility } from '../clients/require-ability.ts'
import { Failure } from '../model/errors.ts'
import type { Session } from '../model/session.ts'

/** The client that a session is to be written for: its own, or another one, for which it is translated. */
export function targetClient(session: Session, name: string): Client {
  const client = CLIENTS.find((known) => known.name === clientNamed(name))
  if (!client) {
    const known = CLIENTS.filter(({ writer }) => writer).map((one) => one.name)
    throw new Failure('usage', `--to cannot be ${JSON.stringify(name.slice(0, 40))}.`, {
      facts: { to: name.slice(0, 200), known },
      hint: `Use raw, json, markdown, ${known.join(', ')}.`,
    })
  }
  requireAbility(client, 'writer')
  if (client.name !== session.client) requireAbility(clientOf(session), 'context')
  return client
}
