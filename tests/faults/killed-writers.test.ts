import { spawnSync } from 'node:child_process'
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { writerMark } from '../../src/system/writer-mark.ts'
import { buildBundle } from '../cli/box.ts'
import { temporaryFolder } from './record.ts'
import { transcript, uuidOf } from './transcript.ts'

const STET = resolve(import.meta.dirname, '../../bin/stet')
const KILL_AT = resolve(import.meta.dirname, 'child/kill-at.cjs')
/** Every place that a command can be killed at is tried in the long form, else so many of them. */
const PLACES = process.env.STET_WIDE ? Number.POSITIVE_INFINITY : 6

const ID = uuidOf('killed writers')
const folder = temporaryFolder('killed-writers')
const [home, saved] = [join(folder, 'home'), join(folder, 'saved')]
const projects = join(home, '.claude/projects/-project')
const replaced = join(home, 'replaced.jsonl')
const theirs = transcript({ sessionId: uuidOf('what was there'), rounds: 2 }).join('')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

beforeAll(async () => {
  await buildBundle()
  mkdirSync(projects, { recursive: true })
  writeFileSync(join(projects, `${ID}.jsonl`), transcript({ sessionId: ID, rounds: 8 }).join(''))
  writeFileSync(replaced, theirs)
  stet(['inscribe', '--all'])
})

function stet(args: readonly string[], killedAt?: number) {
  const env = {
    PATH: process.env.PATH,
    HOME: home,
    STET_HOME: join(home, '.stet'),
    CLAUDE_CONFIG_DIR: join(home, '.claude'),
  }
  const kills = killedAt === undefined ? [] : ['-r', KILL_AT]
  return spawnSync(process.execPath, [...kills, STET, ...args], {
    env: { ...env, ...(killedAt !== undefined && { STET_KILL_AT: `${killedAt}` }) },
    cwd: home,
    encoding: 'utf8',
  })
}

const operations = () =>
  JSON.parse(stet(['operations', '--json']).stdout) as { operation: string; kind: string; undone: boolean }[]

/** Kills a command before and after each change that it makes to files, each time as everything was before. */
function killedEverywhere(args: readonly string[], proves: (at: number) => void): void {
  rmSync(saved, { recursive: true, force: true })
  cpSync(home, saved, { recursive: true, preserveTimestamps: true })
  const again = () => {
    rmSync(home, { recursive: true, force: true })
    cpSync(saved, home, { recursive: true, preserveTimestamps: true })
  }
  const whole = stet(args, 0)
  expect({ args, status: whole.status, out: whole.stdout }).toMatchObject({ status: 0 })
  const changes = Number(/changes (\d+)/.exec(whole.stderr)?.[1])
  expect(changes).toBeGreaterThan(2)
  const each = Math.max(0.5, changes / PLACES)
  for (let at = 1; at < changes + 1; at += each) {
    again()
    const place = Math.floor(at * 2) / 2
    if (stet(args, place).signal !== null) proves(place)
  }
  again()
}

it('a session that a killed operation put in the place of another is taken back by undo', { timeout: 600_000 }, () => {
  killedEverywhere(['drop', ID, '2', '--out', 'replaced.jsonl', '--force'], (at) => {
    const isReplaced = readFileSync(replaced, 'utf8') !== theirs
    const known = operations().filter(({ kind, undone }) => kind === 'drop' && !undone)
    if (isReplaced) expect({ at, known: known.length }).toEqual({ at, known: 1 })
    if (known.length > 0) expect({ at, status: stet(['undo']).status }).toEqual({ at, status: 0 })
    expect({ at, isBack: readFileSync(replaced, 'utf8') === theirs }).toEqual({ at, isBack: true })
  })
})

it('an undo that was killed is finished by the next command, and by undo itself alone', { timeout: 600_000 }, () => {
  stet(['trim', ID, '--threshold', '100'])
  stet(['split', ID, '--to', 'one=1-4', '--to', 'two=5-8'])
  const second = join(home, 'second.jsonl')
  writeFileSync(second, transcript({ sessionId: uuidOf('what was second'), rounds: 2 }).join(''))
  const before = readFileSync(second, 'utf8')
  expect(stet(['drop', ID, '2', '--out', 'second.jsonl', '--force']).status).toBe(0)
  for (const next of [['sessions'], ['undo']] as const)
    killedEverywhere(['undo'], (at) => {
      const notes = join(home, '.stet/undoing')
      const isNoted = existsSync(notes) && readdirSync(notes).length > 0
      const wasOver = !isNoted && readFileSync(second, 'utf8') === before
      expect({ at, next, status: stet(next).status }).toEqual({ at, next, status: 0 })
      const [last, earlier] = operations()
      const isBack = readFileSync(second, 'utf8') === before
      expect({ at, next, undone: last!.undone, earlier: earlier!.undone }).toEqual({
        at,
        next,
        undone: isBack,
        earlier: wasOver && next[0] === 'undo', // it was over, and another one was asked for
      })
      if (isNoted || wasOver) expect({ at, next, isBack }).toEqual({ at, next, isBack: true })
      if (next[0] === 'sessions') expect(existsSync(notes)).toBe(false)
    })
})

it('an undo that was killed is taken back where work went on meanwhile', { timeout: 600_000 }, () => {
  const { sessions } = JSON.parse(stet(['split', ID, '--to', 'one=1-4', '--to', 'two=5-8', '--json']).stdout) as {
    sessions: { path: string }[]
  }
  const [first, second] = sessions.map(({ path }) => ({ path, text: readFileSync(path, 'utf8') }))
  const more = '{"type":"progress","uuid":"more"}\n'
  let tried = 0
  killedEverywhere(['undo'], (at) => {
    const notes = join(home, '.stet/undoing')
    const isNoted = existsSync(notes) && readdirSync(notes).length > 0
    if (!isNoted || !existsSync(second!.path)) return
    appendFileSync(second!.path, more) // a client
    tried++
    expect({ at, status: stet(['sessions']).status }).toEqual({ at, status: 0 })
    expect({ at, undone: operations()[0]!.undone }).toEqual({ at, undone: false })
    expect({ at, first: readFileSync(first!.path, 'utf8') === first!.text }).toEqual({ at, first: true })
    expect({ at, second: readFileSync(second!.path, 'utf8') === second!.text + more }).toEqual({ at, second: true })
  })
  expect(tried).toBeGreaterThan(0)
  stet(['undo'])
})

it('what a killed writer left goes with the next write there and with gc; what somebody is writing stays', () => {
  const gone = `${writerMark().split('-')[0]}-${deadProcess()}`
  const left = (mark: string) => `.stet-${mark}-${'0'.repeat(36)}.tmp`
  const put = (place: string) => {
    for (const mark of [gone, writerMark()]) writeFileSync(join(place, left(mark)), '')
  }
  put(home)
  stet(['summary', ID, '--out', 'summary.md'])
  put(projects)
  stet(['gc'])
  for (const place of [home, projects])
    expect(readdirSync(place).filter((name) => name.startsWith('.stet-'))).toEqual([left(writerMark())])
  for (const place of [home, projects]) rmSync(join(place, left(writerMark())))
})

it.each([
  ['inscribe'],
  ['backup'],
  ['recover'],
  ['why'],
  ['tag', 'apply'],
  ['split', ID],
  ['export', ID, '--to', 'html', '--out'],
  ['export', ID, '--to', 'json', '--out'],
  ['compress-before', ID, 'round:3', '--out'],
  ['summary', ID, '--out'],
])('a name of 300 characters is a clear error: %s %s %s %s', (...args) => {
  const { status, stderr } = stet([...args, 'x'.repeat(300)])
  expect({ status, stderr }).toEqual({ status: expect.any(Number), stderr: expect.stringMatching(/\n→ /) })
  expect(status).not.toBe(0)
  expect(stderr).not.toMatch(/unexpected|mistake in Stet|ENAMETOOLONG/)
})

function deadProcess(): number {
  return spawnSync(process.execPath, ['-e', '']).pid
}
