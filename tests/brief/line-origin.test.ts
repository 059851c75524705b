import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { lineOrigin, type WrittenEdit } from '../../src/brief/facts/line-origin.ts'
import type { FileEdit } from '../../src/model/tool-act.ts'

const edit = (before: string | null, after: string): FileEdit => ({ path: '/a', before, after, everywhere: false })

const everywhere = (before: string, after: string): FileEdit => ({ ...edit(before, after), everywhere: true })
const command = (line: string): WrittenEdit => ({ ...edit(null, line), isCommand: true })

/**
 * What is done next: lines replaced, or all but one in their middle, with some of those around them in the edit, or the
 * file written whole again.
 */
const STEP = fc.record({
  isWhole: fc.boolean(),
  from: fc.nat(1000),
  gone: fc.nat(3),
  put: fc.integer({ min: 0, max: 3 }),
  around: fc.nat(2),
  keeps: fc.boolean(),
})

describe('the edit that wrote a line', () => {
  it('is found for every line, whatever came before and after', () => {
    fc.assert(
      fc.property(fc.array(STEP, { maxLength: 12 }), (steps) => {
        let lines = ['line 0.0', 'line 0.1', 'line 0.2', '}', 'line 0.4']
        const edits = [edit(null, lines.join('\n'))]
        for (const { isWhole, from, gone, put, around, keeps } of steps) {
          const start = from % (lines.length + 1)
          const end = Math.min(lines.length, start + gone)
          const kept = keeps && end - start === 3 ? lines.slice(start + 1, start + 2) : []
          const fresh = Array.from({ length: put }, (_, at) => `line ${edits.length}.${at}`)
          fresh.splice(1, 0, ...kept)
          const next = [...lines.slice(0, start), ...fresh, ...lines.slice(end)]
          const [low, high] = [Math.max(0, start - around), Math.min(lines.length, end + around)]
          const before = lines.slice(low, high).join('\n')
          if (next.length === 0 || (before === '' && !isWhole)) continue
          const after = [...lines.slice(low, start), ...fresh, ...lines.slice(end, high)].join('\n')
          if (!isWhole && after === '') continue
          edits.push(isWhole ? edit(null, next.join('\n')) : edit(before, after))
          lines = next
        }
        lines.forEach((line, at) => {
          if (line !== '}')
            expect([line, lineOrigin(edits, lines.join('\n'), at + 1)]).toEqual([
              line,
              Number.parseInt(line.slice('line '.length), 10),
            ])
        })
      }),
      { numRuns: process.env.STET_WIDE ? 20_000 : 500 },
    )
  })

  it.each([
    ['part of a line', [edit(null, 'a = 1\nb = 2'), edit('2', '3')], 'a = 1\nb = 3', 2, 1],
    ['one of many brackets', [edit(null, 'f {\n}\n'), edit('}\n', '}\ng {\n}\n')], 'f {\n}\ng {\n}\n', 4, 1],
    ['a line that was changed by hand around it', [edit(null, 'one two three\nx')], 'by hand\none two three\ny', 2, 0],
    ['a line that came back', [edit(null, 'old'), edit('old', 'new'), edit('new', 'old')], 'old', 1, 2],
    ['a line written by hand', [edit(null, 'one')], 'one\nby hand', 2, undefined],
    ['a line that is not there', [edit(null, 'one')], 'one', 7, undefined],
    [
      'a line between two that were replaced',
      [edit(null, 'a\nmid\nc'), edit('a\nmid\nc', 'x\nmid\ny')],
      'x\nmid\ny',
      2,
      0,
    ],
    ['a line beside one that was taken out', [edit(null, 'one\ntwo\nfin'), edit('two', '')], 'one\n\nfin', 1, 0],
    [
      'a line among others that were replaced everywhere',
      [edit(null, 'x'), edit('x', 'a\n{\na'), everywhere('a', 'b')],
      'b\n{\nb',
      2,
      1,
    ],
    [
      'a line that a command left',
      [edit(null, 'one\ntwo'), command('sed -i s/two/2/ a'), edit(null, 'one\n2')],
      'one\n2',
      1,
      0,
    ],
    ['a line that a command wrote', [edit(null, 'one'), command('cat > a <<E\none two\nE')], 'one two', 1, 1],
    ['a line that only follows what was edited', [edit('x', 'y')], 'y\nlong before', 2, undefined],
  ])('is known for %s', (_, edits, text, line, expected) => {
    expect(lineOrigin(edits, text, line)).toBe(expected)
  })
})
