import { appendFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { type Box, buildBundle, openBox } from '../cli/box.ts'
import { answers, fileOf, human, type Line, reply, says } from '../laws/lines.ts'
import { HOOK } from './live-session.ts'

const BIN = join(import.meta.dirname, '../../bin/stet')
const OLDER = '11111111-1111-4111-8111-111111111111'
const NEWER = '22222222-2222-4222-8222-222222222222'
const FIRST = '33333333-3333-4333-8333-333333333333'

let box: Box
beforeAll(buildBundle)
beforeEach(() => {
  box = openBox({ sessions: false })
  put(OLDER, '2026-03-19T10:00:00.000Z')
  put(NEWER, '2026-03-20T10:00:00.000Z')
  expect(box.stet('inscribe', '--all').status).toBe(0)
})
afterEach(() => box.remove())

const pathOf = (id: string) => join(box.home, `.claude/projects/-project/${id}.jsonl`)
const turn = (id: string, timestamp: string, uuid = 'u1'): readonly Line[] =>
  [human(uuid, null, 'Begin.'), says(`a${uuid}`, uuid, `This is ${id}.`)].map((line) => ({
    ...line,
    timestamp,
    sessionId: id,
    cwd: box.cwd,
  }))

/** Puts a session of the box's folder there, in which one thing was asked. */
function put(id: string, at: string): void {
  box.put(`home/.claude/projects/-project/${id}.jsonl`, fileOf(...turn(id, at)).toString())
}

/** A hook as the client runs it. */
function told(event: string, id: string, more: object = {}, client = 'claude-code'): string {
  const input = { session_id: id, transcript_path: pathOf(id), cwd: box.cwd, hook_event_name: event, ...more }
  return `${HOOK} ${event} ${client} <<< '${JSON.stringify(input)}' > hook.out`
}

/** A shell line that starts a process which runs these lines one after the other, as a client runs hooks and commands. */
function clientOf(...lines: readonly string[]): string {
  box.put(
    'home/project/client.cjs',
    `for (const line of process.argv.slice(2))
       require('child_process').spawnSync('bash', ['-c', line], {
         stdio: 'inherit',
         env: { CLAUDE_PID: String(process.pid), ...process.env },
       })`,
  )
  return ['node', 'client.cjs', ...lines].map((word) => `'${word.replaceAll("'", `'\\''`)}'`).join(' ')
}

const client = (...lines: readonly string[]) => box.shell(clientOf(...lines)).stdout

const ASKED = '$STET pressure latest --json'
const answered = (output: string) => JSON.parse(output).session

it('without an agent, latest is the newest of the folder', () => {
  expect(answered(box.shell(ASKED).stdout)).toBe(NEWER)
})

it('is the session that the environment names, in whichever client, also with nothing recorded yet', () => {
  const asked = (variables: string) => answered(box.shell(`${variables} ${ASKED}`).stdout)
  expect(asked(`CLAUDECODE=1 CLAUDE_CODE_SESSION_ID=${OLDER}`)).toBe(OLDER)
  expect(asked(`CODEX_THREAD_ID=other CODEX_SESSION_ID=${OLDER}`)).toBe(OLDER)
  expect(asked(`STET_SESSION_ID=${OLDER}`)).toBe(OLDER)
  rmSync(join(box.home, '.stet'), { recursive: true })
  expect(asked(`CLAUDE_CODE_SESSION_ID=${OLDER}`)).toBe(OLDER)
})

it('is the session that hooks noted of the client, before the environment', () => {
  expect(answered(client(told('SessionStart', OLDER), `CLAUDE_CODE_SESSION_ID=${NEWER} ${ASKED}`))).toBe(OLDER)
})

it.each(['resume', 'clear', 'compact'])(
  'a command knows when its client continues another session, by %s',
  (source) => {
    const lines = [
      told('SessionStart', NEWER),
      told('SessionEnd', NEWER, { reason: source }),
      told('SessionStart', OLDER, { source }),
    ]
    expect(answered(client(...lines, ASKED))).toBe(OLDER)
  },
)

it('in two windows, it is the one of each', () => {
  const both = 'until [ "$(ls $STET_HOME/live/*.state | wc -l)" = 2 ]; do sleep 0.1; done'
  const window = (id: string) => clientOf(told('SessionStart', id), both, `${ASKED} > ${id}.json`)
  const { stdout } = box.shell(`${window(OLDER)} & ${window(NEWER)} & wait; cat ${OLDER}.json ${NEWER}.json`)
  expect(stdout.trim().split('\n').map(answered)).toEqual([OLDER, NEWER])
})

it('a session that a second window goes on with, too, is that of both, and of the one that stays when the other leaves', () => {
  const mark = (name: string) => `touch ${name}`
  const marked = (name: string) => `until [ -e ${name} ]; do sleep 0.05; done`
  const stale = `CLAUDE_CODE_SESSION_ID=${NEWER} ${ASKED}` // as the environment of a server says that the window started
  const first = clientOf(
    told('SessionStart', OLDER, { source: 'resume' }),
    ...[mark('begun'), marked('taken'), `${stale} > one.json`, mark('asked'), marked('left'), `${stale} > two.json`],
  )
  const second = clientOf(
    ...[marked('begun'), told('SessionStart', OLDER, { source: 'resume' }), mark('taken')],
    ...[marked('asked'), told('SessionEnd', OLDER), mark('left')],
  )
  const { stdout } = box.shell(`${first} & ${second} & wait; cat one.json two.json`)
  expect(stdout.trim().split('\n').map(answered)).toEqual([OLDER, OLDER])
})

it('lists and the origin of a line have what the agent did a moment ago', () => {
  const input = { file_path: join(box.cwd, 'notes.txt'), content: 'The word is heliotrope.\n' }
  const use = { type: 'tool_use', id: 'c1', name: 'Write', input }
  const lines = [human('u2', 'au1', 'Write it down.'), reply('a2', 'u2', [use]), answers('r2', 'a2', 'c1')]
  const dated = lines.map((line) => ({
    ...line,
    timestamp: '2026-03-19T11:00:00.000Z',
    sessionId: OLDER,
    cwd: box.cwd,
  }))
  appendFileSync(pathOf(OLDER), fileOf(...dated).toString())
  expect(client(told('SessionStart', OLDER), '$STET why notes.txt --json')).toContain(`"ref":"${OLDER}:2"`)
  appendFileSync(pathOf(OLDER), fileOf(...turn(OLDER, '2026-03-19T12:00:00.000Z', 'u3')).toString())
  const rows = JSON.parse(client(told('UserPromptSubmit', OLDER), '$STET sessions --json'))
  expect(rows).toContainEqual(expect.objectContaining({ session: OLDER, rounds: 3 }))
})

it('is a session that began a moment ago, and has what was said since', () => {
  put(FIRST, '2026-03-18T10:00:00.000Z') // beside those of yesterday, and not recorded yet
  const more = [told('SessionStart', FIRST, { source: 'startup' }), '$STET show latest 1 --kinds assistant-text']
  expect(client(...more)).toContain(`This is ${FIRST}.`)
  appendFileSync(pathOf(FIRST), fileOf(...turn(FIRST, '2026-03-18T11:00:00.000Z', 'u2')).toString())
  expect(client(...more.with(-1, '$STET rounds --json latest')).match(/"round":\d/g)).toEqual([
    '"round":1',
    '"round":2',
  ])
  appendFileSync(pathOf(FIRST), fileOf(...turn(FIRST, '2026-03-18T12:00:00.000Z', 'u3')).toString())
  expect(client(...more.with(-1, '$STET inject 3'))).toContain(`This is ${FIRST}.`)
  appendFileSync(pathOf(FIRST), fileOf(human('u4', 'au3', 'The word is heliotrope.')).toString())
  expect(client(...more.with(-1, '$STET search heliotrope --json'))).toContain(`${FIRST}:4`)
})

it('a subagent is in the session that started it', () => {
  const agent = { agent_id: 'a1', transcript_path: '/nowhere/rollout-2.jsonl' }
  const lines = [told('SessionStart', OLDER, {}, 'codex'), told('UserPromptSubmit', OLDER, agent, 'codex')]
  expect(answered(client(...lines, `CODEX_THREAD_ID=a1 CODEX_SESSION_ID=${OLDER} ${ASKED}`))).toBe(OLDER)
})

it('a process with several sessions names one to each command; with one at a time, prompts say which', () => {
  const both = (name: string) => [told('SessionStart', NEWER, {}, name), told('UserPromptSubmit', OLDER, {}, name)]
  expect(answered(client(...both('codex'), `CODEX_SESSION_ID=${NEWER} ${ASKED}`))).toBe(NEWER)
  expect(answered(client(...both('codex'), `CODEX_SESSION_ID=${OLDER} ${ASKED}`))).toBe(OLDER)
  expect(client(...both('codex'), `${ASKED} 2>&1; echo status $?`)).toMatch(/session-ambiguous.+status 3/s)
  rmSync(join(box.home, '.stet/live'), { recursive: true })
  expect(answered(client(...both('gemini-cli'), `GEMINI_CLI=1 ${ASKED}`))).toBe(OLDER)
})

it.each([
  ['nothing was noted', 'GEMINI_CLI=1'],
  ['an agent may run in another one', `CLAUDECODE=1 CLAUDE_CODE_SESSION_ID=${OLDER} GEMINI_CLI=1`],
])('where %s, it names the candidates and cuts none', (_, variables) => {
  const { status, stdout, stderr } = box.shell(`${variables} $STET trim latest`)
  expect({ status, stdout }).toEqual({ status: 3, stdout: '' })
  expect(stderr).toContain('runs this command, but Stet cannot know in which session.')
  if (variables === 'GEMINI_CLI=1') return
  expect(stderr.match(/^ {2}\S+/gm)).toEqual([`  ${NEWER}`, `  ${OLDER}`])
})

it('an undo takes back the last operation of the session that asks, and not that of another window', () => {
  expect(box.stet('rollover', OLDER).status).toBe(0)
  expect(box.stet('rollover', NEWER).status).toBe(0)
  const undone = JSON.parse(client(told('SessionStart', OLDER), '$STET undo --json'))
  expect(undone).toMatchObject({ kind: 'rollover', restored: [OLDER] })
  const { status, stderr } = box.shell(`CLAUDECODE=1 CLAUDE_CODE_SESSION_ID=${OLDER} $STET undo`)
  expect([status, stderr]).toEqual([4, expect.stringMatching(/No operation .+\n {2}op-\w+ rollover .+\n→ Name/)])
  expect(box.json('undo')).toMatchObject({ restored: [NEWER] }) // by a person
})

it('what an undo took away is no candidate', () => {
  expect(box.stet('rollover', OLDER).status).toBe(0)
  expect(box.stet('undo').status).toBe(0)
  expect(box.shell('CLAUDECODE=1 $STET trim latest').stderr.match(/^ {2}\S+/gm)).toEqual([`  ${NEWER}`, `  ${OLDER}`])
})

it('an agent that another one runs is in a session of its own', () => {
  const inner = clientOf(told('SessionStart', OLDER, {}, 'codex'), `CLAUDECODE=1 CODEX_THREAD_ID=x ${ASKED}`)
  const output = client(told('SessionStart', NEWER), `CLAUDECODE=1 ${inner}`, `CLAUDECODE=1 ${ASKED}`)
  expect(output.trim().split('\n').map(answered)).toEqual([OLDER, NEWER])
})

it('a session of a client without hooks is not taken for the one around it', () => {
  const around = told('SessionStart', OLDER)
  expect(client(around, `GEMINI_CLI=1 $STET pressure latest; echo status $?`)).toBe('status 3\n')
})

it('a server asks again with each call, and its environment does not count once hooks were heard', async () => {
  const server = new Client({ name: 'test', version: '1' })
  const env = {
    PATH: process.env.PATH ?? '',
    HOME: box.home,
    STET_HOME: join(box.home, '.stet'),
    CLAUDE_CONFIG_DIR: join(box.home, '.claude'),
    CLAUDE_CODE_SESSION_ID: NEWER,
  }
  await server.connect(
    new StdioClientTransport({ command: process.execPath, args: [BIN, 'mcp'], cwd: box.cwd, env, stderr: 'inherit' }),
  )
  const status = async () => JSON.stringify((await server.callTool({ name: 'rounds', arguments: {} })).content)
  const own = (event: string, id: string) => box.shell(`CLAUDE_PID=${process.pid} ${told(event, id)}`)
  try {
    expect(await status()).toContain(`This is ${NEWER}`)
    own('SessionStart', OLDER)
    expect(await status()).toContain(`This is ${OLDER}`)
    own('SessionEnd', OLDER)
    own('SessionStart', NEWER)
    expect(await status()).toContain(`This is ${NEWER}`)
    own('UserPromptSubmit', OLDER)
    expect(await status()).toMatch(new RegExp(`cannot know in which session.+${OLDER}.+${NEWER}`, 's'))
    own('Stop', OLDER) // whose turn has ended: it asks for nothing
    expect(await status()).toContain(`This is ${NEWER}`)
  } finally {
    await server.close()
  }
})
