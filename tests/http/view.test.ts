import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type Box, buildBundle, openBox, WORDS } from '../cli/box.ts'

const STET = join(import.meta.dirname, '../../bin/stet')

let box: Box
let children: ChildProcess[] = []
beforeEach(() => {
  if (!existsSync(join(STET, '../../dist/stet.cjs'))) buildBundle()
  box = openBox()
  box.stet('inscribe', '--all')
})
afterEach(() => {
  for (const child of children) child.kill('SIGKILL')
  children = []
  box.remove()
})

it('stet view serves the record until Ctrl-C, and a second one finds the first', async () => {
  const view = start('view', WORDS.slice(0, 8), '--no-open', '--port', '0', '--json')
  const { url, origin, running } = JSON.parse(await view.firstLine)
  expect(running).toBe(false)
  expect(url).toMatch(new RegExp(`^http://127\\.0\\.0\\.1:\\d+/session/${WORDS}#key=[\\w-]{43}$`))
  const note = join(box.home, '.stet/view.json')
  expect(statSync(note).mode & 0o777).toBe(0o600)
  const headers = { authorization: `Bearer ${url.split('#key=')[1]}` }
  expect(await (await fetch(`${origin}/api/sessions`, { headers })).json()).toHaveLength(3)
  expect(box.json('view', '--no-open')).toEqual({
    url: `${origin}/#key=${url.split('#key=')[1]}`,
    origin,
    token: url.split('#key=')[1],
    running: true,
  })
  view.interrupt()
  expect(await view.ended).toBe(0)
  expect(existsSync(note)).toBe(false)
  await expect(fetch(`${origin}/api/version`, { headers })).rejects.toThrow()
})

it('stet view listens at a Unix socket that only its owner may use, and refuses a place that is taken', async () => {
  const socket = join(box.home, 'stet.sock')
  const view = start('view', '--socket', socket, '--no-watch', '--json')
  const { url, origin } = JSON.parse(await view.firstLine)
  expect(origin).toBe(`unix:${socket}`)
  expect(statSync(socket).mode & 0o777).toBe(0o600)
  const authorization = `Bearer ${url.split('#key=')[1]}`
  expect(await ask(socket, { authorization, host: 'localhost:7838' })).toBe(200)
  expect(await ask(socket, { authorization, host: 'elsewhere.example' })).toBe(421)
  expect(await ask(socket, { host: 'localhost:7838' })).toBe(401)
  expect(box.stet('view', '--socket', socket).stderr).toMatch(/cannot listen/)
  view.interrupt()
  expect(await view.ended).toBe(0)
  expect(existsSync(socket)).toBe(false)
})

it('stet serve answers programs until Ctrl-C, status without the token', async () => {
  const served = start('serve', '--port', '0', '--json')
  const { origin, token, running } = JSON.parse(await served.firstLine)
  expect(running).toBe(false)
  expect(await (await fetch(`${origin}/api/status`)).json()).toMatchObject({ ok: true })
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const ask = async (path: string, input: object) =>
    (await fetch(`${origin}/api/${path}`, { method: 'POST', headers, body: JSON.stringify(input) })).json()
  const { context_id } = (await ask('ctx/current', { session: WORDS })) as { context_id: string }
  expect(await ask('ctx/materialize', { commit_id: context_id })).toMatchObject({ format: 'claude-code-v1' })
  expect(await ask('ctx/materialize', { commit: context_id })).toMatchObject({
    error: { code: 'usage', message: expect.any(String), hint: expect.anything() },
  })
  expect(box.json('serve')).toMatchObject({ origin, token, running: true })
  served.interrupt()
  expect(await served.ended).toBe(0)
})

it('stet serve listens at the port that is set', async () => {
  const taken = createServer()
  await new Promise<void>((done) => taken.listen(0, '127.0.0.1', done))
  const { port } = taken.address() as AddressInfo
  await new Promise((done) => taken.close(done))
  box.stet('config', 'set', 'viewer.port', String(port))
  const served = start('serve', '--json')
  expect(JSON.parse(await served.firstLine).origin).toBe(`http://127.0.0.1:${port}`)
  served.interrupt()
  expect(await served.ended).toBe(0)
})

it('stet view captures what a client writes meanwhile', async () => {
  const view = start('view', '--no-open', '--port', '0', '--json')
  const { url, origin } = JSON.parse(await view.firstLine)
  const headers = { authorization: `Bearer ${url.split('#key=')[1]}` }
  const other = WORDS.replace(/^.{8}/, '5e55eeee')
  box.put(
    `home/.claude/projects/-project/${other}.jsonl`,
    `{"type":"user","sessionId":"${other}","uuid":"11111111-0000-4000-8000-000000000000","parentUuid":null,"timestamp":"2026-01-01T00:00:00.000Z","cwd":"/x","message":{"role":"user","content":"hello"}}\n`,
  )
  const found = async () => (await (await fetch(`${origin}/api/sessions`, { headers })).text()).includes(other)
  await expect.poll(found, { timeout: 10_000 }).toBe(true)
  view.interrupt()
  expect(await view.ended).toBe(0)
})

function ask(socketPath: string, headers: Readonly<Record<string, string>>): Promise<number | undefined> {
  return new Promise((done, fail) => {
    request({ socketPath, path: '/api/version', headers, agent: false }, (answer) => {
      answer.resume()
      done(answer.statusCode)
    })
      .on('error', fail)
      .end()
  })
}

function start(...args: readonly string[]) {
  const env = {
    PATH: process.env.PATH,
    HOME: box.home,
    STET_HOME: join(box.home, '.stet'),
    CLAUDE_CONFIG_DIR: join(box.home, '.claude'),
  }
  const child = spawn(process.execPath, [STET, ...args], { cwd: box.cwd, env, stdio: ['ignore', 'pipe', 'inherit'] })
  const firstLine = new Promise<string>((done) => child.stdout.once('data', (data) => done(String(data))))
  children.push(child)
  const ended = new Promise<number | null>((done) => child.once('exit', done))
  return { firstLine, ended, interrupt: () => void child.kill('SIGINT') }
}
