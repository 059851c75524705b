import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { claudeCode } from '../claude-code/index.ts'
import { clientFormat } from './client-format.ts'

/** What a person says in the lines of a case of the parser, as another client or format gets it. */
function wordsIn(example: string): readonly unknown[] {
  const path = join(import.meta.dirname, '../../../tests/golden/parse/claude-code', example, 'input.jsonl')
  const messages = clientFormat(claudeCode).decode(readFileSync(path)) ?? []
  return messages.flatMap(({ blocks }) =>
    blocks.flatMap(({ type, content }) => (type === 'user-text' ? [content] : [])),
  )
}

it('has what was typed while the agent worked, once', () => {
  expect(wordsIn('words-queued-behind-a-notice')).toEqual([
    'Install it.',
    'Rename it.',
    'and the docs',
    'are they there?',
    'one\ntwo',
    'three',
  ])
})

it('has requests by slash command', () => {
  expect(wordsIn('requests-by-slash-command')).toEqual([
    '/review the parser, please',
    'A plain request.',
    '/plan a plan about tea',
    '/sharpen',
    'Next.',
    '/init',
    '/goal make tea',
  ])
})
