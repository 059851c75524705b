import type { Client, Parser } from '../clients/client.ts'
import { linesOf } from '../clients/lines.ts'
import { isFailure } from '../model/errors.ts'
import type { Session } from '../model/session.ts'
import type { Store } from '../store/store.ts'

/**
 * A parser that stands behind a session's commits: one that was written down earlier reads what was recorded since.
 * Undefined where it is lost.
 */
export async function resumeParser(
  store: Store,
  client: Client,
  session: Pick<Session, 'id' | 'bytes'>,
): Promise<Parser | undefined> {
  const state = await store.findParserState(session.id)
  if (state === null) return undefined
  const parser = client.parser(state)
  if (parser.position >= session.bytes) return parser // beyond it, another process went on since
  try {
    await readOn(store, parser, session)
  } catch (error) {
    if (!isFailure(error, 'artifact-missing', 'artifact-corrupt', 'record-corrupt')) throw error
    return undefined
  }
  return parser
}

/** What the lines mean is in the record already. They are whole: behind one that is not, the parser is written down. */
async function readOn(store: Store, parser: Parser, { id, bytes }: Pick<Session, 'id' | 'bytes'>): Promise<void> {
  for await (const { start, artifact } of store.listChain(id, parser.position)) {
    if (start >= bytes) break // written since the session was read
    for (const line of linesOf(await store.readArtifact(artifact))) {
      parser.add(parser.look(line, 0, line.length), line, 0, line.length)
    }
  }
  parser.take()
  parser.mark()
}
