import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { laterFlag } from '../../src/shells/cli/compile-later.ts'

it('is told to V8 only by a flag that this version has, and only to wait longer', ({ skip }) => {
  const [name, value] = laterFlag(process.versions.node)?.split('=') ?? []
  if (name === undefined) return skip(`Node ${process.versions.node} is told nothing`)
  const options = execFileSync(process.execPath, ['--v8-options'], { encoding: 'utf8' })
  const usual = new RegExp(`default: ${name}=(\\d+)`).exec(options)?.[1]
  expect(Number(usual)).toBeGreaterThan(0)
  expect(Number(value)).toBeGreaterThan(Number(usual))
})

it('says nothing to versions that it was not measured with', () => {
  expect(['18.20.0', '21.7.3', '24.1.0', '26.0.0'].map(laterFlag)).toEqual([undefined, undefined, undefined, undefined])
})
