import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { HOOK } from '../live/live-session.ts'
import { type Box, buildBundle, openBox } from './box.ts'

const ID = '5e55d004-0000-4000-8000-000000000004'
const OWN = '5e55d004-0000-4000-8000-00000000000a'
const SECRET = ['ghp', 'A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8'].join('_')

/** What a model wrote that read the session. */
const WRITTEN = [
  {
    id: 'e1',
    kind: 'task',
    text: 'Build a parser for the ledger.',
    rounds: [1],
    by: 'user',
    quotes: ['r1: Build a parser for the ledger'],
  },
  {
    id: 'e2',
    kind: 'rule',
    text: 'Do not touch config/billing.yml.',
    rounds: [1],
    by: 'user',
    quotes: ['r1: Do not touch config/billing.yml'],
  },
  {
    id: 'e3',
    kind: 'decision',
    text: 'Kestrel is used instead of Marlin, because Marlin needs a daemon.',
    rounds: [1],
    by: 'agent',
    quotes: ['r1: We go with Kestrel instead of Marlin'],
    rejected: [{ what: 'Marlin', why: 'Marlin needs a daemon' }],
  },
  {
    id: 'e4',
    kind: 'fact',
    text: 'The staging host is kepler-7.',
    rounds: [2],
    by: 'user',
    quotes: ['r2: The staging host is kepler-7'],
  },
  {
    id: 'e5',
    kind: 'open',
    text: 'The webhook needs a retry cap.',
    rounds: [2],
    by: 'agent',
    quotes: ['r2: the webhook needs a retry cap'],
  },
] as const
const more = (text: string, quote: string) => [...WRITTEN, { ...WRITTEN[4], id: 'e6', text, quotes: [`r2: ${quote}`] }]
const HELD = 'the webhook needs a retry cap'

/** A model's server: answers as the name of the model says. */
const ANSWERS = {
  good: JSON.stringify({ entries: WRITTEN }),
  inventing: JSON.stringify({ entries: more('The retry cap is kept in MongoDB.', HELD) }),
  misquoting: JSON.stringify({ entries: more('The webhook needs no cap.', 'the webhook needs no retry cap') }),
  long: JSON.stringify({ entries: more(`The webhook needs a cap${' and so on'.repeat(30)}.`, HELD) }),
  worse: 'All is well.',
  subject: 'Build the ledger parser with Kestrel\nNot read.',
  untrue: 'Build the ledger parser with MongoDB',
}
const SERVER = `
const { createServer } = require('node:http')
const { appendFileSync, writeFileSync } = require('node:fs')
const server = createServer(async (request, response) => {
  let body = ''
  for await (const piece of request) body += piece
  appendFileSync('asked.log', JSON.stringify({ url: request.url, headers: request.headers, body }) + '\\n')
  const text = ${JSON.stringify(ANSWERS)}[JSON.parse(body).model]
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
])('has a server of the form of %s write the entries, and sends no secrets', (kind, path, asks, header, key) => {
  configure({ kind, url: `${url}${path}`, model: 'good', api_key: 'k3y' })
  const made = compressed()
  expect(made.warnings).toEqual([])
  for (const { text } of WRITTEN) expect(made.prompt).toContain(text)
  expect(made.prompt).toContain(`${kind} good`)
  expect(asked()).toHaveLength(2) // the entries, then the list of what may be over
  expect(asked()[0]).toMatchObject({ url: asks, headers: { [header]: key } })
  expect(asked()[0].body).toContain('kepler-7')
  expect(asked()[0].body).toContain('[masked: ')
  expect(asked()[0].body).not.toContain(SECRET)
})

it.each([
  ['inventing', 'MongoDB'],
  ['misquoting', 'does not have the words'],
  ['long', 'characters'],
])('takes no entry of a model that is %s, asks once more, and says why', (model, why) => {
  configure({ kind: 'openai', url, model })
  const made = compressed()
  expect(asked()).toHaveLength(2)
  for (const { text } of WRITTEN) expect(made.prompt).toContain(text)
  for (const text of ['MongoDB', 'no cap', 'and so on']) expect(made.prompt).not.toContain(text)
  expect(made.warnings).toEqual([expect.stringMatching(new RegExp(`^Not taken from openai ${model}: ".*": .*${why}`))])
})

it('goes on without a model that answers no entries, and says so', () => {
  configure({ kind: 'openai', url, model: 'worse' })
  const made = compressed()
  for (const text of ['kepler-7', 'Kestrel']) expect(made.prompt).toContain(text)
  expect(made.prompt).not.toContain('All is well.')
  expect(made.warnings).toEqual(['openai worse cannot be used: it answered no JSON with entries.'])
})

it.each([
  ['subject', 'Build the ledger parser with Kestrel', 'openai subject', undefined],
  ['worse', 'Build a parser for the ledger. Do not touch config/billing.yml. (+ 1 more)', 'stet', 'says less'],
  ['untrue', 'Build a parser for the ledger. Do not touch config/billing.yml. (+ 1 more)', 'stet', 'nobody named'],
])('has a model as %s write the lines of commits, and takes those that tell as much', (model, summary, by, why) => {
  configure({ kind: 'openai', url, model })
  const refused = why && { refused: { line: expect.any(String), why: expect.stringContaining(why) } }
  const line = { id: expect.stringMatching(/^ctx-/), summary, by, ...refused }
  expect(box.json('ctx', 'summarize', ID, '--model')).toEqual({ summarized: [line], left: 0 })
  expect(asked()[0].body).toContain('The token for it is [masked: ')
  expect(box.stet('ctx', 'history', ID).stdout).toContain(summary.slice(0, 30))
})

it('commits without a session get a line too, and a model is asked once of what was said twice', () => {
  configure({ kind: 'openai', url, model: 'subject' })
  const data = box.put('delta.jsonl', transcript(ID, box.cwd))
  box.stet('ctx', 'checkpoint', '--type', 'delta', '--format', 'claude-code-v1', '--data', data, '--template', 'hand')
  const { summarized } = box.json('ctx', 'summarize', '--model') as { summarized: readonly { by: string }[] }
  expect(summarized.map(({ by }) => by)).toEqual(['openai subject', 'openai subject'])
  expect(asked()).toHaveLength(1)
  expect(box.stet('ctx', 'summarize').stdout).toBe('0 commits of the record summarized.\n')
})

it('asks no model in a dry run', () => {
  configure({ kind: 'openai', url, model: 'subject' })
  box.stet('ctx', 'summarize', ID, '--model', '--dry-run')
  expect(box.stet('compress', ID, '--model', '--dry-run').stderr).toContain('A dry run asks no model.')
  expect(asked()).toEqual([])
})

it('shows the key of a server to nobody who did not ask for it', () => {
  expect(box.stet('config', 'set', 'summarizer.api_key', 'k3y-k3y').stdout).not.toContain('k3y')
  expect(box.stet('config').stdout).toContain('summarizer.api_key = (not shown)')
  expect(box.stet('config', '--json').stdout).not.toContain('k3y')
  expect(box.stet('config', 'get', 'summarizer.api_key').stdout).toBe('k3y-k3y\n')
})

it('lets no project say how much is spent', () => {
  box.put('home/project/.stet.toml', '[summarizer]\nspend_limit_tokens = 9000000\n')
  const { stdout, stderr } = box.stet('config')
  expect([stdout.includes('9000000'), stderr]).toEqual([false, expect.stringContaining('only be set in your own file')])
})

it('sends nothing beyond what may be spent, and goes on without', () => {
  configure({ kind: 'anthropic', url, model: 'good', spend_limit_tokens: '50' })
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
  const answer = box.put('answer.json', ANSWERS.good)
  box.put('client.sh', ['cat > /dev/null', `cat ${answer}`, ...hooks].join('\n'))
  configure({ kind: 'command', command: `sh ${join(box.root, 'client.sh')}` })
  const made = compressed()
  expect(made.warnings).toEqual([])
  expect(made.prompt).toContain(WRITTEN[2].text)
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
