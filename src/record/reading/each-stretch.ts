import { isFailure } from '../../model/errors.ts'
import type { Session } from '../../model/session.ts'
import type { Store } from '../store.ts'

/**
 * Gives the recorded lines of a session's rounds in file order, a stretch of whole lines at a time, each byte decoded
 * once. Where something is damaged it ends: `verify` tells of it.
 */
export async function eachStretch(
  store: Store,
  session: Session,
  take: (round: number, stretch: Buffer) => Promise<void> | void,
): Promise<void> {
  const spans = await store.listSpans(session.id)
  try {
    let first = 0
    for await (const { artifact, start, end } of store.listChain(session.id)) {
      const bytes = await store.artifacts.get(artifact)
      while (first < spans.length && spans[first]!.end <= start) first++
      for (let at = first; at < spans.length && spans[at]!.start < end; at++) {
        const span = spans[at]!
        if (span.owner > 0) await take(span.owner, bytes.subarray(Math.max(0, span.start - start), span.end - start))
      }
    }
  } catch (error) {
    if (!isFailure(error, 'artifact-missing', 'artifact-corrupt', 'record-corrupt')) throw error
  }
}
