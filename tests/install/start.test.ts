import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'

const ROOT = resolve(import.meta.dirname, '../..')

let home: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'stet-start-'))
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

it('npm start without a display shows what is there, prints the address of the page, and ends with Ctrl-C', async () => {
  const env = {
    PATH: process.env.PATH,
    HOME: home,
    STET_HOME: join(home, '.stet'),
    CLAUDE_CONFIG_DIR: join(home, '.claude'),
  }
  const child = spawn(process.execPath, [join(ROOT, 'scripts/start.mjs')], { cwd: home, env, detached: true })
  const ended = new Promise<number | null>((done) => child.once('exit', done))
  try {
    const said = await until(child.stdout, /http:\/\/127\.0\.0\.1:\d+\/#key=[\w-]+/)
    expect(said).toMatch(/A plan, a helper, a long list.*4 .*%/)
    const [, origin, key] = /(http:\/\/127\.0\.0\.1:\d+)\/#key=([\w-]+)/.exec(said)!
    expect(await (await fetch(origin!)).text()).toContain('<script')
    const answer = await fetch(`${origin}/api/sessions`, { headers: { authorization: `Bearer ${key}` } })
    expect(JSON.stringify(await answer.json())).toContain('A plan, a helper, a long list')
    process.kill(-child.pid!, 'SIGINT')
    expect(await ended).toBe(0)
  } finally {
    if (child.exitCode === null) process.kill(-child.pid!, 'SIGKILL')
  }
}, 300_000)

/** What was said up to the words that are waited for. */
function until(stream: NodeJS.ReadableStream, words: RegExp): Promise<string> {
  return new Promise((done, fail) => {
    let text = ''
    stream.on('data', (piece) => {
      text += piece
      if (words.test(text)) done(text)
    })
    stream.on('end', () => fail(new Error(`it ended after ${text}`)))
  })
}
