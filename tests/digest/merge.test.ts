import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Entry } from '../../src/digest/entry.ts'
import { merge } from '../../src/digest/merge.ts'
import { settle } from '../../src/digest/settle.ts'
import type { SessionState } from '../../src/digest/state.ts'

const names = fc.constantFrom('kestrel', 'marlin', 'qx-51', 'src/a.ts', 'src/b.ts')
const draft = fc.oneof(
  fc.record({
    kind: fc.constantFrom('decision', 'constraint', 'fact', 'thread', 'closing', 'goal'),
    who: fc.constantFrom('user', 'agent'),
    text: fc.string({ minLength: 1, maxLength: 40 }),
    names: fc.array(names, { maxLength: 3 }),
    sure: fc.constantFrom(0.4, 0.7, 1),
  }),
  fc.record({
    kind: fc.constant('file'),
    path: names,
    change: fc.constantFrom('create', 'modify', 'delete', 'restore', 'read'),
    symbols: fc.array(names, { maxLength: 2 }),
    from: fc.constantFrom(null, 'a', 'b', '~a', '~b'),
    to: fc.constantFrom(null, 'a', 'b', '~a', '~b'),
  }),
  fc.record({ kind: fc.constant('error'), text: fc.string(), key: names, source: names, names: fc.array(names) }),
)

/** A state of so many rounds from one on. */
const span = (from: number) =>
  fc.array(fc.array(draft, { maxLength: 4 }), { minLength: 1, maxLength: 4 }).map(
    (rounds): SessionState => ({
      rounds: [[from, from + rounds.length - 1]],
      entries: rounds.flatMap((drafts, at) =>
        drafts.map((one, place) => ({ ...one, round: from + at, place }) as Entry),
      ),
    }),
  )

it('merging a state with itself gives it back, byte for byte', () => {
  fc.assert(
    fc.property(span(1), (state) => {
      expect(JSON.stringify(merge(state, state))).toBe(JSON.stringify(state))
    }),
  )
})

it('of consecutive spans it does not matter which are merged first', () => {
  fc.assert(
    fc.property(span(1), span(10), span(20), (a, b, c) => {
      expect(merge(merge(a, b), c)).toEqual(merge(a, merge(b, c)))
      expect(merge(merge(a, b), merge(b, c))).toEqual(merge(a, merge(b, c)))
    }),
  )
})

it('no entry of an earlier state is rewritten or lost', () => {
  fc.assert(
    fc.property(span(1), span(8), (a, b) => {
      const merged = merge(a, b)
      expect(merged.entries.slice(0, a.entries.length)).toStrictEqual(a.entries)
      expect(merged.entries.filter((entry) => entry.round >= 8)).toStrictEqual(b.entries)
    }),
  )
})

it('what is over is kept as history: every rule, decision, fact and thread is in one of the two lists', () => {
  fc.assert(
    fc.property(span(1), span(10), (a, b) => {
      const view = settle(merge(a, b))
      const shown = [
        ...view.decisions,
        ...view.constraints,
        ...view.facts,
        ...view.threads,
        ...view.over.map((one) => one.entry),
      ]
      const said = new Set(
        merge(a, b).entries.flatMap((entry) =>
          ['decision', 'constraint', 'fact', 'thread'].includes(entry.kind) && 'text' in entry
            ? [`${entry.kind} ${entry.text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ' ')}`]
            : [],
        ),
      )
      expect(
        new Set(shown.map((entry) => `${entry.kind} ${entry.text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ' ')}`)),
      ).toEqual(said)
    }),
  )
})
