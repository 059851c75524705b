import type { Session } from '../../model/session.ts'
import { pushSpan, type Span, tilingFault } from '../../model/span.ts'
import type { Store } from '../../store/store.ts'

interface SpanComparison {
  /** Takes the spans of the next stretch. */
  add(spans: readonly Span[]): Promise<void>
  /** What is wrong with the stored ones, if anything. */
  fault(): Promise<string | undefined>
}

/** Compares a session's stored spans with those of its bytes, which are given stretch by stretch. */
export function compareSpans(store: Store, session: Session): SpanComparison {
  let held: { start: number; end: number; owner: number }[] = []
  let last = -1 // where the stored span starts that was compared last
  let isSame = true

  async function compare(spans: readonly Span[]): Promise<void> {
    const stored = await store.readSpans(session.id, last, spans.length)
    isSame &&= spans.every(({ start, end, owner }, at) => {
      const known = stored[at]
      return known?.start === start && known.end === end && known.owner === owner
    })
    last = stored.at(-1)?.start ?? last
  }

  return {
    async add(spans) {
      for (const { start, end, owner } of spans) pushSpan(held, start, end, owner)
      const whole = held.slice(0, -1) // the last one may go on in the next stretch
      held = held.slice(-1)
      if (isSame && whole.length > 0) await compare(whole)
    },

    async fault() {
      if (isSame && held.length > 0) await compare(held)
      if (isSame && (await store.readSpans(session.id, last, 1)).length === 0) return undefined
      return tilingFault(await store.listSpans(session.id), session.bytes) ?? 'its spans are not those of its bytes'
    },
  }
}
