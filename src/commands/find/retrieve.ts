import { defineTerminalCommand } from '../kit/command.ts'
import { list as words } from '../kit/field.ts'
import { session } from '../kit/fields.ts'
import { list, object, string } from '../kit/shape.ts'
import { plainText } from '../kit/text/plain-text.ts'

export const retrieve = defineTerminalCommand({
  name: 'retrieve',
  topic: 'find',
  summary: 'Answer a question about a session from the record',
  about:
    'Knows questions for reasons, rejected alternatives, rules, errors, open points, changes and earlier versions of files; other questions are searched for. Answers are what somebody wrote or said, and what tools printed, each with its round.',
  arguments: { question: words('the question') },
  options: { session: session({ standard: 'latest' }) },
  examples: [
    { command: 'stet retrieve "Why did we decide for SQLite?"', does: 'prints the decision, its reason and its round' },
    { command: 'stet retrieve Show earlier version of parser.ts', does: 'prints every recorded version' },
  ],
  output: object({ pattern: string, answer: string, refs: list(string), confidence: string }),
  async run(call) {
    const { retrieve } = await import('../../brief/retrieve.ts')
    const opened = await call.workspace()
    const session = await call.session(call.input.session ?? 'latest')
    const value = await retrieve(opened, session, call.input.question.join(' '))
    return {
      value,
      text: (screen, shown: typeof value) =>
        [
          `${screen.bold('Asked')}: ${plainText(shown.question)}`,
          `${screen.bold('Found')}:`,
          plainText(shown.answer),
          `${screen.bold('From')}: ${shown.refs.join(', ') || 'nowhere'}`,
          `${screen.bold('Rests on')}: ${shown.confidence === 'none' ? 'nothing' : `what was ${shown.confidence}`}`,
        ].join('\n'),
    }
  },
})
