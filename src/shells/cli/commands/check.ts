import type { Checked } from '../../../actions/maintain/check.ts'
import { shortId } from '../../../model/id.ts'
import { defineCommand, SESSION } from '../command.ts'
import { count } from '../format.ts'
import { plainLine } from '../plain-text.ts'
import type { Screen } from '../screen.ts'

export const check = defineCommand({
  name: 'check',
  group: 'Record',
  summary: 'prove that the record gives a session back exactly',
  about: 'The file of a path need not be in the record, and does not get there.',
  arguments: { session: { ...SESSION, complete: 'file' } },
  options: {},
  examples: [
    { command: 'stet check latest', does: 'the newest session of this folder' },
    { command: 'stet check ~/.claude/projects/-home-me-app/40e785a0.jsonl', does: 'a file' },
  ],
  json: '{session,byte_exact,rerender_exact,rounds,differences:[]}',
  async run(call) {
    const { keepGarbageSmall } = await import('../small-memory.ts')
    keepGarbageSmall()
    const { check } = await import('../../../actions/maintain/check.ts')
    const value = await check(await call.workspace({ onlyLooks: true }), call.args.session)
    return { value, text: (screen) => checkText(value, screen), exit: value.byte_exact && value.rerender_exact ? 0 : 1 }
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
