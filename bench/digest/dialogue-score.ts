import type { ProseEntry } from '../../src/digest/entry.ts'
import { extract } from '../../src/digest/extract.ts'
import { dialoguesOf } from './dialogues.ts'
import type { Label, LabelledSentence } from './read-dialogue.ts'

const KINDS: Readonly<Partial<Record<Label, ProseEntry['kind']>>> = {
  D: 'decision',
  'D<': 'decision',
  C: 'constraint',
  F: 'fact',
  T: 'thread',
  X: 'closing',
}
/** So many letters that are the same make it the same sentence. */
const SAME = 24

/** What a digest has of dialogues that train nothing, by kind and speaker: found of all that is labelled, right of all entries. */
export function dialogueScore(): string {
  const counts = new Map<string, { all: number; found: number; entries: number; right: number }>()
  const of = (kind: string, who: string) => {
    const key = `${kind} of the ${who}`
    const known = counts.get(key) ?? { all: 0, found: 0, entries: 0, right: 0 }
    counts.set(key, known)
    return known
  }
  for (const { rounds, sentences } of dialoguesOf('held out')) {
    const said = sentences.filter(({ label }) => KINDS[label] !== undefined)
    const entries = extract(rounds).entries.filter(
      (entry): entry is ProseEntry => 'who' in entry && entry.kind !== 'goal' && !entry.isLast,
    )
    for (const sentence of said) {
      const count = of(KINDS[sentence.label]!, sentence.who)
      count.all++
      if (entries.some((entry) => isOf(entry, sentence))) count.found++
    }
    for (const entry of entries) {
      const count = of(entry.kind, entry.who)
      count.entries++
      if (said.some((sentence) => isOf(entry, sentence))) count.right++
    }
  }
  return [...counts]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(
      ([key, { all, found, entries, right }]) =>
        `dialogues held out, ${key}: found ${found} of ${all}, right ${right} of ${entries}`,
    )
    .join('\n')
}

function isOf(entry: ProseEntry, { round, label, text }: LabelledSentence): boolean {
  if (entry.round !== round || entry.kind !== KINDS[label]) return false
  if (label === 'D<') return true
  const [a, b] = [entry.text, text].map((one) =>
    one
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim(),
  ) as [string, string]
  const many = Math.min(SAME, a.length, b.length)
  return a.includes(b.slice(0, many)) || b.includes(a.slice(0, many)) || a.includes(b.slice(-many))
}
