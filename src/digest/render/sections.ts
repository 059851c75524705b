import type { View } from '../settle.ts'
import { nextAction } from './continuation-prompt.ts'
import { fileText, shownPath, testText } from './words.ts'

/** One heading of what a session came to, and its entries. */
export interface Section {
  readonly heading: string
  readonly entries: readonly { readonly text: string; readonly round: number }[]
}

/** What a session came to, for a person who looks at it: what to do first, then what holds. Empty headings are left out. */
export function sectionsOf(view: View, cwd: string | null): readonly Section[] {
  const said = (list: readonly { readonly text: string; readonly round: number }[]) =>
    list.toReversed().map(({ text, round }) => ({ text, round }))
  const next = /^(.*) \(round (\d+)\)$/s.exec(nextAction(view))
  const sections: readonly Section[] = [
    { heading: 'Next', entries: [{ text: next?.[1] ?? nextAction(view), round: Number(next?.[2] ?? view.to) }] },
    { heading: 'Rules', entries: said(view.constraints) },
    { heading: 'Decisions', entries: said(view.decisions) },
    { heading: 'Open', entries: said(view.threads) },
    { heading: 'Errors', entries: said(view.errors.open) },
    { heading: 'Facts', entries: said(view.facts) },
    {
      heading: 'Tests',
      entries: view.tests.toReversed().map((test) => ({
        text: `${test.command}: ${testText(test)}`,
        round: test.rounds.at(-1)!,
      })),
    },
    {
      heading: 'Files changed',
      entries: view.files.changed.toReversed().map((file) => ({
        text: `${shownPath(file.path, cwd)}: ${fileText(file)}`,
        round: file.rounds.at(-1)!,
      })),
    },
  ]
  return sections.filter(({ entries }) => entries.length > 0)
}
