import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { findNode, NODE_VERSIONS } from '../clients/install.mjs'

const ROOT = resolve(import.meta.dirname, '../..')
const CONTRACTS = ['tests/contract/sqlite.test.ts', 'tests/contract/sqlite-search.test.ts']
/** Processes that are killed while they write, on every Node, are for the wide run. */
const SUITES = process.env.STET_WIDE ? [...CONTRACTS, 'tests/faults/kill.test.ts'] : CONTRACTS

describe('on another Node than this one', () => {
  it.each(NODE_VERSIONS)(
    'Node %s passes the contract suites',
    (version) => {
      const node = nodeOf(version)
      const { NODE_OPTIONS: _, VITEST_POOL_ID: __, VITEST_WORKER_ID: ___, FORCE_COLOR: ____, ...env } = process.env
      const { status, stdout } = spawnSync(node, ['node_modules/vitest/vitest.mjs', 'run', ...SUITES], {
        cwd: ROOT,
        env: { ...env, HOME: process.env.STET_TEST_REAL_HOME, NO_COLOR: '1' },
        encoding: 'utf8',
      })
      expect(status, stdout.slice(-4000)).toBe(0)
      expect(stdout).toMatch(/Tests +[1-9]\d* passed/)
    },
    600_000,
  )

  it.each(NODE_VERSIONS)('Node %s runs the command without a word on stderr', (version) => {
    const { status, stderr } = spawnSync(nodeOf(version), ['bin/stet', 'sessions'], { cwd: ROOT, encoding: 'utf8' })
    expect([status, stderr]).toEqual([0, ''])
  })
})

describe('on a Node that is too old', () => {
  /** The version is all that is read of such a Node. */
  const older = (version: string, script: string) => {
    const versions = `Object.defineProperty(process, 'versions', { value: { node: '${version}' } })`
    const preload = `data:text/javascript,${encodeURIComponent(versions)}`
    return spawnSync(process.execPath, ['--import', preload, script, '--version'], { cwd: ROOT, encoding: 'utf8' })
  }

  it.each(['bin/stet', 'scripts/start.mjs', 'scripts/build.mjs', 'scripts/test.mjs', 'scripts/prepack.mjs'])(
    '%s says which one is needed, and nothing else',
    (script) => {
      const { status, stdout, stderr } = older('20.18.3', script)
      expect([status, stdout, stderr]).toEqual([1, '', 'Stet needs Node 20.19 or newer; this is Node 20.18.3.\n'])
    },
  )

  it('the oldest that serves runs the command', () => {
    expect(older('20.19.0', 'bin/stet')).toMatchObject({ status: 0, stdout: expect.stringMatching(/^stet \d/) })
  })
})

function nodeOf(version: string): string {
  const node = findNode(version)
  if (node === undefined) throw new Error(`Node ${version} is not installed: node tests/clients/install.mjs`)
  return node
}
