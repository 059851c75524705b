import { Failure } from '../model/errors.ts'
import type { Session } from '../model/session.ts'
import type { Store } from '../store/store.ts'

/** Every byte of a session's file in order, as recorded, each artifact checked against its hash on the way. */
export async function* sessionBytes(store: Store, session: Session): AsyncIterable<Buffer> {
  yield* committedBytes(store, session, 0, session.bytes)
  if (session.tail.length > 0) yield Buffer.from(session.tail)
}

/** The committed bytes `[start, end)`, piece by piece. */
export async function* committedBytes(store: Store, session: Session, start: number, end: number): AsyncIterable<Buffer> {
  let at = start
  if (at >= end) return
  for await (const commit of store.listChain(session.id, start)) {
    if (commit.start > at) break
    const bytes = await store.readArtifact(commit.artifact)
    yield bytes.subarray(at - commit.start, Math.min(end, commit.end) - commit.start)
    at = Math.min(end, commit.end)
    if (at >= end) return
  }
  throw new Failure('record-corrupt', `The record of session ${session.id} breaks off at byte ${at} of ${end}.`, {
    facts: { session: session.id, at, end },
    hint: 'Run `stet verify` to see everything that is damaged.',
  })
}

export async function collect(pieces: AsyncIterable<Buffer>): Promise<Buffer> {
  const all: Buffer[] = []
  for await (const piece of pieces) all.push(piece)
  return all.length === 1 ? all[0]! : Buffer.concat(all)
}
