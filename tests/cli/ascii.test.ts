import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

it('the bundle is ASCII, as bin/stet reads it: other letters in a pattern would match nothing', () => {
  const bundle = readFileSync(join(import.meta.dirname, '../../dist/stet.cjs'), 'latin1')
  expect(bundle.match(/.{0,40}[^\0-\x7f].{0,40}/)?.[0]).toBeUndefined()
})
