import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Box, buildBundle, fixture, openBox, WORDS } from './box.ts'

let box: Box
beforeAll(() => {
  buildBundle()
  box = openBox()
  box.stet('inscribe', '--all')
})
afterAll(() => box.remove())

it('a dry backup over a file that is there is refused as a backup is', () => {
  const path = box.put('there.db', 'mine')
  for (const more of [[], ['--dry-run']]) expect(box.stet('backup', path, ...more).status).toBe(1)
})

it('an engagement that is active nowhere is no success', () => {
  const id = '5e55d00e-0000-4000-8000-00000000000e'
  const path = box.put(`elsewhere/${id}.jsonl`, fixture('words', box.cwd).replaceAll(WORDS, id))
  const { status, stdout } = box.stet('inscribe', path, '--engagement', 'nosuch')
  expect([status, stdout]).toEqual([1, expect.stringContaining('nosuch is active nowhere')])
})

it('older states of a rewritten file have no row in the list of sessions, which names them below', () => {
  const [folder] = box.shell('ls -d $HOME/.claude/projects/*').stdout.trim().split('\n')
  const lines = fixture('words', box.cwd).trimEnd().split('\n')
  writeFileSync(join(folder!.replace('<box>', box.root), `${WORDS}.jsonl`), `${lines.slice(0, 6).join('\n')}\n`)
  box.stet('inscribe', '--all')
  const { stdout } = box.stet('sessions')
  expect(stdout.match(/5e55a001~\d/g)).toEqual(['5e55a001~0'])
  expect(stdout).toContain('1 older state of rewritten files: 5e55a001~0')
})

it('the tag of a compression has no words that are everywhere', () => {
  const id = '5e55d00f-0000-4000-8000-00000000000f'
  const text = fixture('words', box.cwd)
    .replaceAll(WORDS, id)
    .replaceAll('What is in words.txt?', 'Should there be which of words?')
  box.stet('inscribe', box.put(`elsewhere/${id}.jsonl`, text))
  const { tag } = box.json('compress', id, '--dry-run') as { tag: string }
  for (const word of tag.split('_')) expect(['SHOULD', 'THERE', 'WHICH']).not.toContain(word)
})
