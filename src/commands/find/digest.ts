import { defineCommand } from '../kit/command.ts'
import { session } from '../kit/fields.ts'
import { list, number, object, string } from '../kit/shape.ts'

interface Section {
  readonly heading: string
  readonly entries: readonly { readonly text: string; readonly round: number }[]
}

export const digest = defineCommand({
  name: 'digest',
  topic: 'find',
  summary: 'Summarize a session: task, rules, decisions, files, tests, errors and open work, each with its round',
  arguments: { session: session() },
  options: {},
  examples: [],
  output: object({
    session: string,
    open: number,
    errors: number,
    sections: list(object({ heading: string, entries: list(object({ text: string, round: number })) })),
    summary: string,
  }),
  offer: {
    http: true,
    mcp: {
      name: 'summary',
      about: 'No model is used. Read it before you continue the work of an earlier session.',
      fields: ['session'],
      defaults: { session: 'latest' },
      pages: true,
      text: ({ sections }: { readonly sections: readonly Section[] }) => sectionsText(sections),
    },
  },
  async run(call) {
    const { digestSession } = await import('../../actions/digest/session-digest.ts')
    const opened = await call.workspace()
    const session = await call.session(call.input.session)
    const { view, summary, sections } = await digestSession(opened, session)
    return {
      value: { session: session.id, open: view.threads.length, errors: view.errors.open.length, sections, summary },
      text: () => summary,
    }
  },
})

function sectionsText(sections: readonly Section[]): string {
  if (sections.length === 0) return 'Nothing was said in it that should be known later.'
  return sections
    .map(({ heading, entries }) =>
      [`## ${heading}`, ...entries.map(({ text, round }) => `- ${text} (round ${round})`)].join('\n'),
    )
    .join('\n\n')
}
