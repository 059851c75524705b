import type { Session } from '../model/session.ts'
import { movedSpans, pushSpan, type Span, tilingFault } from '../model/span.ts'
import type { Store } from '../record/store.ts'

interface SpanComparison {
  /** Takes the spans of the next stretch, and those of earlier ones that are another owner's. */
  add(spans: readonly Span[], moved?: readonly Span[]): Promise<void>
  /** What is wrong with the stored ones, if anything. */
  fault(): Promise<string | undefined>
}

const PAGE = 1000

/** Bytes for which the stored spans and those of the bytes so far differ. */
interface Doubt {
  expected: readonly Span[]
  readonly stored: readonly Span[]
}

/** Compares a session's stored spans with those of its bytes, which are given stretch by stretch. */
export function compareSpans(store: Store, session: Session): SpanComparison {
  let held: readonly Span[] = []
  const doubts: Doubt[] = []
  let last = 0 // where the stored span starts that was compared last

  /** Where they differ a later stretch may say why. */
  function compare(expected: readonly Span[], stored: readonly Span[]): void {
    if (!isSame(expected, stored)) doubts.push({ expected, stored })
  }

  return {
    async add(spans, moved = []) {
      for (const span of moved) {
        for (const doubt of doubts) doubt.expected = movedSpans(doubt.expected, span)
        held = movedSpans(held, span)
      }
      const all: { start: number; end: number; owner: number }[] = held.map((span) => ({ ...span }))
      for (const { start, end, owner } of spans) pushSpan(all, start, end, owner)
      const [from, to] = [all[0]?.start ?? 0, all.at(-1)?.start ?? 0]
      held = all.slice(-1) // the last one may go on in the next stretch
      if (all.length > 1) compare(all.slice(0, -1), await storedIn(from, to))
    },

    async fault() {
      const end = held[0]?.end ?? 0
      if (held.length > 0) compare(held, await storedIn(held[0]!.start, end))
      const isWhole = (await store.readSpans(session.id, end - 1, 1)).length === 0
      if (isWhole && doubts.every(({ expected, stored }) => isSame(expected, stored))) return undefined
      return tilingFault(await store.listSpans(session.id), session.bytes) ?? 'its spans are not those of its bytes'
    },
  }

  /** What is stored for `[from, to)`, cut to that. */
  async function storedIn(from: number, to: number): Promise<readonly Span[]> {
    const found: Span[] = []
    for (let after = last - 1; ; ) {
      const page = await store.readSpans(session.id, after, PAGE)
      for (const { start, end, owner } of page) {
        if (start >= to) return found
        if (end > from) found.push({ start: Math.max(start, from), end: Math.min(end, to), owner })
        last = start
      }
      if (page.length < PAGE) return found
      after = last
    }
  }
}

function isSame(some: readonly Span[], others: readonly Span[]): boolean {
  return (
    some.length === others.length &&
    some.every(({ start, end, owner }, at) => {
      const other = others[at]!
      return other.start === start && other.end === end && other.owner === owner
    })
  )
}
