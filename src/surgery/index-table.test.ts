import { expect, it } from 'vitest'
import { indexMessage, readIndex } from './index-table.ts'

it('has a row for each of more rounds than a call has room for arguments', () => {
  const entries = Array.from({ length: 200_000 }, (_, at) => ({ number: at + 1, row: '| unknown | user |  |' }))
  const text = indexMessage('s', entries)
  expect(text.split('\n')[1]).toBe('<!-- stet:index session=s rounds=1-200000 count=200000 -->')
  expect(readIndex(text)).toHaveLength(entries.length)
})
