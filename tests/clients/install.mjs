#!/usr/bin/env node
// Installs the real Claude Code clients that the tests resume sessions in.
//
//   node tests/clients/install.mjs [VERSION …]      default: every version the tests use
//
// The clients live outside the checkout, in $STET_CLIENTS or <XDG_CACHE_HOME or ~/.cache>/stet/clients, one folder
// per version. A folder appears by one rename when it is whole, so any number of installs may run at once.
// Plain JavaScript, so that it runs on a fresh checkout with nothing built.
import { spawn } from 'node:child_process'
import { accessSync, constants, existsSync, realpathSync } from 'node:fs'
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The versions the tests know: the newest, and the one that a plain install picks on Node 20. */
export const CLAUDE_VERSIONS = ['2.1.325', '2.1.197']

const MARKER = 'installed'

/** Returns the path of the client's binary, installing it first when it is absent. */
export async function ensureClaude(version) {
  const found = findClaude(version)
  if (found) return found
  await mkdir(clientsDir(), { recursive: true })
  const fresh = await mkdtemp(join(clientsDir(), `.claude-code-${version}-`))
  try {
    await npmInstall(fresh, `@anthropic-ai/claude-code@${version}`)
    if (!binaryIn(fresh))
      throw new Error(`Claude Code ${version} has no binary for ${process.platform}-${process.arch}.`)
    await writeFile(join(fresh, MARKER), '')
    await moveIntoPlace(fresh, version)
  } finally {
    await rm(fresh, { recursive: true, force: true })
  }
  const installed = findClaude(version)
  if (!installed) throw new Error(`Claude Code ${version} was installed but cannot be found again.`)
  return installed
}

/** Returns the path of the client's binary, or undefined when that version is not (wholly) installed. */
export function findClaude(version) {
  const dir = clientDir(version)
  return existsSync(join(dir, MARKER)) ? binaryIn(dir) : undefined
}

/** The folder that holds all clients. */
export function clientsDir() {
  return process.env.STET_CLIENTS || join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'stet', 'clients')
}

function clientDir(version) {
  return join(clientsDir(), `claude-code-${version}`)
}

// The package named `claude-code` only starts this binary; the binary itself needs no Node.
function binaryIn(dir) {
  const name = process.platform === 'win32' ? 'claude.exe' : 'claude'
  const platform = `claude-code-${process.platform}-${process.arch}`
  return [platform, `${platform}-musl`]
    .map((folder) => join(dir, 'node_modules', '@anthropic-ai', folder, name))
    .find(isExecutable)
}

function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false // absent or not executable: either way it cannot be run
  }
}

// Of two installs that end at once the first stays; a folder without the marker is a leftover and gives way.
async function moveIntoPlace(fresh, version) {
  const target = clientDir(version)
  if (existsSync(target) && !findClaude(version)) {
    const leftover = `${fresh}-leftover`
    await rename(target, leftover).catch(ignore('ENOENT'))
    await rm(leftover, { recursive: true, force: true })
  }
  await rename(fresh, target).catch(ignore('ENOTEMPTY', 'EEXIST'))
}

function ignore(...codes) {
  return (error) => {
    if (!codes.includes(error.code)) throw error
  }
}

// No scripts: the binary comes ready. No engine check: the newest client asks for a newer Node than its binary needs.
async function npmInstall(dir, spec) {
  await writeFile(join(dir, 'package.json'), '{"private":true}\n')
  const flags = [
    '--engine-strict=false',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--no-progress',
    '--loglevel=error',
  ]
  const child = spawn('npm', ['install', '--prefix', dir, ...flags, spec], {
    cwd: dir,
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32', // npm is a script there
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text))
  const exitCode = await new Promise((resolve, reject) => child.once('error', reject).once('close', resolve))
  if (exitCode !== 0) throw new Error(`npm could not install ${spec} (exit code ${exitCode}).\n${output.trim()}`)
}

async function main(versions) {
  for (const version of versions) {
    const start = performance.now()
    const verb = findClaude(version) ? 'found' : 'installed'
    try {
      const binary = await ensureClaude(version)
      console.log(`claude-code ${version} ${verb} in ${((performance.now() - start) / 1000).toFixed(1)} s: ${binary}`)
    } catch (error) {
      console.error(`Claude Code ${version} could not be installed: ${error.message}`)
      process.exitCode = 1
    }
  }
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  await main(process.argv.length > 2 ? process.argv.slice(2) : CLAUDE_VERSIONS)
}
