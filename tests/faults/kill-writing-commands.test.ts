import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { COMMANDS } from '../../src/commands/all.ts'
import { buildBundle } from '../cli/box.ts'
import { damageOf, rawOf, sessionIds, temporaryFolder, withRecord } from './record.ts'
import { transcript, uuidOf } from './transcript.ts'

const STET = resolve(import.meta.dirname, '../../bin/stet')
/** Dies at a change that it makes to files, or at a moment. */
const KILL_AT = resolve(import.meta.dirname, 'child/kill-at.cjs')
/** Kills of each command: at changes to files, spread over all of them, and at any time. */
const KILLS = process.env.STET_WIDE ? { changes: 7, times: 3 } : { changes: 1, times: 0 }

const [ID, OTHER] = [uuidOf('kill every command'), uuidOf('kill every command, other')]
const folder = temporaryFolder('kill-writing')
const template = join(folder, 'template')
const home = join(folder, 'home') // the same for all runs: the record names its files
const lines = transcript({ sessionId: ID, seed: 'every', rounds: 12, roundBytes: 3000 }).join('')
const others = transcript({ sessionId: OTHER, seed: 'every other', rounds: 4, roundBytes: 3000 }).join('')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Every command that writes, with what it is given; `TICKET` and `COMMIT` are those of the home. */
const CALLS: Readonly<Record<string, readonly string[]>> = {
  append: [OTHER],
  backup: ['copy.db'],
  'config set': ['context.warn_threshold', '55'],
  'config unset': ['context.recommend_threshold'],
  doctor: [ID],
  forget: [OTHER],
  gc: [],
  recover: [],
  'remote add': ['drive', 'elsewhere'],
  'remote remove': ['near'],
  restore: [],
  sync: [],
  token: ['bob@desk', '--grant', 'agent/read'],
  verify: ['--rebuild'],
  'ctx current': ['--session', ID],
  'ctx compact': ['COMMIT'],
  'ctx delete': ['review/one'],
  'ctx fork': ['COMMIT'],
  'ctx materialize': ['COMMIT', '--to', 'claude-code'],
  'ctx pin': ['COMMIT'],
  'ctx set': ['review/two', 'COMMIT'],
  'ctx snapshot': ['COMMIT'],
  'ctx summarize': [ID],
  'ctx update': ['COMMIT', '--summary', 'It is so.'],
  start: ['--template', 'reviewer', '--context', ID],
  compress: [ID, '--allow-failing'],
  'compress-before': [ID, 'round:6'],
  'compress-engagement': [ID, 'first-work'],
  condense: ['reviews', '--threshold', '1'],
  drop: [ID, '2', '--out', 'replaced.jsonl', '--force'],
  'extract-engagement': [ID, 'first-work'],
  fork: [`${ID}:5`],
  merge: [ID, OTHER],
  probe: [ID],
  revive: [ID, '--keep-recent', '3'],
  rollover: [ID],
  shrink: [ID, '--to', '3k'],
  split: [ID, '--to', 'one=1-6', '--to', 'two=7-12'],
  trim: [ID, '--threshold', '200'],
  undo: [],
  summary: [ID, '--out', 'summary.md'],
  complete: [ID],
  handoff: [ID],
  offload: ['--out', 'offloaded.txt'],
  setup: ['claude-code'],
  unsetup: ['claude-code'],
  export: [ID, '--to', 'json', '--out', 'exported'],
  'export-claude': [ID],
  inscribe: ['NEW'],
  resume: [ID, '--ensure'],
  'engage advance': [],
  'engage close': [],
  'engage start': ['review', '--id', 'another-work'],
  'engage tag': [OTHER],
  tag: [OTHER, '1-4', 'third-work'],
  'tag apply': ['tags.txt'],
  untag: [ID, '1-3'],
  'ticket close': ['TICKET'],
  'ticket create': ['Sort more'],
  'ticket discuss': ['TICKET'],
  'ticket note': ['TICKET', 'So it is.'],
  'ticket reopen': ['CLOSED', '--context', ID],
  'ticket review': ['REVIEWED', 'approved', '--by', 'bob'],
  'ticket update': ['TICKET', '--status', 'review', '--reviewer', 'bob'],
  'ticket verify': ['TICKET'],
}
/** They take what they write from a program, write pictures only, or run until they are stopped. */
const NOT_HERE = ['ctx checkpoint', 'inject', 'view', 'mcp', 'serve', 'remote serve']

const place = (...names: readonly string[]) => join(home, ...names)
const fileOf = (id: string) => place('.claude/projects/-project', `${id}.jsonl`)
let names: Readonly<Record<string, string>>

beforeAll(async () => {
  await buildBundle()
  for (const [path, text] of [
    [fileOf(ID), lines],
    [fileOf(OTHER), others],
    [place('new.jsonl'), transcript({ sessionId: uuidOf('a new one'), rounds: 3 }).join('')],
    [place('replaced.jsonl'), transcript({ sessionId: uuidOf('a replaced one'), rounds: 2 }).join('')],
    [place('reviews/a.md'), '# Review\n'],
    [place('tags.txt'), `${OTHER}:1-2 fourth-work\n`],
  ] as const) {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
  }
  expect(stet(['inscribe', '--all']).status).toBe(0)
  stet(['tag', ID, '1-6', 'first-work'])
  stet(['tag', ID, '7-12', 'second-work'])
  stet(['trim', ID, '--threshold', '400'])
  stet(['engage', 'start', 'write', '--id', 'a-work'])
  stet(['config', 'set', 'context.recommend_threshold', '70'])
  mkdirSync(place('remote'))
  mkdirSync(place('elsewhere'))
  expect(stet(['remote', 'add', 'near', place('remote')]).status).toBe(0)
  const commit = JSON.parse(stet(['ctx', 'current', '--session', ID, '--json']).stdout).context_id
  stet(['ctx', 'set', 'review/one', commit])
  const [ticket, reviewed, closed] = ['Sort', 'Review', 'Close'].map(
    (title) => JSON.parse(stet(['ticket', 'create', title, '--context', commit, '--json']).stdout).id,
  )
  stet(['ticket', 'update', reviewed, '--status', 'review', '--reviewer', 'bob'])
  stet(['ticket', 'close', closed])
  names = { COMMIT: commit, TICKET: ticket, REVIEWED: reviewed, CLOSED: closed, NEW: place('new.jsonl') }
  cpSync(home, template, { recursive: true, preserveTimestamps: true })
})

it('every command that writes is here', () => {
  const writing = COMMANDS.filter(({ offer, writes, captures, stays }) => offer.cli && (writes || captures || stays))
  expect([...Object.keys(CALLS), ...NOT_HERE].sort()).toEqual(writing.map(({ name }) => name).sort())
})

let kills = 0
afterAll(() => console.log(`${kills} kills over ${Object.keys(CALLS).length} commands: nothing lost, nothing damaged`))

it.each(Object.keys(CALLS))(
  'a kill in %s loses nothing, and the next command goes on',
  { timeout: 900_000 },
  async (name) => {
    const args = [...name.split(' '), ...CALLS[name]!.map((word) => names[word] ?? word)]
    again()
    const begun = performance.now()
    const whole = stet(args, { STET_KILL_AT: '0' })
    const took = performance.now() - begun
    expect({ name, status: whole.status, stderr: name === 'recover' ? '' : whole.stderr }).toMatchObject({ status: 0 })
    const changes = Number(/changes (\d+)/.exec(whole.stderr)?.[1])
    const steps = Array.from({ length: 2 * changes }, (_, nth) => 1 + nth / 2)
    const chosen = steps.filter(
      (_, nth) =>
        Math.floor((nth * KILLS.changes) / steps.length) !== Math.floor(((nth - 1) * KILLS.changes) / steps.length),
    )
    for (const at of chosen) await killed(args, { STET_KILL_AT: `${at}` }, undefined)
    for (let nth = chosen.length; nth < KILLS.changes + KILLS.times; nth++)
      await killed(args, { STET_KILL_AT: '0' }, took * (0.2 + 0.75 * Math.random()))
  },
)

async function killed(args: readonly string[], env: Readonly<Record<string, string>>, after: number | undefined) {
  again()
  const { signal } = stet(args, env, after)
  if (signal === null) return // it was done before
  kills++
  const when = `${args.join(' ')}, killed ${after === undefined ? `at change ${env.STET_KILL_AT}` : `after ${after} ms`}`
  await expectSound(when)
  const rerun = stet(args)
  expect({ when, stack: /\n\s+at .*:\d+/.test(rerun.stderr), status: [0, 1, 3, 4].includes(rerun.status!) }).toEqual({
    when,
    stack: false,
    status: true,
  })
  stet(['gc'])
  await expectSound(when)
  expect({ when, left: leftovers() }).toEqual({ when, left: [] })
}

/** Nothing is damaged, and of what was recorded and what the client wrote nothing is gone. */
async function expectSound(when: string): Promise<void> {
  expect({ when, file: readFileSync(fileOf(ID), 'utf8') === lines }).toEqual({ when, file: true })
  await withRecord(place('.stet'), async (workspace) => {
    expect({ when, damage: await damageOf(workspace) }).toEqual({ when, damage: [] })
    expect({ when, raw: (await rawOf(workspace, ID)).toString() === lines }).toEqual({ when, raw: true })
    if ((await sessionIds(workspace)).includes(OTHER))
      expect({ when, raw: (await rawOf(workspace, OTHER)).toString() === others }).toEqual({ when, raw: true })
  })
}

/** What a killed writer leaves next to what it writes, by the name that tells whose it was. */
function leftovers(): readonly string[] {
  return readdirSync(place('.claude'), { recursive: true, encoding: 'utf8' })
    .concat(readdirSync(place('.stet'), { recursive: true, encoding: 'utf8' }))
    .concat(readdirSync(place('remote'), { recursive: true, encoding: 'utf8' }))
    .filter((path) => /\.stet-|undoing/.test(path))
}

function again(): void {
  rmSync(home, { recursive: true, force: true })
  cpSync(template, home, { recursive: true, preserveTimestamps: true })
}

function stet(args: readonly string[], more: Readonly<Record<string, string>> = {}, killedAfter?: number) {
  const env = {
    PATH: process.env.PATH,
    HOME: home,
    STET_HOME: place('.stet'),
    CLAUDE_CONFIG_DIR: place('.claude'),
    ...more,
  }
  const patched = more.STET_KILL_AT === undefined ? [] : ['-r', KILL_AT]
  return spawnSync(process.execPath, [...patched, STET, ...args], {
    env,
    cwd: home,
    encoding: 'utf8',
    input: 'some words\n',
    ...(killedAfter !== undefined && { timeout: Math.ceil(killedAfter), killSignal: 'SIGKILL' }),
  })
}
