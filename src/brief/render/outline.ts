import type { Brief } from '../brief.ts'
import { ENTRY_KINDS, type Entry, type EntryKind } from '../entries/entry.ts'
import { factSections } from './fact-sections.ts'
import { bullets, entryText, type Line, wordLines } from './line.ts'
import { checked, isUnwritten, leftLines, type Shown, USER } from './shown.ts'

/** What stands under a heading that a form asks for, and of which nobody wrote anything. */
export const NOBODY = "Nobody wrote any; the user's words are below."
const NOBODY_AND_LESS = "Nobody wrote any; of the user's words there is below what there is room for."

export function nobody({ left }: Pick<Shown, 'left'>): string {
  return left.some(({ what }) => what === USER) ? NOBODY_AND_LESS : NOBODY
}

export const ENTRY_HEADINGS: Readonly<Record<EntryKind, string>> = {
  task: 'Task',
  rule: 'Rules',
  decision: 'Decisions',
  fact: 'Facts',
  error: 'Errors',
  open: 'Open',
  next: 'Next action',
  idea: 'Ideas',
  check: 'To check',
}

/** The first line of every text made of a brief: who wrote its entries, and that nothing in it is to be done again. */
export function firstLine(shown: Pick<Shown, 'entries'>): string {
  if (isUnwritten(shown))
    return 'For reference only. Nobody wrote down what this session came to: facts and words stand alone here. Do not carry out again what is told as done.'
  const names = new Set([...checked(shown.entries.current), ...shown.entries.over].map(({ source }) => source.name))
  return `For reference only. Entries are by ${[...names].join(', ')}, checked against the record; words, files, commands and tests are as recorded. Do not carry out again what is told as done.`
}

/** Current entries of a kind that were checked, as lines. Those that nobody checked stay in state and archive. */
export function entriesOf({ entries }: Pick<Shown, 'entries'>, ...kinds: readonly EntryKind[]): readonly Line[] {
  return checked(entries.current)
    .filter(({ kind }) => kinds.includes(kind))
    .map(entryText)
}

/** The kinds that have no heading of their own in a form, in the order of all. */
export function otherKinds(...told: readonly EntryKind[]): readonly EntryKind[] {
  return ENTRY_KINDS.filter((kind) => !told.includes(kind))
}

/** What was said, and what is left out, each under its heading where there is any. */
export function saidPart({ words }: Shown, heading: string): readonly string[] {
  return words.length === 0 ? [] : ['', heading, ...wordLines(words)]
}

export function leftPart(shown: Shown, session: string, heading: string, more: readonly string[] = []) {
  const unchecked = shown.entries.current.length - checked(shown.entries.current).length
  const entries =
    unchecked === 1 ? '1 entry that names and quotes nothing' : `${unchecked} entries that name and quote nothing`
  const aside = unchecked === 0 ? [] : [`${entries} that could be checked: \`stet summary ${session} --json\``]
  const left = [...leftLines(shown, session), ...aside, ...more]
  return left.length === 0 ? [] : ['', heading, ...bullets(left)]
}

/** One heading of what a session came to: entries that somebody wrote, or facts. */
export interface Section {
  readonly heading: string
  readonly entries: readonly { readonly text: string; readonly round: number; readonly entry?: Entry }[]
}

/** What a session came to, for a person who looks at it: what somebody wrote, then the facts. Empty headings are left out. */
export function sectionsOf({ entries, facts }: Brief, cwd: string | null): readonly Section[] {
  const written = (['next', ...otherKinds('next')] as const).map((kind) => ({
    heading: ENTRY_HEADINGS[kind],
    entries: entries.current
      .filter((one) => one.kind === kind)
      .map((entry) => ({ text: entry.text, round: entry.rounds.at(-1) ?? 0, entry }))
      .reverse(),
  }))
  const seen = factSections(facts, cwd).map(({ heading, lines }) => ({
    heading,
    entries: lines.toReversed().map(({ bare, round }) => ({ text: bare, round })),
  }))
  return [...written, ...seen].filter(({ entries: lines }) => lines.length > 0)
}
