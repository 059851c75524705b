import { defineCommand } from '../../command.ts'
import { plainText } from '../../plain-text.ts'

export const retrieveCommand = defineCommand({
  name: 'retrieve',
  group: 'Digest',
  summary: 'an answer from the record to a question about a session',
  about:
    'Understands questions for reasons, rejected alternatives, rules, errors, open points, changes and earlier versions of files; anything else is looked for in what was said. Answers name their rounds and how far they may be relied on.',
  arguments: { question: { summary: 'what you want to know', many: true } },
  options: { session: { summary: 'the session; latest unless given', value: 'SESSION' } },
  examples: [
    { command: 'stet retrieve "Why did we decide for SQLite?"', does: 'the decision, its reason, its round' },
    { command: 'stet retrieve Show earlier version of parser.ts', does: 'every version on record' },
  ],
  json: '{pattern,answer,refs:[],confidence}',
  async run({ args, options, workspace }) {
    const { resolveSession } = await import('../../../../actions/resolve-session.ts')
    const { retrieve } = await import('../../../../actions/digest/retrieve.ts')
    const opened = await workspace()
    const session = await resolveSession(opened, options.session ?? 'latest')
    const value = await retrieve(opened, session, args.question.join(' '))
    return {
      value,
      text: (screen) =>
        [
          `${screen.bold('Asked')}: ${plainText(value.question)}`,
          `${screen.bold('Found')}:`,
          plainText(value.answer),
          `${screen.bold('From')}: ${value.refs.join(', ') || 'nowhere'}`,
          `${screen.bold('Reliance')}: ${value.confidence}`,
        ].join('\n'),
    }
  },
})
