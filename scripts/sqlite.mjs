// SQLite for Node 20: the package better-sqlite3 has a file that must fit this Node. Newer ones have SQLite themselves.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const PACKAGE = 'better-sqlite3'
/** A machine that reaches the package registry alone may let the download of a compiled file hang. */
const DOWNLOAD_MS = 30_000

/** Gets or compiles the file unless it is there and works, or is not needed. */
export function ensureSqlite(root, say) {
  if (hasOwnSqlite() || works(root)) return
  const began = Date.now()
  if (download(root) && works(root)) return
  say('compiling SQLite for this Node (a minute or two; Node 22.16 and newer need not)')
  compile(root)
  if (!works(root)) throw new Error('SQLite was compiled but cannot be loaded; Node 22.16 or newer needs no compiling.')
  say(`compiling took ${((Date.now() - began) / 1000).toFixed(0)} s`)
}

/** As src/sqlite/node-sqlite.ts decides it. */
function hasOwnSqlite() {
  const { emitWarning } = process
  process.emitWarning = () => {} // Node 22 calls it an experiment
  try {
    return process.getBuiltinModule?.('node:sqlite')?.StatementSync.prototype.setReturnArrays !== undefined
  } finally {
    process.emitWarning = emitWarning
  }
}

/** Asked in a process of its own: a file that was loaded once cannot be loaded again. */
function works(root) {
  const open = `new (require(${JSON.stringify(join(root, 'node_modules', PACKAGE))}))(':memory:').close()`
  return spawnSync(process.execPath, ['-e', open], { stdio: 'ignore' }).status === 0
}

function download(root) {
  const cwd = join(root, 'node_modules', PACKAGE)
  const require = createRequire(join(cwd, 'package.json'))
  const { status } = spawnSync(process.execPath, [require.resolve('prebuild-install/bin.js')], {
    cwd,
    stdio: 'ignore',
    timeout: DOWNLOAD_MS,
  })
  return status === 0
}

function compile(root) {
  const nodedir = headersOf(process.execPath)
  const { status } = spawnSync('npm', ['rebuild', PACKAGE, '--ignore-scripts=false', '--loglevel=error'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      npm_config_build_from_source: 'true',
      ...(nodedir ? { npm_config_nodedir: nodedir } : {}),
    },
    shell: process.platform === 'win32',
  })
  if (status === 0) return
  throw new Error(
    `SQLite could not be compiled; a C++ compiler, make and Python are needed${nodedir ? '' : ', and the network for the headers of Node'}. Node 22.16 or newer needs none of them.`,
  )
}

/** The folder with Node's own headers, where they came with it and are of this version: nothing is downloaded then. */
function headersOf(node) {
  const root = dirname(dirname(node))
  const file = join(root, 'include', 'node', 'node_version.h')
  if (!existsSync(file)) return undefined
  const text = readFileSync(file, 'utf8')
  const part = (name) => new RegExp(`#define NODE_${name}_VERSION (\\d+)`).exec(text)?.[1]
  return `${part('MAJOR')}.${part('MINOR')}.${part('PATCH')}` === process.versions.node ? root : undefined
}
