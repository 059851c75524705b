import type { Brief } from '../brief.ts'
import { ENTRY_KINDS, type Entry } from '../entries/entry.ts'
import { entryText } from './entry-text.ts'
import { factSections } from './fact-sections.ts'
import { ENTRY_HEADINGS } from './outline.ts'

/** One heading of what a session came to: entries that somebody wrote, or facts. */
export interface Section {
  readonly heading: string
  readonly entries: readonly { readonly text: string; readonly round: number; readonly entry?: Entry }[]
}

/** What a session came to, for a person who looks at it: what somebody wrote, then the facts. Empty headings are left out. */
export function sectionsOf({ entries, facts }: Brief, cwd: string | null): readonly Section[] {
  const written = (['next', ...ENTRY_KINDS.filter((kind) => kind !== 'next')] as const).map((kind) => ({
    heading: ENTRY_HEADINGS[kind],
    entries: entries.current
      .filter((one) => one.kind === kind)
      .map((entry) => ({ text: entry.text, round: entryText(entry).round, entry }))
      .reverse(),
  }))
  const seen = factSections(facts, cwd).map(({ heading, lines }) => ({
    heading,
    entries: lines.toReversed().map(({ bare, round }) => ({ text: bare, round })),
  }))
  return [...written, ...seen].filter(({ entries: lines }) => lines.length > 0)
}
