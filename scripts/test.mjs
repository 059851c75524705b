#!/usr/bin/env node
// Installs what is missing, then checks, builds and runs every test. `--wide` runs the wide suite too, `--quick` only what needs no
// client, browser or server and starts few processes.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { indexCommands } from './index-commands.mjs'
import { ensureInstalled, ROOT, say } from './install.mjs'

const wide = process.argv.includes('--wide')
const quick = process.argv.includes('--quick')
const rest = process.argv.slice(2).filter((argument) => argument !== '--wide' && argument !== '--quick')

ensureInstalled()
indexCommands()
if (!quick) {
  step('real clients', process.execPath, ['tests/clients/install.mjs'])
  step('check', bin('biome'), ['check', '--error-on-warnings', '.'])
  step('types', bin('tsc'), ['--noEmit'])
  step('types of the viewer', bin('tsc'), ['--noEmit', '-p', 'viewer'])
}
step('build', process.execPath, ['scripts/build.mjs'])
step('tests', bin('vitest'), ['run', ...rest], { STET_WIDE: wide ? '1' : '', STET_QUICK: quick ? '1' : '' })

function step(name, command, args, extra = {}) {
  const began = Date.now()
  const { status, error } = spawnSync(command, args, { cwd: ROOT, stdio: 'inherit', env: { ...process.env, ...extra } })
  if (error) throw error
  say(`${name}: ${((Date.now() - began) / 1000).toFixed(1)} s`)
  if (status !== 0) {
    if (name !== 'tests') console.log('\n0 passed, 1 failed')
    process.exit(status ?? 1)
  }
}

function bin(name) {
  return join(ROOT, 'node_modules', '.bin', name)
}
