#!/usr/bin/env node
// Writes the declarations of the library into a folder: those that src/index.ts leads to, a fifth of what tsc writes.
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { ROOT } from './install.mjs'

const folder = resolve(process.argv[2])
rmSync(folder, { recursive: true, force: true })
const tsc = join(ROOT, 'node_modules', '.bin', 'tsc')
const { status } = spawnSync(tsc, ['-p', 'tsconfig.types.json', '--outDir', folder], { cwd: ROOT, stdio: 'inherit' })
if (status !== 0) process.exit(status ?? 1)

const wanted = new Set()
want(join(folder, 'index.d.ts'))
for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
  const path = join(entry.parentPath, entry.name)
  if (entry.isFile() && !wanted.has(path)) rmSync(path)
}

function want(path) {
  if (wanted.has(path)) return
  wanted.add(path)
  for (const [, name] of readFileSync(path, 'utf8').matchAll(/(?:from |import\()['"](\.[^'"]+)['"]/g))
    want(join(path, '..', name.replace(/(\.d)?\.[jt]s$/, '.d.ts')))
}
