import type { Client } from '../../clients/client.ts'
import { CLIENTS } from '../../clients/index.ts'
import { Failure } from '../../model/errors.ts'

export function clientOfFormat(format: string): Client {
  const client = CLIENTS.find((known) => known.format === format)
  if (client) return client
  throw new Failure('format-unknown', `Stet cannot join deltas of the format ${JSON.stringify(format.slice(0, 80))}.`, {
    facts: { format: format.slice(0, 200), known: CLIENTS.map((known) => known.format) },
  })
}
