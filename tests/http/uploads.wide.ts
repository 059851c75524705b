import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeToken } from '../../src/record/tokens/tokens.ts'
import { buildBundle } from '../cli/box.ts'
import { transcript, uuidOf } from '../faults/transcript.ts'

const UPLOADS = 24
const BYTES = 60_000_000
const MOST_RSS = 600_000_000

const home = mkdtempSync(join(realpathSync(tmpdir()), 'stet-uploads-'))
let server: ChildProcess
let port: number
beforeAll(async () => {
  await buildBundle()
  const env = { PATH: process.env.PATH, HOME: home, STET_HOME: join(home, '.stet') }
  const bundle = resolve(import.meta.dirname, '../../bin/stet')
  server = spawn(process.execPath, [bundle, 'serve', '--port', '0', '--json'], { env, cwd: home })
  port = await new Promise((done, fail) => {
    let text = ''
    server.once('exit', () => fail(new Error(`the server ended: ${text}`)))
    for (const stream of [server.stdout!, server.stderr!])
      stream.on('data', (piece) => {
        text += piece
        const found = /127\.0\.0\.1:(\d+)/.exec(text)
        if (found) done(Number(found[1]))
      })
  })
})
afterAll(() => {
  server.kill()
  rmSync(home, { recursive: true, force: true })
})

it(`${UPLOADS} uploads of ${BYTES / 1e6} MB at once are all taken in, in less than ${MOST_RSS / 1e6} MB`, {
  timeout: 900_000,
}, async () => {
  const token = await makeToken(join(home, '.stet'), 'bob@desk', ['agent/write'])
  const sent = await Promise.all(Array.from({ length: UPLOADS }, (_, nth) => send(token, nth)))
  expect(sent.map(({ status }) => status)).toEqual(sent.map(() => 200))
  const most = Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))![1]) * 1024
  console.log(`${UPLOADS} uploads of ${BYTES / 1e6} MB: ${Math.round(most / 1e6)} MB at most`)
  expect(most).toBeLessThan(MOST_RSS)
})

function send(token: string, nth: number): Promise<{ readonly status: number }> {
  const id = uuidOf(`upload ${nth}`)
  const lines = transcript({ sessionId: id, seed: `upload ${nth}`, rounds: 20, roundBytes: 20_000 }).join('')
  const data = lines.repeat(Math.ceil(BYTES / lines.length)).slice(0, BYTES * 0.95) // quotes are longer in JSON
  const body = JSON.stringify({ machine: 'desk', path: `/home/bob/${id}.jsonl`, data })
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
  }
  return new Promise((done, fail) => {
    const asked = request({ host: '127.0.0.1', port, path: '/api/inscribe', method: 'POST', headers, agent: false })
    asked.on('response', (answer) => {
      answer.resume()
      answer.on('end', () => done({ status: answer.statusCode! }))
    })
    asked.on('error', fail)
    asked.end(body)
  })
}
