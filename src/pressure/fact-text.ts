import { inertReminders } from '../model/reminder-tags.ts'
import type { Fact } from './fact.ts'

const HEADINGS: Readonly<Record<Fact['kind'], string>> = {
  entry: 'Written down and checked',
  choice: 'What the user chose',
  todo: "On the agent's list, not done",
  'failed-command': 'Commands that failed last',
  file: 'Files changed',
  said: 'What the user said',
}

/** Facts as a list, by kind, each with its round; no text of one ends the reminder that the list is in. */
function factList(facts: readonly Fact[]): string {
  return (Object.keys(HEADINGS) as readonly Fact['kind'][])
    .map((kind) => ({ kind, own: facts.filter((fact) => fact.kind === kind) }))
    .filter(({ own }) => own.length > 0)
    .map(({ kind, own }) =>
      [`${HEADINGS[kind]}:`, ...own.map(({ text, round }) => `- ${inertReminders(text)} (round ${round})`)].join('\n'),
    )
    .join('\n')
}

/** What the client's own compaction is told to keep. */
export function keepInstructions(facts: readonly Fact[]): string {
  return `The summary must keep these facts, each with its exact names and paths:\n${factList(facts)}`
}

/** What the agent is told that a summary left out, and how to read more; `file` is where it can do so without Stet. */
export function leftOutText(facts: readonly Fact[], session: string, file: string | undefined): string {
  const without = file === undefined ? '' : `; without both, look in ${file}`
  return `<system-reminder>The summary of this conversation left out facts that the record has. \`stet inject ${session}:ROUND\`, or the tool inject of the server stet, reads a round in full${without}.\n${factList(facts)}</system-reminder>`
}
