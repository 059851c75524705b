#!/usr/bin/env node
// What a package holds, from a fresh clone too: installs where that is needed, builds, and writes the types.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { ensureInstalled, ROOT } from './install.mjs'

ensureInstalled()
run(process.execPath, [join(ROOT, 'scripts', 'build.mjs')])
run(process.execPath, [join(ROOT, 'scripts', 'types.mjs'), join(ROOT, 'dist', 'types')])

function run(command, args) {
  const { status } = spawnSync(command, args, { cwd: ROOT, stdio: ['ignore', 2, 2] }) // what npm prints is the file's name
  if (status !== 0) process.exit(status ?? 1)
}
