// What npm start, npm test and npm run build share. Packages that are installed and work are used as they are, whoever
// installed them. An install happens in a folder next to node_modules and takes its place when it is whole, so that one
// that fails takes nothing away.
import './node-version.mjs'
import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const ROOT = dirname(dirname(fileURLToPath(import.meta.url)))

export function say(text) {
  process.stderr.write(`stet: ${text}\n`)
}

/** Installs the packages of package-lock.json unless they are installed already; says how long it took. */
export function ensureInstalled() {
  try {
    if (!isInstalled(ROOT)) install()
  } catch (error) {
    say(error.message)
    process.exit(1)
  }
}

/** True when every package of the lock file is there in its version; npm notes what it installed. */
export function isInstalled(root) {
  const note = join(root, 'node_modules', '.package-lock.json')
  if (!existsSync(note)) return false
  const installed = JSON.parse(readFileSync(note, 'utf8')).packages ?? {}
  const wanted = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages
  return Object.entries(wanted).every(([path, { version, optional, peer }]) => {
    if (path === '' || (installed[path] === undefined && (optional || peer))) return true // for another machine
    return installed[path]?.version === version && existsSync(join(root, path, 'package.json'))
  })
}

function install() {
  say('installing packages')
  const began = Date.now()
  const fresh = mkdtempSync(join(ROOT, '.stet-install-'))
  try {
    for (const name of ['package.json', 'package-lock.json', '.npmrc'])
      copyFileSync(join(ROOT, name), join(fresh, name))
    const { status, error } = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
      cwd: fresh,
      stdio: ['ignore', 'inherit', 'inherit'],
      shell: process.platform === 'win32', // npm is a script there
    })
    if (error) throw error
    if (status !== 0) throw new Error('npm ci failed; the lines above say why. What was installed before is as it was.')
    takeOver(fresh)
  } finally {
    rmSync(fresh, { recursive: true, force: true })
  }
  say(`installing took ${((Date.now() - began) / 1000).toFixed(0)} s`)
}

/** Two renames; what was there before is removed with the folder it is moved to. */
function takeOver(fresh) {
  const old = join(ROOT, 'node_modules')
  if (existsSync(old)) renameSync(old, join(fresh, 'old'))
  renameSync(join(fresh, 'node_modules'), old)
}
