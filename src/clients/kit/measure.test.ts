import { expect, it } from 'vitest'
import { maskText } from '../../redaction/mask-text.ts'
import { preview } from './measure.ts'

const WORDS = 'Please look at why the deploy of the parser fails since it was moved, '

it.each([
  ['with the word that would be cut', `${WORDS}the new key of the store is `, 'q7Rk2mZx9Lt4vWc81nDf3Kp6Ys5Hb0Jg7Ae2Uo'],
  ['with the sign before a word', `${WORDS}its id is `, `(${'x'.repeat(30)}/q7Rk2mZx)`],
  ['after a word that fits to the letter', `${WORDS}${'n'.repeat(120 - WORDS.length)}`, ' and'],
  ['in blanks', `${WORDS}${' '.repeat(400)}`, 'q7Rk2mZx9Lt4vWc81nDf'],
])('a preview ends %s', (_, before, word) => {
  expect(preview(`${before}${word} and so on, and on, until nothing is left to be said of it`)).toBe(
    before.trimEnd().replace(/\s+/g, ' '),
  )
})

it('a preview of one long word, or of words without blanks, is as long as it may be', () => {
  expect(preview('x'.repeat(300))).toBe('x'.repeat(120))
  expect(preview('字'.repeat(300))).toBe('字'.repeat(120))
  expect(preview(' a\n b ')).toBe('a b')
})

it('the password of a line is masked in a preview, where the next line follows it', () => {
  const lines = 'Here is ~/.pgpass\ndb-1.acme.io:5432:orders:rw:Zu7-fb.Moos\nand the second machine has none'
  expect(maskText(preview(lines)).text).toBe(
    'Here is ~/.pgpass db-1.acme.io:5432:orders:rw:[masked: password] and the second machine has none',
  )
})
