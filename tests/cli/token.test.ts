import { readFileSync } from 'node:fs'
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
