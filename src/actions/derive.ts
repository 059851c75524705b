import type { Parsed } from '../clients/client.ts'
import { clientOf } from '../clients/client-of.ts'
import { lineEnd } from '../clients/lines.ts'
import type { Session } from '../model/session.ts'
import { sessionBytes } from './session-bytes.ts'
import type { Workspace } from './workspace.ts'

/** What the recorded bytes of a session mean, computed from nothing else. */
export async function derive(
  { store }: Pick<Workspace, 'store'>,
  session: Session,
): Promise<{ readonly parsed: Parsed; readonly active: readonly number[] }> {
  const client = clientOf(session)
  const parser = client.reader.parser()
  let held: Buffer = Buffer.alloc(0)
  for await (const piece of sessionBytes(store, { ...session, tail: Buffer.alloc(0) })) {
    held = held.length === 0 ? piece : Buffer.concat([held, piece])
    let at = 0
    for (let end = lineEnd(held, at, held.length); end !== -1; end = lineEnd(held, at, held.length)) {
      parser.add(parser.look(held, at, end), held, at, end)
      at = end
    }
    held = held.subarray(at)
  }
  if (held.length > 0) parser.add(parser.look(held, 0, held.length), held, 0, held.length)
  const taken = parser.take()
  const path = await client.reader.paths?.active(() => one(taken.graph), parser.isOrdered)
  if (path) parser.settlePath(path)
  const active = path?.rounds ?? taken.rounds.map(({ round }) => round).filter((round) => round > 0)
  return { parsed: { ...taken, parserState: parser.save() }, active }
}

async function* one(graph: Uint8Array | undefined): AsyncIterable<Uint8Array> {
  if (graph) yield graph
}
