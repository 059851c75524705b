import type { ContextRules, Outlined } from '../../clients/client.ts'
import { clientOf } from '../../clients/client-of.ts'
import { isFailure } from '../../model/errors.ts'
import type { Session } from '../../model/session.ts'
import type { KeepOutlines } from '../../store/record.ts'
import { requirePart } from '../require-part.ts'
import { eachSessionLine } from '../session-bytes.ts'
import type { Workspace } from '../workspace.ts'

/** Of so many bytes one outline is made. */
const STRETCH = 8 << 20

/** What is known of a session's lines. What is not yet is found out, and kept for the next operation. */
export async function outlinesOf(workspace: Workspace, session: Session): Promise<Outlined> {
  const context = requirePart(clientOf(session), 'context') as Required<ContextRules>
  const kept = await workspace.store.listOutlines(session.id)
  const known = context.outlined(kept)
  if (known.bytes >= session.bytes && known.hasPath) return known
  const made = await makeOutlines(workspace, session, known)
  const all = context.outlined([...kept, ...made.map(({ outline }) => outline)])
  const path = { start: all.bytes, outline: all.path() }
  await keep(workspace, session, [...made, path])
  return context.outlined([...kept, ...made.map(({ outline }) => outline), path.outline])
}

async function makeOutlines(
  { store }: Workspace,
  session: Session,
  known: Outlined,
): Promise<KeepOutlines['outlines']> {
  const outliner = known.outliner()
  const outlines: { readonly start: number; readonly outline: Uint8Array }[] = []
  let start = known.bytes
  let end = start
  const take = () => {
    outlines.push({ start, outline: outliner.take() })
    start = end
  }
  const add = (line: Buffer) => {
    outliner.add(line)
    end += line.length
    if (end - start >= STRETCH) take()
  }
  await eachSessionLine(store, session, add, start)
  if (end > start) take()
  return outlines
}

/** Where it cannot be kept, the next operation finds it out again. */
async function keep({ store }: Workspace, { id, head }: Session, outlines: KeepOutlines['outlines']): Promise<void> {
  try {
    await store.keepOutlines({ session: id, from: head, outlines })
  } catch (error) {
    if (!isFailure(error)) throw error
  }
}
