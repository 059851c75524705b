import { expect, it } from 'vitest'
import { patched } from './patch.ts'

it('tells the files of a patch and its hunks as edits', () => {
  const patch = [
    '*** Begin Patch',
    '*** Add File: a.txt',
    '+one',
    '+two',
    '*** Update File: b.ts',
    '@@ function first',
    ' const a = 1',
    '-const b = 2',
    '+const b = 3',
    '',
    '@@ only context',
    ' nothing changes here',
    '@@',
    '+last',
    '*** End of File',
    '*** Delete File: c.md',
    '*** Update File: d.md',
    '*** Move to: e.md',
    '@@',
    '-old',
    '+new',
    '*** Update File: f.md',
    '*** Move to: g.md',
    '*** End Patch',
  ]
  expect(patched(patch.join('\r\n'))).toEqual(patched(patch.join('\n')))
  expect(patched(patch.join('\n'))).toEqual({
    files: [
      { path: 'a.txt', change: 'create' },
      { path: 'b.ts', change: 'modify' },
      { path: 'c.md', change: 'delete' },
      { path: 'd.md', change: 'delete' },
      { path: 'e.md', change: 'create' },
      { path: 'f.md', change: 'delete' },
      { path: 'g.md', change: 'create' },
    ],
    edits: [
      { path: 'a.txt', before: null, after: 'one\ntwo\n', everywhere: false },
      {
        path: 'b.ts',
        before: 'const a = 1\nconst b = 2\n',
        after: 'const a = 1\nconst b = 3\n',
        everywhere: false,
        lines: { heading: 'function first' },
      },
      { path: 'b.ts', before: '', after: 'last', everywhere: false, lines: { heading: null } },
      { path: 'e.md', before: 'old', after: 'new', everywhere: false, lines: { heading: null }, from: 'd.md' },
      { path: 'g.md', before: '', after: '', everywhere: false, lines: { heading: null }, from: 'f.md' },
    ],
  })
})

it.each(['', '*** Begin Patch', '-\n+\n@@', '*** Move to: x', 'no patch at all'])('finds nothing in %j', (text) => {
  expect(patched(text)).toEqual({ files: [] })
})
