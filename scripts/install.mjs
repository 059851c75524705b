// What npm start and npm test share: packages are installed when the lock file is newer than the last whole install.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const ROOT = dirname(dirname(fileURLToPath(import.meta.url)))
const MARK = join(ROOT, 'node_modules', '.stet-installed')

export function say(text) {
  process.stderr.write(`stet: ${text}\n`)
}

/** Installs the packages of package-lock.json unless they are installed already; says how long it took. */
export function ensureInstalled() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major < 20 || (major === 20 && minor < 19)) {
    say(`Node ${process.versions.node} is too old; Stet needs 20.19 or newer.`)
    process.exit(1)
  }
  const lock = createHash('sha256')
    .update(readFileSync(join(ROOT, 'package-lock.json')))
    .update(process.version)
    .digest('hex')
  if (existsSync(MARK) && readFileSync(MARK, 'utf8') === lock) return
  say('installing packages (a minute or two where SQLite has to be compiled)')
  const began = Date.now()
  const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: ROOT,
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  if (status !== 0) {
    say('npm ci failed; the lines above say why. A C++ compiler, make and Python are needed where SQLite is compiled.')
    process.exit(1)
  }
  writeFileSync(MARK, lock)
  say(`installing took ${((Date.now() - began) / 1000).toFixed(0)} s`)
}
