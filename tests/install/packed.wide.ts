import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findNode, NODE_VERSIONS } from '../clients/install.mjs'

const ROOT = resolve(import.meta.dirname, '../..')

describe('the packed package, installed globally', () => {
  const folder = mkdtempSync(join(tmpdir(), 'stet-packed-'))
  beforeAll(() => {
    const flags = ['--no-audit', '--no-fund', '--loglevel=error']
    const pack = ['pack', '--ignore-scripts=false', '--pack-destination', folder, ...flags] // .npmrc switches scripts off
    // As the person who runs the tests reaches the registry: without their certificates npm waits and tries again.
    const { STET_TEST_REAL_HOME: HOME, STET_TEST_CA_CERTS: certificates } = process.env
    const env = { ...process.env, HOME, ...(certificates && { NODE_EXTRA_CA_CERTS: certificates }) }
    execFileSync('npm', pack, { cwd: ROOT, stdio: 'ignore', env })
    const [tarball] = readdirSync(folder).filter((name) => name.endsWith('.tgz'))
    // Without scripts, as npm 11 installs it.
    const install = ['install', '--global', '--prefix', join(folder, 'global'), '--ignore-scripts', ...flags]
    execFileSync('npm', [...install, join(folder, tarball!)], { stdio: 'ignore', env })
  }, 300_000)
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it.each(NODE_VERSIONS)('is a working stet on Node %s', (version) => {
    const stet = (...args: string[]) =>
      execFileSync(findNode(version)!, [join(folder, 'global/bin/stet'), ...args, '--store', join(folder, version)], {
        cwd: folder,
        encoding: 'utf8',
      })
    expect(stet('inscribe', join(ROOT, 'sample'))).toContain('captured')
    expect(JSON.parse(stet('sessions', '--json'))).toHaveLength(2)
  })
})
