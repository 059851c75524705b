import type { Client } from '../../clients/client.ts'
import { CLIENTS } from '../../clients/index.ts'
import { Failure } from '../../model/errors.ts'
import type { Session } from '../../model/session.ts'
import { requirePart } from '../require-part.ts'

/** The client that a session is to be written for; only its own until sessions are translated. */
export function targetClient(session: Session, name: string): Client {
  const client = CLIENTS.find((known) => known.name === name)
  if (!client) {
    const known = CLIENTS.filter(({ writer }) => writer).map((one) => one.name)
    throw new Failure('usage', `--to has no form ${JSON.stringify(name.slice(0, 40))}.`, {
      facts: { to: name.slice(0, 200), known },
      hint: `It may be raw, json, markdown, ${known.join(', ')}.`,
    })
  }
  requirePart(client, 'writer')
  if (client.name === session.client) return client
  throw new Failure('not-supported', `A session of ${session.client} cannot be written for ${client.label} yet.`, {
    facts: { session: session.id, client: session.client, to: client.name },
    hint: `stet export ${session.id} --to ${session.client}`,
  })
}
