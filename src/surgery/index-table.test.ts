import { expect, it } from 'vitest'
import type { BlockKind } from '../model/block.ts'
import { noTokens } from '../model/tokens.ts'
import { rowOf } from './index-row.ts'
import { indexMessage, readIndex } from './index-table.ts'
import type { SubjectRound } from './subject.ts'

/** A round of blocks that begin so. */
function roundOf(...blocks: readonly (readonly [kind: BlockKind, begins?: string])[]) {
  const lines = [{ blocks: blocks.map(([kind, begins = '']) => ({ kind, begins, name: undefined })) }]
  return { started: '2026-03-19T10:23:45.000Z', lines: lines as unknown as SubjectRound['lines'], tokens: noTokens() }
}

it.each([
  ['[image·thinking]', roundOf(['image'], ['thinking'])],
  ['[note]', roundOf(['user-text', ' '], ['note', 'reminder'])],
  ['[no text]', roundOf(['user-text', '\n'])],
  ['[no text]', roundOf()],
  ['"Go"', roundOf(['user-text', 'Go'], ['image'])],
])('a short row says %s', (content, round) => {
  expect(rowOf(round, 'short')).toBe(`| 2026-03-19T10:23Z | user | ${content} |`)
})

it('a full row says what was asked, with which tools and files, what the answer was, and the size', () => {
  const block = (kind: BlockKind, begins: string, name?: string) => ({ kind, begins, name, size: 3100 })
  const lines = [
    {
      blocks: [
        block('user-text', 'Move the tables\nto the new schema'),
        block('tool_use', '/home/me/app/src/database/migrations/migrate.ts', 'Edit'),
        block('tool_use', 'npm test', 'Bash'),
        block('tool_use', 'npm run build', 'Bash'),
        block('assistant-text', 'All tables are moved.'),
      ],
    },
  ]
  const tokens = { ...noTokens(), text: 5167 }
  const round = { started: '2026-03-19T10:23:45.000Z', lines: lines as unknown as SubjectRound['lines'], tokens }
  expect(rowOf(round)).toBe(
    '| 2026-03-19T10:23Z | user→assistant | asked "Move the tables to the new schema" · [Edit migrate.ts, Bash ×2] → "All tables are moved." · 5.2k |',
  )
})

it('names the rounds it has, and no other', () => {
  const row = '| unknown | user | "Go" |'
  const heading = (...numbers: readonly number[]) =>
    indexMessage(
      's',
      numbers.map((number) => ({ number, row })),
    )
      .split('\n')
      .slice(0, 2)
  expect(heading(2, 3, 4)).toEqual([
    '# Index of 3 earlier rounds (002–004) of session s',
    '<!-- stet:index session=s rounds=2-4 count=3 -->',
  ])
  expect(heading(6, 2, 3, 5)).toEqual([
    '# Index of 4 earlier rounds (002–003, 005–006) of session s',
    '<!-- stet:index session=s rounds=2-3,5-6 count=4 -->',
  ])
  expect(readIndex(indexMessage('s', [{ number: 7, row }]))).toEqual([{ number: 7, row }])
})

it('has a row for each of more rounds than a call has room for arguments', () => {
  const entries = Array.from({ length: 200_000 }, (_, at) => ({ number: at + 1, row: '| unknown | user |  |' }))
  const text = indexMessage('s', entries)
  expect(text.split('\n')[1]).toBe('<!-- stet:index session=s rounds=1-200000 count=200000 -->')
  expect(readIndex(text)).toHaveLength(entries.length)
})
