#!/usr/bin/env node
// From a fresh clone to the viewer: installs and builds when needed, captures the sessions found on this machine, or the
// bundled sample where there are none, shows what is in the record, and serves the page until Ctrl-C.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { ensureInstalled, ROOT, say } from './install.mjs'

ensureInstalled()
if (isStale()) {
  const began = Date.now()
  run(process.execPath, [join(ROOT, 'scripts', 'build.mjs')])
  say(`building took ${((Date.now() - began) / 1000).toFixed(1)} s`)
}
const stet = join(ROOT, 'bin', 'stet')
const hasOwn = [
  join(process.env.CLAUDE_CONFIG_DIR || join(homedir(), '.claude'), 'projects'),
  join(process.env.CODEX_HOME || join(homedir(), '.codex'), 'sessions'),
  join(process.env.GEMINI_CLI_HOME || homedir(), '.gemini', 'tmp'),
  join(process.env.PI_CODING_AGENT_DIR || join(homedir(), '.pi', 'agent'), 'sessions'),
].some(hasSessions)
if (hasOwn) {
  run(process.execPath, [stet, 'inscribe', '--all'])
} else {
  say('no sessions of Claude Code, Codex, Gemini CLI or pi on this machine yet: capturing the bundled sample')
  run(process.execPath, [stet, 'inscribe', join(ROOT, 'sample')])
}
run(process.execPath, hasOwn ? [stet] : [stet, 'sessions'])
say(`the command is ${stet}; alias stet="${stet}" makes it short`)
process.on('SIGINT', () => {}) // the viewer gets it too, and ends of its own
run(process.execPath, [stet, 'view'])

function run(command, args) {
  const { status } = spawnSync(command, args, { stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}

function hasSessions(folder) {
  if (!existsSync(folder)) return false
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).some((name) =>
    /\.jsonl(\.zst)?$|session-[^/\\]*\.json$/.test(name),
  )
}

/** True when a source is newer than the bundle. */
function isStale() {
  const bundle = statSync(join(ROOT, 'dist', 'stet.cjs'), { throwIfNoEntry: false })
  if (!bundle) return true
  return ['src', 'viewer'].some((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).some(
      (name) => statSync(join(ROOT, folder, name)).mtimeMs > bundle.mtimeMs,
    ),
  )
}
