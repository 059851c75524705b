import type { Entry, EntryKind, EntrySource } from './entry.ts'
import { freeAfter, gate, type Proof } from './gate.ts'
import type { EntryDraft } from './handoff.ts'
import { summaryItems } from './summary-items.ts'
import { createSupport } from './support.ts'

export interface ReadSummary {
  /** What the record bears out, with the rounds that have it. */
  readonly entries: readonly Entry[]
  /** What it does not, each with the reason. */
  readonly notFound: readonly NotFound[]
}

export interface NotFound {
  readonly kind: EntryKind
  readonly heading: string
  readonly text: string
  readonly why: string
}

export interface ReadOptions {
  readonly source: EntrySource
  /** The last round that it can be of. */
  readonly until?: number
  /** The id of the first, second, third thing that it says; those that are free where nothing else is wanted. */
  readonly idOf?: (place: number) => string
}

/**
 * Reads a summary that somebody wrote under headings (a handoff's five, or those of a client's compaction) into entries, and
 * holds each against the record up to a round, as if it had been handed over.
 */
export function readSummary(
  summary: string,
  proof: Proof,
  { source, until = proof.record.last, idOf = freeIds(proof) }: ReadOptions,
): ReadSummary {
  const support = createSupport(proof.record, until)
  const known = new Set(proof.before.map(({ text }) => text))
  const said = new Map(summaryItems(summary).map((item) => [item.text, item]))
  const items = [...said.values()].filter(({ text }) => !known.has(text))
  const found = items.map(({ text }) => support(text))
  const drafts = items.map(({ kind, text }, at): EntryDraft => {
    const { rounds, quotes } = found[at] ?? { rounds: [until], quotes: [] }
    return { id: idOf(at + 1), kind, text, rounds, by: 'you', quotes }
  })
  const { accepted, refused } = gate(drafts, proof, source)
  const whys = new Map(refused.map(({ id, why }) => [id, why]))
  const reasons = drafts.map(({ id }, at) => whys.get(id) ?? (found[at] ? undefined : UNLIKE))
  const places = new Map(drafts.map(({ id }, at) => [id, at]))
  return {
    entries: accepted.filter(({ id }) => reasons[places.get(id)!] === undefined),
    notFound: items.flatMap((item, at) => (reasons[at] === undefined ? [] : [{ ...item, why: reasons[at] }])),
  }
}

const UNLIKE = 'nothing that was said or done in the session is like it'

function freeIds({ before }: Proof): (place: number) => string {
  const first = freeAfter(before.map(({ id }) => id))
  return (place) => `e${first + place - 1}`
}
