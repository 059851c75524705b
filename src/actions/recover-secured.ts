import { isFailure } from '../model/errors.ts'
import { asBuffer } from '../model/id.ts'
import type { Session } from '../model/session.ts'
import type { Secured, Store } from '../store/store.ts'
import { bytesAt } from './bytes-source.ts'
import { capture } from './capture.ts'
import { clientOf, type Workspace } from './workspace.ts'

/**
 * Records what was secured by a process that did not come to it. What cannot be recorded now stays where it is; what does
 * not go on from the record any more does too, since nothing else may have it.
 */
export async function recoverSecured(workspace: Workspace): Promise<void> {
  for (const secured of await workspace.store.listSecured()) {
    try {
      await recover(workspace, secured)
    } catch (error) {
      if (!isFailure(error)) throw error
    }
  }
}

async function recover(workspace: Workspace, secured: Secured): Promise<void> {
  const { store } = workspace
  const session = await store.findSession(secured.session)
  if (!session || !(await goesOn(store, session, secured))) return
  const { id, head, bytes, source } = session
  const parserState = await store.findParserState(id)
  if (parserState === null && bytes > 0) return // then the whole file has to be parsed again
  const rest = asBuffer(secured.bytes).subarray(bytes - secured.start)
  await capture(workspace, clientOf(session), bytesAt(source, rest, bytes), {
    session: id,
    head,
    bytes,
    parserState,
    lastLine: 'closed',
    source,
    links: [],
  })
}

/** Whether the record ends within these bytes, and has the same ones up to there. */
async function goesOn(store: Store, { id, bytes }: Session, secured: Secured): Promise<boolean> {
  if (bytes < secured.start || bytes > secured.start + secured.bytes.length) return false
  for await (const { start, end, artifact } of store.listChain(id, secured.start)) {
    const recorded = await store.readArtifact(artifact)
    if (!recorded.equals(secured.bytes.subarray(start - secured.start, end - secured.start))) return false
  }
  return true
}
