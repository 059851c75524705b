import { expect, it } from 'vitest'
import { conversation } from './conversation.ts'
import type { ApiMessage } from './mock-api.ts'

const REMINDER = '<system-reminder>\nToday is a day.\n</system-reminder>'

it('leaves out system messages, reminders and the new prompt', () => {
  const messages: ApiMessage[] = [
    { role: 'user', content: [text(`${REMINDER}\n`), text('hello')] },
    { role: 'system', content: 'be good' },
    { role: 'assistant', content: [text('hi')] },
    { role: 'user', content: `${REMINDER}\n${REMINDER}` },
    { role: 'user', content: [{ ...text('PROMPT'), cache_control: { type: 'ephemeral' } }] },
  ]
  expect(conversation(messages, 'PROMPT')).toEqual([
    { role: 'user', type: 'text', text: 'hello' },
    { role: 'assistant', type: 'text', text: 'hi' },
  ])
})

it('keeps a text that only contains a reminder', () => {
  const summary = `Summary: ${REMINDER} and so on`
  expect(conversation([{ role: 'user', content: summary }], 'PROMPT')).toMatchObject([{ text: summary }])
  const between = `${REMINDER} and ${REMINDER}`
  expect(conversation([{ role: 'user', content: between }], 'PROMPT')).toMatchObject([{ text: between }])
})

it('takes off the line break that joins the texts of one user message', () => {
  const messages: ApiMessage[] = [
    { role: 'user', content: [text('one\n'), text('two\n\n'), text('three\n')] },
    { role: 'assistant', content: [text('four\n'), text('five')] },
  ]
  expect(conversation(messages, 'PROMPT').map((block) => block.text)).toEqual([
    'one',
    'two\n',
    'three\n',
    'four\n',
    'five',
  ])
})

it('removes only the last text that equals the prompt', () => {
  const messages: ApiMessage[] = [
    { role: 'user', content: 'again' },
    { role: 'assistant', content: 'again' },
    { role: 'user', content: 'again' },
  ]
  expect(conversation(messages, 'again').map((block) => block.role)).toEqual(['user', 'assistant'])
})

it('joins a call to its result by id and marks failures', () => {
  const messages: ApiMessage[] = [
    { role: 'assistant', content: [{ type: 'tool_use', id: 'toolu_1', name: 'Bash', input: { command: 'ls' } }] },
    {
      role: 'user',
      content: [{ type: 'tool_result', tool_use_id: 'toolu_1', content: 'no', is_error: true, cache_control: {} }],
    },
  ]
  expect(conversation(messages, 'PROMPT')).toEqual([
    { role: 'assistant', type: 'tool_use', id: 'toolu_1', name: 'Bash', input: { command: 'ls' } },
    { role: 'user', type: 'tool_result', id: 'toolu_1', content: 'no', isError: true },
  ])
})

function text(value: string): { readonly type: 'text'; readonly text: string } {
  return { type: 'text', text: value }
}
