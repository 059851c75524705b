import { clientOf } from '../clients/client-of.ts'
import { linesOf } from '../clients/lines.ts'
import type { Context } from '../model/context.ts'
import { Failure } from '../model/errors.ts'
import type { SessionId } from '../model/id.ts'
import type { Session } from '../model/session.ts'
import { sessionBytes } from '../record/reading/session-bytes.ts'
import type { Workspace } from '../record/workspace.ts'

/** No chain of forks is longer; one that names itself is damage. */
const LONGEST_CHAIN = 100

/**
 * What a session goes on from without holding its lines, as one line of its client; undefined for most sessions, and for
 * one that has compacted since.
 */
export async function readBase(
  workspace: Workspace,
  session: Session,
  context: Pick<Context, 'compactedAt'>,
  depth = 0,
): Promise<Buffer | undefined> {
  const rules = clientOf(session).context
  if (!rules?.inherited || context.compactedAt !== undefined) return undefined
  const links = await workspace.store.listLineage(session.id)
  const link = links.find(({ child, kind, detail }) => child === session.id && kind === 'fork' && 'bytes' in detail)
  if (!link) return undefined
  const parent = await workspace.store.findSession(link.parent as SessionId)
  if (!parent || depth > LONGEST_CHAIN) throw missing(session, link.parent)
  const chunks: Buffer[] = []
  for await (const chunk of sessionBytes(workspace.store, parent)) chunks.push(chunk)
  const bytes = Buffer.concat(chunks).subarray(0, Number(link.detail.bytes))
  const reader = rules.reader()
  for (const line of linesOf(bytes)) reader.add(line)
  const sent = reader.context(() => 0)
  const lines = sent.parts.flatMap((part) => part.lines.map(({ start, end }) => bytes.subarray(start, end)))
  const before = await readBase(workspace, parent, sent, depth + 1)
  return rules.inherited(before ? [before, ...lines] : lines)
}

function missing({ id }: Session, parent: string): Failure {
  return new Failure('session-not-found', `Session ${id} continues session ${parent}, which is not in the record.`, {
    facts: { session: id, parent },
    hint: 'Run `stet inscribe --all`, or inscribe the file of that session.',
  })
}
