import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { HOOK } from '../live/live-session.ts'
import { type Box, buildBundle, openBox } from './box.ts'

const ID = '5e55d004-0000-4000-8000-000000000004'
const OWN = '5e55d004-0000-4000-8000-00000000000a'
const SECRET = ['ghp', 'A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8'].join('_')
const SIGNED = 'Signed by the model.'

/** A model's server: gives back what it was sent with a word of its own, or, asked as `worse`, next to nothing. */
const SERVER = `
const { createServer } = require('node:http')
const { appendFileSync, writeFileSync } = require('node:fs')
const server = createServer(async (request, response) => {
  let body = ''
  for await (const piece of request) body += piece
  appendFileSync('asked.log', JSON.stringify({ url: request.url, headers: request.headers, body }) + '\\n')
  const { model, messages } = JSON.parse(body)
  const text = model === 'worse' ? 'All is well.' : messages.at(-1).content + '\\n${SIGNED}'
  const reply = request.url === '/v1/messages' ? { content: [{ type: 'text', text }] } : { choices: [{ message: { content: text } }] }
  response.end(JSON.stringify(reply))
})
server.listen(0, '127.0.0.1', () => writeFileSync('port', String(server.address().port)))
`

beforeAll(buildBundle)
let box: Box
let server: ChildProcess
let url: string
beforeEach(async () => {
  box = openBox({ sessions: false })
  box.stet('inscribe', box.put(`home/.claude/projects/-project/${ID}.jsonl`, transcript(ID, box.cwd)))
  server = spawn(process.execPath, ['-e', SERVER], { cwd: box.root })
  const port = join(box.root, 'port')
  while (!existsSync(port) || readFileSync(port, 'utf8') === '') await new Promise((done) => setTimeout(done, 20))
  url = `http://127.0.0.1:${readFileSync(port, 'utf8')}`
})
afterEach(() => {
  server.kill()
  box.remove()
})

const configure = (settings: Readonly<Record<string, string>>) => {
  for (const [name, value] of Object.entries(settings))
    expect(box.stet('config', 'set', `summarizer.${name}`, value)).toMatchObject({ status: 0 })
}
const compressed = (...more: readonly string[]) => {
  const { stdout, stderr } = box.stet('compress', ID, '--model', '--json', ...more)
  const made = JSON.parse(stdout)
  const prompt = readFileSync(made.files.prompt.replace('<box>', box.root), 'utf8')
  return { ...made, prompt, stderr }
}
const asked = () => {
  const log = join(box.root, 'asked.log')
  return existsSync(log)
    ? readFileSync(log, 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line))
    : []
}

it.each([
  ['anthropic', '', '/v1/messages', 'x-api-key', 'k3y'],
  ['openai', '/v1', '/v1/chat/completions', 'authorization', 'Bearer k3y'],
])('has a server of the form of %s write the prompt, without secrets', (kind, path, asks, header, key) => {
  configure({ kind, url: `${url}${path}`, model: 'echo', api_key: 'k3y' })
  const made = compressed()
  expect(made.warnings).toEqual([])
  expect(made.prompt).toContain(SIGNED)
  expect(made.prompt).toContain('kepler-7')
  expect(asked()).toHaveLength(1)
  expect(asked()[0]).toMatchObject({ url: asks, headers: { [header]: key } })
  expect(asked()[0].body).toContain('kepler-7')
  expect(asked()[0].body).toContain('[masked: ')
  expect(asked()[0].body).not.toContain(SECRET)
})

it('keeps its own prompt where the model wrote less, and says so', () => {
  configure({ kind: 'openai', url, model: 'worse' })
  const made = compressed()
  expect(asked()).toHaveLength(1)
  expect(made.prompt).toContain('kepler-7')
  expect(made.prompt).not.toContain('All is well.')
  expect(made.warnings).toEqual([expect.stringContaining('What openai worse wrote was not taken')])
})

it('sends nothing beyond what may be spent, and goes on without', () => {
  configure({ kind: 'anthropic', url, model: 'echo', spend_limit_tokens: '50' })
  const made = compressed()
  expect(asked()).toEqual([])
  expect(made.prompt).toContain('kepler-7')
  expect(made.warnings).toEqual([expect.stringContaining('beyond 50 tokens')])
})

it('asks nobody where no model is configured, and names the command that does it', () => {
  const { status, stderr } = box.stet('compress', ID, '--model')
  expect([status === 0, stderr]).toEqual([false, expect.stringContaining('stet config set summarizer.kind')])
})

it('marks the sessions of a command, so that the hooks of the client it runs capture none of them', () => {
  const own = box.put(`elsewhere/${OWN}.jsonl`, transcript(OWN, box.cwd))
  const events = ['SessionStart', 'UserPromptSubmit', 'PostToolUse', 'Stop', 'PreCompact', 'SessionEnd']
  for (const event of events)
    box.put(
      `${event}.json`,
      JSON.stringify({ session_id: OWN, transcript_path: own, cwd: box.cwd, hook_event_name: event, prompt: 'x' }),
    )
  const hooks = events.map((event) => `${HOOK} ${event} < ${join(box.root, `${event}.json`)} >&2`)
  box.put('client.sh', ['sed 1,/^$/d', `echo '${SIGNED}'`, ...hooks].join('\n'))
  configure({ kind: 'command', command: `sh ${join(box.root, 'client.sh')}` })
  const made = compressed()
  expect(made.warnings).toEqual([])
  expect(made.prompt).toContain(SIGNED)
  const known = () => (box.json('sessions') as { readonly session: string }[]).map((one) => one.session)
  expect(known()).toEqual([ID])
  box.shell(`sh ${join(box.root, 'client.sh')} < /dev/null`) // the same without the mark is captured
  expect([...known()].sort()).toEqual([ID, OWN].sort())
})

function transcript(id: string, cwd: string): string {
  const said = [
    ['user', 'Build a parser for the ledger. Do not touch config/billing.yml.'],
    ['assistant', 'We go with Kestrel instead of Marlin because Marlin needs a daemon.'],
    ['user', `The staging host is kepler-7. The token for it is ${SECRET}.`],
    ['assistant', 'Still to do: the webhook needs a retry cap.'],
  ] as const
  return said
    .map(([type, text], at) =>
      JSON.stringify({
        parentUuid: at === 0 ? null : `${id}-${at - 1}`,
        uuid: `${id}-${at}`,
        sessionId: id,
        type,
        cwd,
        timestamp: `2025-03-01T10:00:0${at}.000Z`,
        message: type === 'user' ? { role: type, content: text } : { role: type, content: [{ type: 'text', text }] },
      }),
    )
    .map((line) => `${line}\n`)
    .join('')
}
