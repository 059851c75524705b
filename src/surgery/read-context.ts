import type { Client, ContextReading } from '../clients/client.ts'
import { clientOf } from '../clients/client-of.ts'
import { requireAbility } from '../clients/require-ability.ts'
import type { Context } from '../model/context.ts'
import type { Session } from '../model/session.ts'
import { ownersOf } from '../model/span.ts'
import { openBulkReader } from '../record/reading/bulk-reader.ts'
import { keptContext } from '../record/reading/kept-contexts.ts'
import { eachLine } from '../record/reading/session-bytes.ts'
import type { Workspace } from '../record/workspace.ts'

/** How a session is read, and how much of it. */
export interface SessionReading extends ContextReading {
  /** Only its lines before this byte: what its client would have sent then. */
  readonly until?: number | undefined
}

/** What a recorded session's client would send, from one parse of its lines. */
export function readContext(workspace: Workspace, session: Session, how: SessionReading = {}): Promise<Context> {
  const read = () => parseContext(workspace, session, how)
  return workspace.contexts ? keptContext(workspace.contexts, session, nameOf(how), read) : read()
}

function nameOf(how: SessionReading): string {
  return Object.entries(how)
    .flatMap(([name, is]) => (is === true ? [name] : is ? [`${name} ${is}`] : []))
    .sort()
    .join()
}

async function parseContext(
  { store }: Workspace,
  session: Session,
  { until, ...how }: SessionReading,
): Promise<Context> {
  const reader = requireAbility(clientOf(session), 'context').reader(how)
  const bytes = await openBulkReader(store, session)
  try {
    const blanked = how.originals ? withoutCompactions(clientOf(session)) : undefined
    const add = blanked ? (line: Buffer, length: number) => reader.add(blanked(line), length) : reader.add
    await eachLine(until === undefined ? bytes.all() : upTo(until, bytes.all()), add, clientOf(session).reader.lineEnd)
  } finally {
    bytes.close()
  }
  return reader.context(ownersOf(await store.listSpans(session.id)))
}

async function* upTo(end: number, chunks: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
  let at = 0
  for await (const bytes of chunks) {
    yield bytes.subarray(0, end - at)
    at += bytes.length
    if (at >= end) return
  }
}

/** Has blanks in place of the lines of a compaction, so that every other line is where it was. */
function withoutCompactions({ reader }: Client): (line: Buffer) => Buffer {
  const parser = reader.parser()
  let isInside = false
  return (line) => {
    const { role } = parser.classify(line, 0, line.length)
    const isPart = isInside || role === 'compaction' || role === 'compaction-whole'
    isInside = isPart && role !== 'compaction-end' && role !== 'compaction-whole'
    if (!isPart) return line
    const blank = Buffer.alloc(line.length, ' ')
    if (line.at(-1) === 10) blank[line.length - 1] = 10
    return blank
  }
}
