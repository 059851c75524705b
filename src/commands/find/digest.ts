import { defineCommand } from '../kit/command.ts'
import { session } from '../kit/fields.ts'
import { anything, boolean, list, number, object, string } from '../kit/shape.ts'

export const digest = defineCommand({
  name: 'digest',
  topic: 'find',
  summary:
    'Say what a session came to: entries that somebody wrote, files, tests, errors and commands, each with its round',
  arguments: { session: session() },
  options: {},
  examples: [],
  output: object({
    session: string,
    written: boolean,
    last: number,
    open: number,
    errors: number,
    sections: list(
      object({ heading: string, entries: list(object({ text: string, round: number, 'entry?': anything })) }),
    ),
    summary: string,
  }),
  outputNote: 'Written is false where nobody wrote entries. Entry is the entry itself; a line without one is a fact.',
  offer: {
    http: true,
    mcp: {
      name: 'summary',
      about: 'No model is used. Read it before you continue the work of an earlier session.',
      fields: ['session'],
      defaults: { session: 'latest' },
      pages: true,
      text: ({ summary }: { readonly summary: string }) => summary,
    },
  },
  async run(call) {
    const { textsOf } = await import('../../brief/session-brief.ts')
    const opened = await call.workspace()
    const session = await call.session(call.input.session)
    const { brief, written, summary, sections } = await textsOf(opened, session)
    const { entries, facts } = brief
    return {
      value: {
        session: session.id,
        written,
        last: brief.last,
        open: entries.current.filter(({ kind }) => kind === 'open' || kind === 'next').length,
        errors: facts.errors.filter(({ gone }) => gone === null).length,
        sections,
        summary,
      },
      text: () => summary,
    }
  },
})
