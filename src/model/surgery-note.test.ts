import { expect, it } from 'vitest'
import { readNote } from './surgery-note.ts'

const read = (rounds: string, highest = 9_999_990) =>
  readNote({ op: 'trim', rounds, partial: '', origins: [], highest })

it('has the numbers of the rounds in the order in which they are told', () => {
  expect(read('7-9,2,4-5')?.rounds).toEqual([7, 8, 9, 2, 4, 5])
  expect(read('7-9,x')?.rounds).toEqual([])
  expect(read('7-9', 8)?.rounds).toEqual([])
})

it('has no more numbers than a file can have rounds, however many are told', () => {
  const { rounds } = read('1-9999990,'.repeat(1000).slice(0, -1))!
  expect(rounds).toHaveLength(1_000_000)
  expect(rounds.at(-1)).toBe(1_000_000)
})
