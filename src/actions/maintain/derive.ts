import { clientOf } from '../../clients/client-of.ts'
import type { Parsed } from '../../clients/parser.ts'
import type { Session } from '../../model/session.ts'
import { eachSessionLine } from '../read/session-bytes.ts'
import type { Workspace } from '../workspace.ts'

/** What the recorded bytes of a session mean, computed from nothing else. */
export async function derive(
  { store }: Pick<Workspace, 'store'>,
  session: Session,
): Promise<{ readonly parsed: Parsed; readonly active: readonly number[]; readonly cut: readonly number[] }> {
  const client = clientOf(session)
  const parser = client.reader.parser()
  await eachSessionLine(store, session, (line, length) => {
    parser.add(parser.look(line, 0, line.length), line, 0, length)
  })
  const taken = parser.take()
  const path = await client.reader.paths?.active(() => one(taken.graph), parser.isOrdered)
  if (path) parser.settlePath(path)
  const active = path?.rounds ?? taken.rounds.map(({ round }) => round).filter((round) => round > 0)
  return { parsed: { ...taken, parserState: parser.save() }, active, cut: path?.cut ?? [] }
}

async function* one(graph: Uint8Array | undefined): AsyncIterable<Uint8Array> {
  if (graph) yield graph
}
