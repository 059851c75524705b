import type { ContextReading } from '../../clients/client.ts'
import { clientOf } from '../../clients/client-of.ts'
import type { Context } from '../../model/context.ts'
import type { Session } from '../../model/session.ts'
import { ownersOf } from '../../model/span.ts'
import { openBulkReader } from '../bulk-reader.ts'
import { requirePart } from '../require-part.ts'
import { eachLine } from '../session-bytes.ts'
import type { Workspace } from '../workspace.ts'

/** What a recorded session's client would send, from one parse of its lines. */
export async function readContext(workspace: Workspace, session: Session, how?: ContextReading): Promise<Context> {
  const { store } = workspace
  const reader = requirePart(clientOf(session), 'context').reader(how)
  const bytes = await openBulkReader(store, session)
  try {
    await eachLine(bytes.all(), reader.add)
  } finally {
    bytes.close()
  }
  return reader.context(ownersOf(await store.listSpans(session.id)))
}
