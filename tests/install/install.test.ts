import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join, resolve } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

const ROOT = resolve(import.meta.dirname, '../..')

/** A project of one package, with the scripts under test. */
describe('packages', () => {
  let project: string
  beforeEach(() => {
    project = mkdtempSync(join(tmpdir(), 'stet-install-'))
    for (const name of ['install.mjs', 'node-version.mjs'])
      cpSync(join(ROOT, 'scripts', name), join(project, 'scripts', name))
    writeFileSync(join(project, 'package.json'), '{"private":true,"type":"module"}')
    writeFileSync(join(project, '.npmrc'), '')
    lock({ 'node_modules/one': { version: '1.0.0' } })
    install('one', '1.0.0')
  })
  afterEach(() => rmSync(project, { recursive: true, force: true }))

  it('that work are used as they are, whoever installed them', () => {
    note({ 'node_modules/one': { version: '1.0.0' } })
    expect(ensure('echo npm was called >&2; exit 1')).toMatchObject({ status: 0, stderr: '' })
  })

  it('of another machine need not be there', () => {
    lock({ 'node_modules/one': { version: '1.0.0' }, 'node_modules/windows': { version: '2.0.0', optional: true } })
    note({ 'node_modules/one': { version: '1.0.0' } })
    expect(ensure('exit 1').status).toBe(0)
  })

  it('of an older lock file stay when the install fails', () => {
    note({ 'node_modules/one': { version: '0.9.0' } })
    const { status, stderr } = ensure('rm -rf node_modules; exit 1')
    expect(status).toBe(1)
    expect(stderr).toContain('What was installed before is as it was.')
    expect(readFileSync(join(project, 'node_modules/one/package.json'), 'utf8')).toContain('1.0.0')
  })

  it('that were installed take the place of the old ones whole', () => {
    note({ 'node_modules/one': { version: '0.9.0' } })
    expect(ensure('mkdir -p node_modules/two')).toMatchObject({ status: 0 })
    expect(existsSync(join(project, 'node_modules/two'))).toBe(true)
    expect(existsSync(join(project, 'node_modules/one'))).toBe(false)
  })

  function lock(packages: object): void {
    writeFileSync(join(project, 'package-lock.json'), JSON.stringify({ packages: { '': {}, ...packages } }))
  }

  function note(packages: object): void {
    writeFileSync(join(project, 'node_modules/.package-lock.json'), JSON.stringify({ packages }))
  }

  function install(name: string, version: string): void {
    mkdirSync(join(project, 'node_modules', name), { recursive: true })
    writeFileSync(join(project, 'node_modules', name, 'package.json'), JSON.stringify({ name, version }))
  }

  /** Runs the install with an npm that does what the shell script says. */
  function ensure(npm: string) {
    const bin = join(project, 'bin')
    mkdirSync(bin)
    writeFileSync(join(bin, 'npm'), `#!/bin/sh\n${npm}\n`)
    chmodSync(join(bin, 'npm'), 0o755)
    const script = `import('${join(project, 'scripts/install.mjs')}').then((m) => m.ensureInstalled())`
    const PATH = [bin, dirname(process.execPath), process.env.PATH].join(delimiter)
    const env = { ...process.env, PATH }
    return spawnSync(process.execPath, ['-e', script], { cwd: project, env, encoding: 'utf8' })
  }
})
