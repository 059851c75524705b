import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { buildBundle } from '../cli/box.ts'
import { transcript, uuidOf } from '../faults/transcript.ts'

const BUNDLE = resolve(import.meta.dirname, '../../bin/stet')
const HOOK = resolve(import.meta.dirname, '../../plugin/claude-code/bin/stet-hook')

let root: string
let drive: string
beforeAll(buildBundle, 120_000)
beforeEach(() => {
  root = mkdtempSync(join(realpathSync(tmpdir()), 'stet-behind-'))
  drive = join(root, 'drive')
  for (const home of ['a', 'b', 'bin']) mkdirSync(join(root, home))
  return async () => {
    await ended('a')
    rmSync(root, { recursive: true, force: true, maxRetries: 5 })
  }
})

function run(home: string, program: readonly string[], args: readonly string[], input?: string) {
  const env = {
    PATH: `${root}/bin:${process.env.PATH}`,
    HOME: join(root, home),
    STET_HOME: join(root, home, '.stet'),
    CLAUDE_CONFIG_DIR: join(root, home, '.claude'),
    USER: home,
  }
  return spawnSync(program[0]!, [...program.slice(1), ...args], { cwd: join(root, home), env, encoding: 'utf8', input })
}

const stet = (home: string, ...args: readonly string[]) => run(home, [process.execPath, BUNDLE], args)
const json = (home: string, ...args: readonly string[]) => JSON.parse(stet(home, ...args, '--json').stdout)

function put(session: string, rounds: number): string {
  const path = join(root, 'a/.claude/projects/-project', `${session}.jsonl`)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, transcript({ sessionId: session, rounds }).join(''))
  return path
}

/** A turn of a session on A, of which the client tells. */
function turn(session: string, rounds: number): void {
  const path = put(session, rounds)
  const event = { session_id: session, transcript_path: path, cwd: join(root, 'a'), hook_event_name: 'Stop' }
  expect(run('a', [HOOK], ['Stop', 'claude-code'], JSON.stringify(event)).status).toBe(0)
}

/** Whoever was started to send has come to an end. */
async function ended(home: string): Promise<void> {
  const store = join(root, home, '.stet')
  const runs = () => readdirSync('/proc').some((pid) => commandOf(pid).includes(`remote\0push\0--store\0${store}`))
  while (runs()) await wait(50)
}

function commandOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return '' // no process, or none any more
  }
}

const behind = () => JSON.parse(readFileSync(join(root, 'a/.stet/remotes/behind.json'), 'utf8'))

it('what a hook captured is sent after it, and what is captured meanwhile, too', async () => {
  expect(stet('a', 'remote', 'add', 'drive', drive).status).toBe(0)
  for (const rounds of [1, 2, 3]) turn(uuidOf('behind'), rounds)
  turn(uuidOf('behind, too'), 2)
  await ended('a')
  expect(json('a').waiting).toEqual([])
  stet('b', 'remote', 'add', 'drive', drive)
  expect(json('b', 'sync')[0].pulled.length).toBe(2)
  expect(
    json('b', 'sessions')
      .map(({ rounds }: { rounds: number }) => rounds)
      .sort(),
  ).toEqual([2, 3])
})

it('without a remote nothing is started', () => {
  turn(uuidOf('alone'), 2)
  expect(existsSync(join(root, 'a/.stet/remotes'))).toBe(false)
})

it('20 sessions that are made while the drive is away wait for it, and one sync sends them', async () => {
  stet('a', 'remote', 'add', 'drive', drive)
  renameSync(drive, `${drive}-away`)
  turn(uuidOf('away 0'), 1)
  await ended('a')
  expect(behind().drive).toMatchObject({ failures: 1, why: expect.stringContaining('The remote drive is not at') })
  const tried = behind()
  for (let nth = 1; nth < 20; nth++) put(uuidOf(`away ${nth}`), 1)
  stet('a', 'inscribe', '--all')
  await ended('a')
  expect(behind()).toEqual(tried) // nobody tries before it is time
  expect(json('a').waiting).toMatchObject([{ remote: 'drive', sessions: 20, failed: { why: tried.drive.why } }])
  expect(stet('a').stdout).toContain('20 sessions wait for drive: The remote drive is not at')
  renameSync(`${drive}-away`, drive)
  expect(json('a', 'sync')).toMatchObject([{ pushed: { sessions: 20 } }])
  expect(behind()).toEqual({})
  expect(json('a').waiting).toEqual([])
  stet('b', 'remote', 'add', 'drive', drive)
  expect(json('b', 'sync')[0].pulled.length).toBe(20)
}, 120_000)

it('a machine that does not answer holds up no hook, and no other remote', async () => {
  writeFileSync(join(root, 'bin/ssh'), `#!/bin/sh\necho "$*" > ${root}/asked\necho $$ > ${root}/pid\nexec sleep 600\n`)
  chmodSync(join(root, 'bin/ssh'), 0o700)
  stet('a', 'remote', 'add', 'drive', drive)
  const remotes = join(root, 'a/.stet/remotes.json')
  writeFileSync(
    remotes,
    JSON.stringify([{ name: 'desk', url: 'ssh://desk' }, ...JSON.parse(readFileSync(remotes, 'utf8'))]),
  )
  turn(uuidOf('black hole'), 1)
  while (!existsSync(join(root, 'pid'))) await wait(50)
  turn(uuidOf('black hole'), 2) // while the first one waits
  const waitsFor = () => json('a').waiting.map(({ remote }: { remote: string }) => remote)
  while (waitsFor().includes('drive')) await wait(50)
  expect(waitsFor()).toEqual(['desk'])
  expect(readFileSync(join(root, 'asked'), 'utf8')).toContain('BatchMode=yes')
  process.kill(Number(readFileSync(join(root, 'pid'), 'utf8')))
  await ended('a')
  expect(behind().desk).toMatchObject({ failures: 1, why: expect.stringContaining('does not answer') })
}, 120_000)

it('a sender that was killed does not block the next one for long', async () => {
  stet('a', 'remote', 'add', 'drive', drive)
  mkdirSync(join(root, 'a/.stet/remotes'), { recursive: true })
  const sending = join(root, 'a/.stet/remotes/sending')
  writeFileSync(sending, '')
  turn(uuidOf('killed'), 1)
  expect(readdirSync(drive)).toEqual(['remote.json'])
  utimesSync(sending, new Date(Date.now() - 61_000), new Date(Date.now() - 61_000))
  turn(uuidOf('killed'), 2)
  await ended('a')
  expect(json('a').waiting).toEqual([])
})

it('lines that went on differently on two machines are both listed, with whose they are', async () => {
  stet('a', 'remote', 'add', 'drive', drive)
  stet('b', 'remote', 'add', 'drive', drive)
  const id = uuidOf('both go on')
  const put = (home: string, rounds: number, seed: string) => {
    const path = join(root, home, '.claude/projects/-project', `${id}.jsonl`)
    mkdirSync(dirname(path), { recursive: true })
    const own = transcript({ sessionId: id, rounds, seed })
    writeFileSync(path, [...transcript({ sessionId: id, rounds: 2 }), ...own.slice(own.length / 2)].join(''))
    stet(home, 'inscribe', '--all')
  }
  put('a', 4, 'a')
  put('b', 6, 'b')
  await ended('a')
  await ended('b')
  for (const home of ['a', 'b', 'a', 'b']) expect(stet(home, 'sync').status).toBe(0)
  for (const [home, other] of [
    ['a', 'b'],
    ['b', 'a'],
  ] as const) {
    const { stdout } = stet(home, 'sessions')
    expect(stdout).toMatch(new RegExp(`^${id.slice(0, 8)}\\S*~1 `, 'm'))
    expect(stdout).toContain(`${other}@`)
    expect(stdout).not.toContain('older state')
  }
})
