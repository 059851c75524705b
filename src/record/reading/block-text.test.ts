import { expect, it } from 'vitest'
import type { Block } from '../../model/block.ts'
import { textToRead } from './block-text.ts'

const block = (type: Block['type'], content: unknown): Block => ({
  block_id: 's:1:0',
  session_id: 's' as Block['session_id'],
  round_seq: 1,
  role: 'user',
  type,
  timestamp: null,
  content,
})
const REMINDER = '<system-reminder>\nRead with care.\n</system-reminder>'

it.each<readonly [string, Block, string]>([
  ['reminders after a result', block('tool_result', `1→a\n\n${REMINDER}\n${REMINDER}\n`), '1→a'],
  ['in a result of several texts', block('tool_result', [{ type: 'text', text: `a\n${REMINDER}` }]), 'a'],
  ['the marks around a note', block('note', REMINDER), 'Read with care.'],
  [
    'marks that a client has escaped',
    block(
      'note',
      '<system-reminder>\nA hook: &lt;system-reminder>Context at 62%.&lt;/system-reminder>\n</system-reminder>',
    ),
    'A hook: Context at 62%.',
  ],
])('what the client added for its model is not read: %s', (_, given, text) => expect(textToRead(given)).toBe(text))

it.each<readonly [string, Block]>([
  ['a result that has one in its middle', block('tool_result', `a\n${REMINDER}\nb`)],
  ['what a person said', block('user-text', `What is ${REMINDER}`)],
  ['what the agent said', block('assistant-text', REMINDER)],
])('what somebody said or a file holds stays: %s', (_, given) => expect(textToRead(given)).toBe(given.content))

it('a long result without an end of a reminder is read in no time', () => {
  const began = performance.now()
  textToRead(block('tool_result', '<system-reminder> '.repeat(50_000)))
  textToRead(block('tool_result', `${'</system-reminder>'.repeat(50_000)}`))
  textToRead(block('tool_result', `${'\n'.repeat(200_000)}x`))
  expect(performance.now() - began).toBeLessThan(1000)
})
