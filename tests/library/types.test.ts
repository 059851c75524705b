import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'

const ROOT = resolve(import.meta.dirname, '../..')
const TSC = join(ROOT, 'node_modules/.bin/tsc')
let folder = ''

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'stet-types-'))
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  execFileSync(process.execPath, [join(ROOT, 'scripts/types.mjs'), join(folder, 'types')])
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it('a program that uses the library compiles against its declarations', () => {
  expect(compile('const rounds: number = checked.rounds')).toBe('')
})

it('a wrong use of the library does not compile', () => {
  expect(compile('const rounds: string = checked.rounds')).toContain('TS2322')
})

it('actions take references as they are typed', () => {
  const calls = [
    "const rounds = (await listRounds(workspace, 'latest')).length",
    "await trimSession(workspace, '5e55a001', {}, { dryRun: true })",
    "await inject(workspace, '5e55a001:3')",
    "await history(workspace, 'ctx-12ab')",
    "await forget(workspace, ['5e55a001'])",
  ]
  expect(compile(calls.join('\n'))).toBe('')
  expect(compile('const rounds = await listRounds(workspace, 3)')).toContain('TS2345')
})

it('what a process shares is apart from what belongs to one request', () => {
  expect(compile("const rounds: Pick<Request, 'cwd'> = forRequest(workspace, { cwd: '/elsewhere' })")).toBe('')
  expect(compile('const rounds = forRequest(workspace, { store: workspace.store })')).toContain('TS2353')
})

function compile(statement: string): string {
  const program = join(folder, 'program.mts')
  writeFileSync(
    program,
    `import { check, closeWorkspace, forget, forRequest, history, inject, listRounds, openWorkspace, type Request, trimSession } from './types/index.js'
     const workspace = await openWorkspace({ storeDir: 's', user: 'u', machine: 'm', cwd: '/', configDirs: {} })
     const checked = await check(workspace, 'latest')
     ${statement}
     await closeWorkspace(workspace)
     console.log(rounds)`,
  )
  const options = ['--noEmit', '--strict', '--target', 'es2023', '--module', 'nodenext', '--types', 'node']
  const { stdout } = spawnSync(TSC, [...options, '--typeRoots', join(ROOT, 'node_modules/@types'), program], {
    encoding: 'utf8',
    cwd: folder,
  })
  return stdout
}
