import { readFileSync, writeFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Box, buildBundle, fixture, HOSTILE, LONG, openBox, WORDS } from './box.ts'

interface Examined {
  readonly sessions: readonly { readonly odd: readonly { readonly where: string; readonly what: string }[] }[]
}

let box: Box
beforeAll(() => {
  buildBundle()
  box = openBox()
  box.stet('inscribe', '--all')
})
afterAll(() => box.remove())

function odd(reference: string): readonly string[] {
  const { sessions } = box.json('doctor', reference) as Examined
  return sessions[0]!.odd.map(({ where, what }) => `${where}: ${what}`)
}

it('doctor names a file name that is not the session of its lines, and lines of another session', () => {
  const lines = fixture('words', box.cwd).trim().split('\n')
  const mixed = lines.map((line, at) => (at < 5 ? line : line.replaceAll(WORDS, HOSTILE)))
  box.put(`elsewhere/${LONG}.jsonl`, `${mixed.join('\n')}\n`)
  expect(odd(`${box.root}/elsewhere/${LONG}.jsonl`)).toEqual([
    `file name: its lines are of the session ${WORDS}`,
    `line 6: it says it is of the session ${HOSTILE}`,
  ])
})

it('doctor names a folder that is not here', () => {
  const path = box.put(`elsewhere/away/${LONG}.jsonl`, fixture('long', '/srv/away'))
  box.stet('inscribe', path)
  expect(odd(LONG)).toEqual(['folder: /srv/away is not on this machine'])
})

it('doctor names a session that Stet wrote and whose first line is gone', () => {
  const { sessions } = box.json('fork', `${WORDS}:1`) as { sessions: { path: string; session: string }[] }
  const { path, session } = sessions[0]!
  expect(odd(session)).toEqual([])
  const file = path.replace('<box>', box.root)
  writeFileSync(file, readFileSync(file, 'utf8').split('\n').slice(1).join('\n'))
  box.stet('inscribe', file)
  expect(odd(session)).toEqual(['line 1: the note is missing that says where its rounds come from'])
})
