#!/usr/bin/env node
// Takes the pictures of the viewer in docs/images: the bundled sample and recorded fixtures in a temporary home, in
// Chromium. Needs the built CLI.
import { spawn, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { ROOT } from './install.mjs'

const SAMPLE = readdirSync(join(ROOT, 'sample'))
  .find((name) => name.endsWith('.jsonl'))
  .replace('.jsonl', '')
const FIXTURES = join(ROOT, 'tests', 'fixtures', 'claude-code')
/** Recorded sessions next to the sample, and the titles they get. */
const OTHERS = {
  'branches-2.1.325': 'Two ways to go on',
  'interrupted-and-image-2.1.325': 'A red square',
  'parallel-tools-2.1.325': 'Two files at once',
  'manual-compact-2.1.325': 'A list of words',
  'auto-compact-2.1.325': 'A window that ran full',
}
const PICTURES = {
  'viewer-session': `/session/${SAMPLE}?open=2&at=2`,
  'viewer-preview': `/session/${SAMPLE}?sel=1-2&do=drop`,
}

const home = mkdtempSync(join(tmpdir(), 'stet-pictures-'))
const env = {
  PATH: process.env.PATH,
  HOME: home,
  STET_HOME: join(home, '.stet'),
  CLAUDE_CONFIG_DIR: join(home, '.claude'),
}
const stet = join(ROOT, 'bin', 'stet')
try {
  const projects = join(home, '.claude', 'projects', '-home-user-workspace-project')
  mkdirSync(projects, { recursive: true })
  cpSync(join(ROOT, 'sample'), projects, { recursive: true })
  for (const [name, title] of Object.entries(OTHERS)) {
    const text = readFileSync(join(FIXTURES, `${name}.jsonl`), 'utf8').replace(
      /"cwd":"[^"]*"/g,
      '"cwd":"/home/user/workspace/other"',
    )
    const id = /"sessionId":"([0-9a-f-]{36})"/.exec(text)[1]
    const named = JSON.stringify({ type: 'custom-title', customTitle: title, sessionId: id })
    writeFileSync(join(projects, `${id}.jsonl`), `${text}${named}\n`)
  }
  const old = new Date(Date.now() - 3_600_000) // else they would be live
  for (const name of readdirSync(projects, { recursive: true })) utimesSync(join(projects, name), old, old)
  run('inscribe', '--all')
  run('tag', SAMPLE, '2-3', 'plan-work')
  const server = spawn(process.execPath, [stet, 'view', '--no-open', '--no-watch', '--port', '0', '--json'], { env })
  try {
    const { url, origin } = JSON.parse(await new Promise((done) => server.stdout.once('data', done)))
    await take(url, origin)
  } finally {
    server.kill('SIGINT')
  }
} finally {
  rmSync(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
}

async function take(url, origin) {
  const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] })
  try {
    for (const [name, path] of Object.entries(PICTURES)) {
      const page = await browser.newPage({
        viewport: { width: 1280, height: 760 },
        colorScheme: name.endsWith('preview') ? 'dark' : 'light',
      })
      await page.goto(`${origin}${path}${new URL(url).hash}`)
      await page
        .locator(name.endsWith('preview') ? '.preview' : '.said')
        .first()
        .waitFor()
      await page.waitForTimeout(800)
      await page.screenshot({ path: join(ROOT, 'docs', 'images', `${name}.png`) })
    }
  } finally {
    await browser.close()
  }
}

function run(...args) {
  const { status, stderr } = spawnSync(process.execPath, [stet, ...args], { env, encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
}
