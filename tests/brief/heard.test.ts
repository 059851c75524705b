import { expect, it } from 'vitest'
import { briefRound } from '../../src/brief/brief-rounds.ts'
import { claudeCode } from '../../src/clients/claude-code/index.ts'
import type { Block } from '../../src/model/block.ts'

const block = (id: string, at: string, more: Pick<Block, 'role' | 'type' | 'content'> & Partial<Block>): Block => ({
  block_id: `s:1:${id}`,
  session_id: 's',
  round_seq: 1,
  timestamp: `2026-01-01T00:00:0${at}.000Z`,
  ...more,
})
const round = (result: Partial<Block>, typed: string) => {
  const { events } = briefRound(
    { round: 1, started: null },
    [
      block('0', '1', { role: 'user', type: 'user-text', content: 'Rename the badge.' }),
      block('1', '2', { role: 'assistant', type: 'tool_use', name: 'Edit', tool_use_id: 't', content: {} }),
      block('2', '3', { role: 'user', type: 'tool_result', tool_use_id: 't', content: 'x', ...result }),
      block('2.1', typed, { role: 'user', type: 'user-text', content: 'And the other one.' }),
    ],
    claudeCode.tools,
  )
  return events.flatMap((event) => (event.kind === 'said' ? [event.via] : []))
}

it('words typed after a call failed are no refusal, and after one that went well no note', () => {
  expect(round({ is_error: true }, '4')).toEqual([undefined, 'queued'])
  expect(round({}, '4')).toEqual([undefined, 'queued'])
})

it('words that a result holds are the reason of a refusal, or a note', () => {
  expect(round({ is_error: true }, '3')).toEqual([undefined, 'refusal'])
  expect(round({}, '3')).toEqual([undefined, 'note'])
})
