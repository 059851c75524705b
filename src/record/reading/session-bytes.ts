import { clientOf } from '../../clients/client-of.ts'
import { type LineEnd, lineEnd } from '../../clients/lines.ts'
import { follows } from '../../model/chain-walk.ts'
import type { Commit } from '../../model/commit.ts'
import { Failure, isFailure } from '../../model/errors.ts'
import type { ArtifactId, CommitId } from '../../model/id.ts'
import type { Session } from '../../model/session.ts'
import { LONGEST_LINE, UNREAD_LINE } from '../capture/line-reader.ts'
import type { Store } from '../store.ts'

/** Bytes of a session that cannot be read any more. */
export interface Gap {
  readonly start: number
  readonly end: number
}

/** Every byte of a session's file in order, as recorded; what is damaged is left out, and told. */
export async function* bytesPastDamage(
  store: Store,
  session: Session,
  onGap: (gap: Gap) => void,
): AsyncIterable<Buffer> {
  let at = 0
  try {
    for await (const { start, end, artifact } of store.listChain(session.id)) {
      if (start > at) onGap({ start: at, end: start })
      at = end
      const bytes = await store.artifacts.get(artifact).catch(damagedOnly)
      if (bytes) yield bytes
      else onGap({ start, end })
    }
  } catch (error) {
    if (!isFailure(error, 'record-corrupt')) throw error // what leads to the rest is damaged itself
  }
  if (at < session.bytes) onGap({ start: at, end: session.bytes })
  if (session.tail.length > 0) yield Buffer.from(session.tail)
}

function damagedOnly(error: unknown): undefined {
  if (!isFailure(error, 'artifact-missing', 'artifact-corrupt')) throw error
}

/** Every byte of a session's file in order, as recorded, each artifact checked against its hash on the way. */
export async function* sessionBytes(store: Store, session: Session): AsyncIterable<Buffer> {
  refuseDamaged(session)
  yield* store.artifacts.getAll(artifactsOf(store, session))
  if (session.tail.length > 0) yield Buffer.from(session.tail)
}

/** Looks at a line; the next one waits for what it returns. */
type Visit = (line: Buffer, length: number) => void | Promise<void>

/** Every committed line of a session's file from a byte on where one begins; only the last may lack its newline. */
export async function eachSessionLine(store: Store, session: Session, visit: Visit, from = 0): Promise<void> {
  const committed = { ...session, tail: Buffer.alloc(0) }
  const { lineEnd } = clientOf(session).reader
  await eachLine(from === 0 ? sessionBytes(store, committed) : bytesFrom(store, session, from), visit, lineEnd)
}

/**
 * Every line of bytes that come chunk by chunk; only the last may lack its newline. In place of one that is too long to
 * be read another line is given, with the length that it has.
 */
export async function eachLine(chunks: AsyncIterable<Buffer>, visit: Visit, endOf: LineEnd = lineEnd): Promise<void> {
  let held: Buffer[] = [] // the beginning of a line
  let length = 0
  const give = (end: Buffer) => {
    const whole = length + end.length
    const line = whole > LONGEST_LINE ? UNREAD_LINE : held.length === 0 ? end : Buffer.concat([...held, end])
    held = []
    length = 0
    return visit(line, whole)
  }
  for await (const bytes of chunks) {
    let at = 0
    for (let end = endOf(bytes, at, bytes.length); end !== -1; end = endOf(bytes, at, bytes.length)) {
      const seen = give(bytes.subarray(at, end))
      if (seen) await seen
      at = end
    }
    if (at === bytes.length) continue
    length += bytes.length - at
    if (length > LONGEST_LINE) held = []
    else held.push(Buffer.from(bytes.subarray(at)))
  }
  if (length > 0) await give(Buffer.alloc(0))
}

async function* bytesFrom(store: Store, session: Session, from: number): AsyncIterable<Buffer> {
  let at = from
  for await (const { start, end, artifact } of store.listChain(session.id, from)) {
    if (at >= session.bytes) break // written since the session was read
    if (start > at) throw broken(session, at)
    const bytes = await store.artifacts.get(artifact)
    yield bytes.subarray(at - start)
    at = end
  }
  if (at !== session.bytes) throw broken(session, at)
}

/** The artifacts that lie end to end from the first byte to the head; throws where they do not. */
async function* artifactsOf(store: Store, session: Session): AsyncIterable<ArtifactId> {
  let at = 0
  let parent: CommitId | null = null
  for await (const commit of store.listChain(session.id)) {
    if (at >= session.bytes) break // written since the session was read
    if (commit.start !== at || !follows(commit, parent)) throw broken(session, at)
    yield commit.artifact
    at = commit.end
    parent = commit.id
  }
  if (at !== session.bytes || parent !== session.head) throw broken(session, at)
}

/** Reads committed bytes by their place in the file. Spans close to one another are decoded once. */
export function createSpanReader(store: Store, session: Session): (start: number, end: number) => Promise<Buffer> {
  let held: { readonly start: number; readonly end: number; readonly bytes: Buffer } | undefined
  let next: AsyncIterator<Commit> | undefined // after what is held

  async function artifactAt(at: number) {
    if (held && at >= held.start && at < held.end) return held
    if (!next || at !== held?.end) next = store.listChain(session.id, at)[Symbol.asyncIterator]()
    const { value: commit } = await next.next()
    if (!commit || commit.start > at || commit.end <= at) throw broken(session, at)
    held = { start: commit.start, end: commit.end, bytes: await store.artifacts.get(commit.artifact) }
    return held
  }

  return async (start, end) => {
    const chunks: Buffer[] = []
    for (let at = start; at < end; ) {
      const chunk = await artifactAt(at)
      const stop = Math.min(end, chunk.end)
      chunks.push(chunk.bytes.subarray(at - chunk.start, stop - chunk.start))
      at = stop
    }
    return chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)
  }
}

export function refuseDamaged(session: Session): void {
  if (session.damage === null) return
  throw new Failure('record-corrupt', `The record of session ${session.id} is damaged: ${session.damage}.`, {
    facts: { session: session.id },
    hint: 'Run `stet verify --repair` to restore the bytes that its file still has; `stet export --to raw --past-damage` exports the undamaged bytes.',
  })
}

export function broken(session: Session, at: number): Failure {
  return new Failure('record-corrupt', `The record of session ${session.id} has a gap at byte ${at}.`, {
    facts: { session: session.id, at },
    hint: 'Run `stet verify --repair` to restore the bytes that its file still has; `stet export --to raw --past-damage` exports the undamaged bytes.',
  })
}
