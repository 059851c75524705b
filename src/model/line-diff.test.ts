import fc from 'fast-check'
import { expect, it } from 'vitest'
import { countChanges, lineDiff } from './line-diff.ts'

const shown = (before: string | null, after: string) => lineDiff(before, after).map(({ sign, text }) => sign + text)

it('a line that changed goes and comes, with lines around it', () => {
  expect(shown('a\nb\nc\n', 'a\nB\nc\n')).toEqual([' a', '-b', '+B', ' c'])
})

it('what was not there comes whole', () => {
  expect(shown(null, 'one\ntwo\n')).toEqual(['+one', '+two'])
})

it('lines far from every change are left out', () => {
  const lines = Array.from({ length: 20 }, (_, at) => `line ${at}`)
  const found = shown(lines.join('\n'), lines.join('\n').replace('line 10', 'line ten'))
  expect(found).toEqual([
    '…',
    ' line 7',
    ' line 8',
    ' line 9',
    '-line 10',
    '+line ten',
    ' line 11',
    ' line 12',
    ' line 13',
    '…',
  ])
})

it('two changes leave what is between them', () => {
  expect(shown('a\nb\nc\nd\n', 'A\nb\nc\nD\n')).toEqual(['-a', '+A', ' b', ' c', '-d', '+D'])
})

it('takes what goes and gives what comes, whatever the texts are', () => {
  const text = fc.array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 12 }).map((lines) => `${lines.join('\n')}\n`)
  fc.assert(
    fc.property(text, text, (before, after) => {
      const lines = lineDiff(before, after)
      if (lines.some(({ sign }) => sign === '…')) return
      const side = (gone: string) => lines.filter(({ sign }) => sign !== gone).map((line) => line.text)
      expect(side('+').join('\n')).toBe(before.slice(0, -1))
      expect(side('-').join('\n')).toBe(after.slice(0, -1))
    }),
  )
})

it('long texts without a line in common take no square of time', () => {
  const [before, after] = ['x', 'y'].map((name) => Array.from({ length: 20_000 }, (_, at) => `${name}${at}`).join('\n'))
  expect(countChanges(lineDiff(before!, after!))).toEqual({ added: 20_000, removed: 20_000 })
})
