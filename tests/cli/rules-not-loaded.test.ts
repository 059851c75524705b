import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Box, buildBundle, openBox, WORDS } from './box.ts'

/** Says of each file that it is read. */
const PRELOAD = `const fs = require('node:fs')
for (const name of ['readFileSync', 'openSync']) {
  const own = fs[name]
  fs[name] = function (path, ...rest) {
    if (String(path).endsWith('masking.cjs')) process._rawDebug('RULES')
    return own.call(this, path, ...rest)
  }
}`

let box: Box
beforeAll(() => {
  buildBundle()
  box = openBox()
  expect(box.stet('inscribe', '--all').status).toBe(0)
  writeFileSync(join(box.root, 'preload.cjs'), PRELOAD)
}, 60_000)
afterAll(() => box.remove())

const isLoaded = (line: string) =>
  box.shell(`export NODE_OPTIONS="--require ${join(box.root, 'preload.cjs')}"; ${line}`).stderr.includes('RULES')

it('the rules are not loaded where nothing recorded is shown', () => {
  expect(isLoaded('$STET --version')).toBe(false)
  expect(isLoaded('$STET --help')).toBe(false)
  expect(isLoaded('$STET completion bash')).toBe(false)
  const event = JSON.stringify({ session_id: WORDS, cwd: box.cwd })
  expect(isLoaded(`echo '${event}' | $STET hook PostToolUse`)).toBe(false)
})

it('the rules are loaded where a command needs them', () => {
  expect(isLoaded('$STET sessions')).toBe(true)
})
