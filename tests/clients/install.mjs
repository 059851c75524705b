#!/usr/bin/env node
// Installs what tests run beside Stet: the real clients that resume sessions, Claude Code, Codex, Gemini CLI, pi and
// opencode, and other versions of Node, for the contract suites and for clients that need one.
//
//   node tests/clients/install.mjs [CLIENT@VERSION …]      default: every version the tests use; `2.1.325` is Claude Code's
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

/** The version of Codex that the tests know. */
export const CODEX_VERSION = '0.166.0'

/** The version of Gemini CLI that the tests know. */
export const GEMINI_VERSION = '0.61.0'

/** The versions of pi that the tests know: the newest that can be installed, and the one that a plain install picks on Node 20. */
export const PI_VERSIONS = ['0.87.1', '0.74.2']

/** The version of opencode that the tests know. */
export const OPENCODE_VERSION = '1.18.33'

/** Beside 20, which runs the tests. */
export const NODE_VERSIONS = ['22.23.3', '24.21.0']

const NODE_PACKAGE = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`
const MARKER = 'installed'

/** Each client's package, and the program in it, which needs no Node but for Gemini CLI and pi: the package may only start that. */
const CLIENTS = {
  'claude-code': { package: '@anthropic-ai/claude-code', binaries: claudeBinaries },
  codex: { package: '@openai/codex', binaries: codexBinaries },
  gemini: { package: '@google/gemini-cli', binaries: geminiBinaries },
  pi: { package: '@earendil-works/pi-coding-agent', binaries: piBinaries },
  opencode: { package: 'opencode-ai', binaries: opencodeBinaries },
  node: { package: NODE_PACKAGE, binaries: nodeBinaries },
}

/** Returns the path of Claude Code's binary, or undefined when that version is not (wholly) installed. */
export function findClaude(version) {
  return findClient('claude-code', version)
}

/** The same for Codex. */
export function findCodex(version = CODEX_VERSION) {
  return findClient('codex', version)
}

/** The same for Gemini CLI, of which it is a script for Node. */
export function findGemini(version = GEMINI_VERSION) {
  return findClient('gemini', version)
}

/** The same for pi, of which it is a script for Node: from 0.87 on for Node 22 and later. */
export function findPi(version = PI_VERSIONS[0]) {
  return findClient('pi', version)
}

/** The same for opencode. */
export function findOpencode(version = OPENCODE_VERSION) {
  return findClient('opencode', version)
}

/** The same for another version of Node. */
export function findNode(version) {
  return findClient('node', version)
}

/** Returns the path of the client's binary, installing it first when it is absent. */
export async function ensureClient(client, version) {
  const found = findClient(client, version)
  if (found) return found
  await mkdir(clientsDir(), { recursive: true })
  const fresh = await mkdtemp(join(clientsDir(), `.${client}-${version}-`))
  try {
    await npmInstall(fresh, `${CLIENTS[client].package}@${version}`)
    if (!binaryIn(client, fresh))
      throw new Error(`${client} ${version} has no binary for ${process.platform}-${process.arch}.`)
    await writeFile(join(fresh, MARKER), '')
    await moveIntoPlace(fresh, client, version)
  } finally {
    await rm(fresh, { recursive: true, force: true })
  }
  const installed = findClient(client, version)
  if (!installed) throw new Error(`${client} ${version} was installed but cannot be found again.`)
  return installed
}

function findClient(client, version) {
  const dir = clientDir(client, version)
  return existsSync(join(dir, MARKER)) ? binaryIn(client, dir) : undefined
}

/** The folder that holds all clients. */
export function clientsDir() {
  return process.env.STET_CLIENTS || join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'stet', 'clients')
}

function clientDir(client, version) {
  return join(clientsDir(), `${client}-${version}`)
}

function binaryIn(client, dir) {
  return CLIENTS[client].binaries(join(dir, 'node_modules')).find(isExecutable)
}

function claudeBinaries(modules) {
  const name = process.platform === 'win32' ? 'claude.exe' : 'claude'
  const platform = `claude-code-${process.platform}-${process.arch}`
  return [platform, `${platform}-musl`].map((folder) => join(modules, '@anthropic-ai', folder, name))
}

function codexBinaries(modules) {
  const name = process.platform === 'win32' ? 'codex.exe' : 'codex'
  const machine = process.arch === 'arm64' ? 'aarch64' : 'x86_64'
  const vendor = join(modules, '@openai', `codex-${process.platform}-${process.arch}`, 'vendor')
  const systems = { linux: 'unknown-linux-musl', darwin: 'apple-darwin', win32: 'pc-windows-msvc' }
  return [join(vendor, `${machine}-${systems[process.platform]}`, 'bin', name)]
}

function geminiBinaries(modules) {
  return [join(modules, '@google', 'gemini-cli', 'bundle', 'gemini.js')]
}

function piBinaries(modules) {
  return [join(modules, '@earendil-works', 'pi-coding-agent', 'dist', 'cli.js')]
}

function opencodeBinaries(modules) {
  const windows = process.platform === 'win32'
  const platform = `opencode-${windows ? 'windows' : process.platform}-${process.arch}`
  const file = join('bin', windows ? 'opencode.exe' : 'opencode')
  return [platform, `${platform}-musl`, `${platform}-baseline`].map((folder) => join(modules, folder, file))
}

function nodeBinaries(modules) {
  return [join(modules, NODE_PACKAGE, 'bin', process.platform === 'win32' ? 'node.exe' : 'node')]
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
async function moveIntoPlace(fresh, client, version) {
  const target = clientDir(client, version)
  if (existsSync(target) && !findClient(client, version)) {
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

async function main(wanted) {
  for (const [client, version] of wanted) {
    const start = performance.now()
    const verb = findClient(client, version) ? 'found' : 'installed'
    try {
      const binary = await ensureClient(client, version)
      console.log(`${client} ${version} ${verb} in ${((performance.now() - start) / 1000).toFixed(1)} s: ${binary}`)
    } catch (error) {
      console.error(`${client} ${version} could not be installed: ${error.message}`)
      process.exitCode = 1
    }
  }
}

function parse(spec) {
  const at = spec.lastIndexOf('@')
  return at === -1 ? ['claude-code', spec] : [spec.slice(0, at), spec.slice(at + 1)]
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const all = [
    ...CLAUDE_VERSIONS.map((version) => ['claude-code', version]),
    ['codex', CODEX_VERSION],
    ['gemini', GEMINI_VERSION],
    ...PI_VERSIONS.map((version) => ['pi', version]),
    ['opencode', OPENCODE_VERSION],
    ...NODE_VERSIONS.map((version) => ['node', version]),
  ]
  await main(process.argv.length > 2 ? process.argv.slice(2).map(parse) : all)
}
