import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, realpathSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildBundle } from './box.ts'

const ROOT = join(import.meta.dirname, '../..')

let folder: string
beforeAll(() => {
  buildBundle()
  folder = mkdtempSync(join(realpathSync(tmpdir()), 'stet-kept-'))
  for (const part of ['bin', 'package.json']) cpSync(join(ROOT, part), join(folder, part), { recursive: true })
  cpSync(join(ROOT, 'dist'), join(folder, 'dist'), { recursive: true, filter: (path) => !path.includes('.cache') })
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Runs a command, and says what compiled code is kept then, and how much. */
function keptAfter(...args: readonly string[]): { readonly name: string; readonly bytes: number } {
  const env = { PATH: process.env.PATH, HOME: folder }
  const ran = spawnSync(process.execPath, [join(folder, 'bin/stet'), ...args], { cwd: folder, env, encoding: 'utf8' })
  expect([ran.status, ran.stderr]).toEqual([0, ''])
  const [name, ...others] = readdirSync(join(folder, 'dist')).filter((one) => one.includes('.cache'))
  expect(others).toEqual([])
  return { name: name!, bytes: statSync(join(folder, 'dist', name!)).size }
}

it('the first run keeps compiled code, and the first command that reads what it compiled on its way', () => {
  const first = keptAfter('--version')
  expect(first.name).toMatch(/-start\.cache$/)
  expect(keptAfter('inscribe', join(ROOT, 'sample'))).toEqual(first) // under other flags
  const read = keptAfter('sessions')
  expect(read.name).not.toMatch(/-start\.cache$/)
  expect(read.bytes).toBeGreaterThan(first.bytes * 1.1)
  expect(keptAfter('help', 'trim')).toEqual(read)
})
