// Other versions of Node for the contract suites, kept beside the real clients and installed by one rename when whole.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { clientsDir } from '../clients/install.mjs'

/** Both have SQLite themselves; 20 is what the package better-sqlite3 is for. */
export const NODE_VERSIONS = ['22.23.3', '24.21.0']

/** Returns the path of that Node, installing it from the package registry first when it is absent. */
export function ensureNode(version) {
  const folder = join(clientsDir(), `node-${version}`)
  const name = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`
  const binary = (root) => join(root, 'node_modules', name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
  if (existsSync(binary(folder))) return binary(folder)
  mkdirSync(clientsDir(), { recursive: true })
  const fresh = mkdtempSync(join(clientsDir(), `.node-${version}-`))
  try {
    writeFileSync(join(fresh, 'package.json'), '{"private":true}\n')
    const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
    const { status, stderr } = spawnSync('npm', ['install', ...flags, `${name}@${version}`], {
      cwd: fresh,
      encoding: 'utf8',
      shell: process.platform === 'win32', // npm is a script there
    })
    if (status !== 0) throw new Error(`npm could not install Node ${version}.\n${stderr}`)
    moveIntoPlace(fresh, folder)
  } finally {
    rmSync(fresh, { recursive: true, force: true })
  }
  return binary(folder)
}

function moveIntoPlace(fresh, folder) {
  try {
    renameSync(fresh, folder)
  } catch (error) {
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error // else another install was first
  }
}
