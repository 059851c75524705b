#!/usr/bin/env node
// Asks the registry, with npm itself, for the integrity of every package in the lock file that has none: npm notes it only
// for packages it downloaded, and those of other platforms it does not. Writes what it learns; says what it could not.
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT, say } from './install.mjs'

const path = join(ROOT, 'package-lock.json')
const lock = JSON.parse(readFileSync(path, 'utf8'))
let unknown = 0
for (const [key, entry] of Object.entries(lock.packages)) {
  if (key === '' || entry.integrity || entry.link || entry.inBundle) continue
  const name = entry.name ?? key.slice(key.lastIndexOf('node_modules/') + 'node_modules/'.length)
  const integrity = ask(`${name}@${entry.version}`)
  if (integrity) {
    const { version, ...rest } = entry
    lock.packages[key] = { version, integrity, ...rest }
  } else {
    say(`the registry does not know ${name}@${entry.version}`)
    unknown++
  }
}
writeFileSync(path, `${JSON.stringify(lock, null, 2)}\n`)
process.exitCode = unknown > 0 ? 1 : 0

function ask(spec) {
  try {
    const said = execFileSync('npm', ['view', spec, 'dist.integrity'], { stdio: ['ignore', 'pipe', 'ignore'] })
    return /^sha512-\S+$/.exec(String(said).trim())?.[0]
  } catch {
    return undefined
  }
}
