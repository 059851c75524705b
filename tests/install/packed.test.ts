import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildBundle } from '../cli/box.ts'
import { findNode, NODE_VERSIONS } from '../clients/install.mjs'

const ROOT = resolve(import.meta.dirname, '../..')

/** What npm would install, unpacked, with the packages of this clone: the wide run installs it from the registry. */
const folder = mkdtempSync(join(tmpdir(), 'stet-unpacked-'))
const root = join(folder, 'package')
beforeAll(() => {
  buildBundle()
  const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', '--offline']
  execFileSync('npm', ['pack', '--pack-destination', folder, ...flags], { cwd: ROOT, stdio: 'ignore' })
  const [tarball] = readdirSync(folder).filter((name) => name.endsWith('.tgz'))
  execFileSync('tar', ['xzf', join(folder, tarball!), '-C', folder])
}, 120_000)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function stet(node: string, at: string, ...args: readonly string[]) {
  const store = join(folder, `store-${at.length}-${node.length}`)
  const env = { PATH: process.env.PATH, HOME: folder }
  return spawnSync(node, [join(at, 'bin/stet'), ...args, '--store', store], { cwd: folder, env, encoding: 'utf8' })
}

/** The package at another place, with these packages or none. */
function installed(name: string, packages?: string): string {
  const place = join(folder, name)
  rmSync(place, { recursive: true, force: true })
  cpSync(root, place, { recursive: true })
  if (packages) symlinkSync(packages, join(place, 'node_modules'))
  return place
}

it.each([...new Set([process.versions.node, ...NODE_VERSIONS])])('is a working stet on Node %s', (version) => {
  const node = version === process.versions.node ? process.execPath : findNode(version)
  if (node === undefined) throw new Error(`Node ${version} is not installed: node tests/clients/install.mjs`)
  const place = installed(`installed-${version}`, join(ROOT, 'node_modules'))
  const ran = stet(node, place, 'inscribe', join(ROOT, 'sample'))
  expect([ran.status, ran.stderr]).toEqual([0, expect.not.stringContaining('unexpected')])
  expect(JSON.parse(stet(node, place, 'sessions', '--json').stdout)).toHaveLength(2)
  const kept = readdirSync(join(place, 'dist')).filter((name) => name.includes('.cache'))
  expect(kept).toEqual([expect.stringMatching(/^stet-[0-9a-f]{16}-\d+\..*\.cache$/)]) // by the first of the two
  const library = `import('${place}/dist/index.js').then((stet) => console.log(typeof stet.inscribe))`
  expect(spawnSync(node, ['-e', library], { encoding: 'utf8' })).toMatchObject({ stdout: 'function\n', stderr: '' })
})

it('holds less than 2 MB, no pictures, and no code compiled for one Node', () => {
  const [tarball] = readdirSync(folder).filter((name) => name.endsWith('.tgz'))
  expect(statSync(join(folder, tarball!)).size).toBeLessThan(2_000_000)
  const names = readdirSync(root, { recursive: true, encoding: 'utf8' })
  expect(names.filter((name) => /\.(png|svg|cache)$/.test(name))).toEqual([
    expect.stringMatching(/^dist\/viewer\/assets\/icon-/),
  ])
})

it('says that its build is missing when it was packed without it', () => {
  const place = installed('unbuilt')
  rmSync(join(place, 'dist'), { recursive: true })
  const { status, stderr } = stet(process.execPath, place, 'sessions')
  expect([status, stderr]).toEqual([1, expect.stringContaining('npm pack --ignore-scripts=false')])
})

it('says so where SQLite does not fit this machine', () => {
  const packages = join(folder, 'packages')
  rmSync(packages, { recursive: true, force: true })
  mkdirSync(packages)
  for (const name of readdirSync(join(ROOT, 'node_modules')))
    if (!name.startsWith('.') && name !== '@photostructure')
      symlinkSync(join(ROOT, 'node_modules', name), join(packages, name))
  const { status, stderr } = stet(
    process.execPath,
    installed('without-sqlite', packages),
    'inscribe',
    join(ROOT, 'sample'),
  )
  expect(status).toBe(1)
  expect(stderr).toMatch(/^SQLite cannot be loaded on \S+-\S+\.\n→ Install stet again/)
})
