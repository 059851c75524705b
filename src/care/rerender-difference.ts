import type { ContextRules } from '../clients/client.ts'
import { clientOf } from '../clients/client-of.ts'
import type { SessionWriter } from '../clients/session-writer.ts'
import type { Session } from '../model/session.ts'
import { createSpanReader, eachLine, sessionBytes } from '../record/reading/session-bytes.ts'
import type { Store } from '../record/store.ts'
import { renderLines, type SentLines } from '../surgery/render-lines.ts'

type Add = (line: Buffer, length?: number) => void

/**
 * Where the conversation of a session, rendered as a new session and parsed again, is another one. A client that Stet
 * cannot write for has nothing to compare. Read once for each of the two, and of what was read first only hashes are
 * held: memory grows by a few hundred bytes a line, however long it is.
 */
export async function rerenderDifference(store: Store, session: Session): Promise<string | undefined> {
  const { context, writer } = clientOf(session)
  if (!context || !writer) return undefined
  const was = joined(await blocksOf(context, (add) => eachReadLine(store, session, add)))
  const target = writer({ sessionId: session.clientId, cwd: null, at: session.facts.started ?? '' })
  const is = joined(await blocksOf(context, (add) => rerender(store, session, { context, target, add })))
  if (was.equals(is)) return undefined
  let at = 0
  while (at < was.length && at < is.length && was[at] === is[at]) at++
  const nth = Math.floor(at / DIGEST)
  return `rendered and parsed again, the conversation differs from block ${nth} of ${was.length / DIGEST} on`
}

/** Bytes of a block's hash. */
const DIGEST = 16

/** Hashes end to end, outside of the heap. */
function joined(blocks: Iterable<string>): Buffer {
  const chunks: Buffer[] = []
  let hex: string[] = []
  const close = () => {
    chunks.push(Buffer.from(hex.join(''), 'hex'))
    hex = []
  }
  for (const block of blocks) if (hex.push(block) === 4096) close()
  close()
  return Buffer.concat(chunks)
}

async function blocksOf(context: ContextRules, give: (add: Add) => Promise<void>): Promise<Iterable<string>> {
  const fingerprint = context.fingerprint()
  await give(fingerprint.add)
  return fingerprint.blocks()
}

interface Rendering {
  readonly context: ContextRules
  readonly target: SessionWriter
  readonly add: Add
}

async function rerender(store: Store, session: Session, { context, target, add }: Rendering): Promise<void> {
  await renderLines(await sentLines(context, store, session), target, lineReader(store, session), add)
}

async function sentLines(context: ContextRules, store: Store, session: Session): Promise<SentLines> {
  const reader = context.reader({ inOutline: true })
  await eachReadLine(store, session, reader.add)
  const { parts, head } = reader.context(() => 0)
  const entries = parts.flatMap(({ lines }) => lines).reverse()
  return { head, next: () => entries.pop() }
}

function eachReadLine(store: Store, session: Session, add: Add): Promise<void> {
  return eachLine(sessionBytes(store, session), add, clientOf(session).reader.lineEnd)
}

function lineReader(store: Store, session: Session): (start: number, end: number) => Promise<Buffer> {
  const committed = createSpanReader(store, session)
  const tail = Buffer.from(session.tail)
  return async (start, end) =>
    start < session.bytes ? committed(start, end) : tail.subarray(start - session.bytes, end - session.bytes)
}
