import { clientOf } from '../clients/client-of.ts'
import { type FailureCode, isFailure } from '../model/errors.ts'
import { asBuffer } from '../model/id.ts'
import type { Session } from '../model/session.ts'
import type { Secured, Store } from '../store/store.ts'
import { bytesAt } from './bytes-source.ts'
import { capture } from './capture.ts'
import type { CaptureContext } from './capture-context.ts'

const NEWLINE = 10

/** What the next bytes would meet too. */
const ENDS_ALL: readonly FailureCode[] = ['store-busy', 'store-full', 'store-read-only']

/**
 * Records what was secured by a process that did not come to it, or was not the first. What cannot be recorded now stays
 * where it is; so does what does not go on from the record any more, since nothing else may have it.
 */
export async function recoverSecured(context: CaptureContext): Promise<void> {
  for (const secured of await context.store.listSecured()) {
    try {
      await recover(context, secured)
    } catch (error) {
      if (!isFailure(error)) throw error
      if (ENDS_ALL.includes(error.code)) return
    }
  }
}

async function recover(context: CaptureContext, secured: Secured): Promise<void> {
  const { store } = context
  const session = await store.findSession(secured.session)
  if (!session || session.damage !== null || !(await agrees(store, session, secured))) return
  const { id, head, bytes, tail, source } = session
  const end = secured.start + secured.bytes.length
  if (bytes + tail.length >= end) return store.forgetSecured(secured.id)
  const lastLine = lastLineAt(secured, bytes)
  const parserState = await store.findParserState(id)
  if (lastLine === 'torn' || (parserState === null && bytes > 0)) return // then the whole file has to be parsed again
  const rest = asBuffer(secured.bytes).subarray(bytes - secured.start)
  const { user, machine } = secured
  await capture({ ...context, user, machine }, clientOf(session), bytesAt(source, rest, bytes), {
    session: id,
    head,
    bytes,
    parserState,
    lastLine,
    source,
    links: [],
    secured: secured.id,
  })
}

/** How the record ends, which may be within the secured bytes. */
function lastLineAt({ start, bytes }: Secured, recorded: number): 'closed' | 'open' | 'torn' {
  const at = recorded - start
  if (at === 0 || bytes[at - 1] === NEWLINE) return 'closed'
  return bytes[at] === NEWLINE ? 'open' : 'torn'
}

/** Whether the record has the same bytes from where these begin, as far as both go. */
async function agrees(store: Store, { id, bytes, tail }: Session, secured: Secured): Promise<boolean> {
  if (bytes < secured.start) return false
  const own = asBuffer(secured.bytes)
  for await (const { start, artifact } of store.listChain(id, secured.start)) {
    if (start >= Math.min(bytes, secured.start + own.length)) break
    if (!isBeginning(await store.readArtifact(artifact), own.subarray(start - secured.start))) return false
  }
  return isBeginning(asBuffer(tail), own.subarray(bytes - secured.start))
}

/** Whether one of them begins with the other. */
function isBeginning(a: Buffer, b: Buffer): boolean {
  const length = Math.min(a.length, b.length)
  return a.subarray(0, length).equals(b.subarray(0, length))
}
