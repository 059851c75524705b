import type { Checked } from '../../care/check.ts'
import { shortId } from '../../model/id.ts'
import { defineCommand } from '../kit/command.ts'
import { session } from '../kit/fields.ts'
import { boolean, list, number, object, string } from '../kit/shape.ts'
import { count } from '../kit/text/format.ts'
import { plainLine } from '../kit/text/plain-text.ts'
import type { Screen } from '../kit/text/screen.ts'

export const check = defineCommand({
  name: 'check',
  topic: 'record',
  summary: 'Prove that the record gives a session back exactly',
  about: 'A file that you name need not be in the record, and is not captured.',
  arguments: { session: session({ complete: 'file' }) },
  options: {},
  examples: [
    { command: 'stet check latest', does: 'checks the newest session of this folder' },
    { command: 'stet check ~/.claude/projects/-home-me-app/40e785a0.jsonl', does: 'checks a file' },
  ],
  output: object({
    session: string,
    byte_exact: boolean,
    rerender_exact: boolean,
    rounds: number,
    differences: list(string),
  }),
  offer: { cli: true },
  async run(call) {
    const { keepGarbageSmall } = await import('../kit/small-memory.ts')
    keepGarbageSmall()
    const { check } = await import('../../care/check.ts')
    const value = await check(await call.workspace({ onlyLooks: true }), call.input.session)
    return {
      value,
      text: (screen, shown: typeof value) => checkText(shown, screen),
      exit: value.byte_exact && value.rerender_exact ? 0 : 1,
    }
  },
})

function checkText(value: Checked, screen: Screen): string {
  const mark = (holds: boolean) => (holds ? screen.green('✓') : screen.red('✗'))
  return [
    `${screen.cyan(shortId(value.session))}  ${count(value.rounds, 'round')}`,
    `${mark(value.byte_exact)} record → file: ${value.byte_exact ? 'the same, byte for byte' : 'not the same'}`,
    `${mark(value.rerender_exact)} parse → render → parse: ${value.rerender_exact ? 'the same conversation' : 'not the same conversation'}`,
    ...value.differences.map((difference) => `  ${plainLine(difference)}`),
  ].join('\n')
}
