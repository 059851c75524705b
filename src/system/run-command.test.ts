import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { runCommand } from './run-command.ts'

const QUIET = { cwd: '/', limitMs: 20_000, isQuiet: true } as const

it('keeps the whole output and the exit status of a quiet command', async () => {
  const { output, answer, ...end } = await runCommand('echo out; echo err >&2; exit 3', QUIET)
  expect(output.toString().split('\n').sort()).toEqual(['', 'err', 'out'])
  expect(answer.toString()).toBe('out\n')
  expect(end).toEqual({ status: 3, isLate: false, isLong: false })
})

it('stops a command that prints too much', async () => {
  const { output, isLong, isLate } = await runCommand('yes', { ...QUIET, mostBytes: 1 << 20 })
  expect([output.length <= 1 << 20, isLong, isLate]).toEqual([true, true, false])
})

it('gives the command its input, even if the command ignores it', async () => {
  const input = 'x'.repeat(1 << 20)
  expect((await runCommand('wc -c', { ...QUIET, input })).output.toString().trim()).toBe(String(1 << 20))
  expect((await runCommand('exec true', { ...QUIET, input })).status).toBe(0)
})

it.each([
  ['that it started', '(sleep 1; echo late > FILE) & wait'],
  ['that does not end when told to', "trap '' TERM; sleep 2; echo late > FILE"],
])('stops what takes too long, and what %s', async (_, command) => {
  const folder = mkdtempSync(join(tmpdir(), 'stet-run-'))
  const file = join(folder, 'late')
  const { status, isLate } = await runCommand(command.replace('FILE', file), { ...QUIET, limitMs: 200 })
  expect({ status, isLate }).toEqual({ status: null, isLate: true })
  await new Promise((later) => setTimeout(later, 1500))
  expect(existsSync(file)).toBe(false)
  rmSync(folder, { recursive: true })
})

it('stops when the caller does', async () => {
  const stop = new AbortController()
  setTimeout(() => stop.abort(), 200)
  const { status, isLate } = await runCommand('sleep 60', { ...QUIET, signal: stop.signal })
  expect({ status, isLate }).toEqual({ status: null, isLate: false })
})
