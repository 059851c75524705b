import { readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Box, buildBundle, openBox } from './box.ts'

let box: Box
beforeAll(() => {
  buildBundle()
  box = openBox()
})
afterAll(() => box.remove())

it('a token is for what serves the same record', () => {
  box.stet('inscribe', '--all', '--store', 'other')
  const { token } = box.json('token', 'bob@desk', '--store', 'other') as { token: string }
  const { stdout } = box.shell(`
    $STET serve --json --store other > said & one=$!
    until [ -s said ]; do sleep 0.05; done
    origin=$(sed 's/.*"origin":"\\([^"]*\\).*/\\1/' said)
    ${process.execPath} -e "fetch('$origin/api/version', { headers: { authorization: 'Bearer ${token}' } }).then((answer) => console.log(answer.status))"
    kill $one; wait`)
  expect(stdout.trim()).toBe('200')
  expect(readFileSync(join(box.cwd, 'other/tokens.json'), 'utf8')).toContain('bob@desk')
  expect(box.json('token')).toEqual([])
})

it('tokens that are made at the same time all count, also after one who was killed', () => {
  const left = box.put('home/.stet/tokens.json.lock', '')
  utimesSync(left, 0, 0)
  box.shell('for n in 1 2 3 4 5 6; do $STET token user$n@desk & done; wait')
  expect(box.json('token')).toHaveLength(6)
})

it.each(['[{', '{}', '[1]', '[null]'])('a list of tokens that is damaged is told as that: %s', (text) => {
  writeFileSync(join(box.home, '.stet/tokens.json'), text)
  for (const args of [[], ['bob@desk'], ['bob@desk', '--revoke']])
    expect(box.json('token', ...args)).toMatchObject({ error: { code: 'config-invalid' } })
  expect(readFileSync(join(box.home, '.stet/tokens.json'), 'utf8')).toBe(text)
})
