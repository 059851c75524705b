import { expect, it } from 'vitest'
import { readPatch } from './patch.ts'

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
    '*** End Patch',
  ].join('\n')
  expect(readPatch(patch)).toEqual({
    files: [
      { path: 'a.txt', change: 'create' },
      { path: 'b.ts', change: 'modify' },
      { path: 'c.md', change: 'delete' },
      { path: 'd.md', change: 'delete' },
      { path: 'e.md', change: 'create' },
    ],
    edits: [
      { path: 'a.txt', before: null, after: 'one\ntwo\n', everywhere: false },
      { path: 'b.ts', before: 'const a = 1\nconst b = 2\n', after: 'const a = 1\nconst b = 3\n', everywhere: false },
      { path: 'b.ts', before: '', after: 'last', everywhere: false },
      { path: 'e.md', before: 'old', after: 'new', everywhere: false },
    ],
  })
})

it.each(['', '*** Begin Patch', '-\n+\n@@', '*** Move to: x', 'no patch at all'])('finds nothing in %j', (text) => {
  expect(readPatch(text)).toEqual({ files: [], edits: [] })
})
