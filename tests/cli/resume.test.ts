import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { hasTerminal, openTerminal } from '../clients/terminal.ts'
import { fileOf, human, says } from '../laws/lines.ts'
import { type Box, buildBundle, fixture, LONG, openBox, seen, WORDS } from './box.ts'

const INSIDE = `CLAUDECODE=1 CLAUDE_CODE_SESSION_ID=${LONG}`
const STET = join(import.meta.dirname, '../../bin/stet')

let box: Box
let projects: string
beforeAll(buildBundle)
beforeEach(() => {
  box = openBox()
  projects = join(box.home, '.claude/projects', box.cwd.replace(/[^A-Za-z0-9]/g, '-'))
  for (const [id, name] of [
    [WORDS, 'words'],
    [LONG, 'long'],
  ] as const)
    box.put(`${projects.slice(box.root.length + 1)}/${id}.jsonl`, fixture(name, box.cwd))
  rmSync(join(box.home, '.claude/projects/-project'), { recursive: true })
  box.stet('inscribe', '--all')
})
afterEach(() => box.remove())

it('without a terminal it starts nothing and prints the command, with the folder where that is another', () => {
  expect(seen(box.stet('resume', WORDS))).toBe(`claude --resume ${WORDS}\n`)
  expect(box.shell(`cd / && $STET resume ${WORDS}`).stdout).toBe(`cd <box>/home/project && claude --resume ${WORDS}\n`)
  expect(box.json('resume', WORDS)).toMatchObject({
    session: WORDS,
    resume: `claude --resume ${WORDS}`,
    resume_inside: `/resume ${WORDS}`,
    cwd: '<box>/home/project',
    ensured: null,
  })
})

describe('inside an agent', () => {
  it('it prints the line to type there, and latest is never the session the agent is in', () => {
    expect(box.shell(`${INSIDE} $STET resume latest`).stdout).toBe(`/resume ${WORDS}\n`)
    expect(box.shell(`${INSIDE.replace(LONG, WORDS)} $STET resume latest`).stdout).toBe(`/resume ${LONG}\n`)
  })

  it('where the session is not known, latest names the candidates', () => {
    const { status, stdout, stderr } = box.shell('GEMINI_CLI=1 $STET resume latest')
    expect([status, stdout]).toEqual([3, ''])
    expect(stderr).toContain('cannot know in which session')
  })

  it("in another client's agent, the command", () =>
    expect(box.shell(`CODEX_THREAD_ID=t CODEX_SESSION_ID=t $STET resume ${WORDS}`).stdout).toBe(
      `claude --resume ${WORDS}\n`,
    ))

  it('a session of another folder, which the client does not find by the line, has the command', () => {
    const id = '5e55d005-0000-4000-8000-000000000005'
    const folder = join(box.root, 'home/other')
    const lines = [human('u1', null, 'Begin.'), says('a1', 'u1', 'Yes.')].map((line) => ({
      ...line,
      sessionId: id,
      cwd: folder,
    }))
    box.put(`home/.claude/projects/${folder.replace(/[^A-Za-z0-9]/g, '-')}/${id}.jsonl`, fileOf(...lines).toString())
    box.put('home/other/notes.txt', '')
    box.stet('inscribe', '--all')
    expect(box.shell(`${INSIDE} $STET resume ${id}`).stdout).toBe(`cd <box>/home/other && claude --resume ${id}\n`)
    const [first, ...rest] = box.shell(`${INSIDE} $STET rollover ${id}`).stdout.split('\n')
    expect(first).toMatch(/^rollover {2}5e55d005 → /)
    expect(rest.join()).toMatch(/resume +claude --resume [0-9a-f-]{36} +in /)
  })

  it('an operation prints the line first, and JSON has both', () => {
    const [typed, ...rest] = box.shell(`${INSIDE} $STET trim latest`).stdout.split('\n')
    const made = readdirSync(projects).find((name) => name.endsWith('.jsonl') && !/5e55[ac]00/.test(name))!
    expect(typed).toBe(`/resume ${made.slice(0, -6)}`)
    expect(rest[0]).toMatch(/^trim {2}5e55c003 → /)
    expect(box.stet('undo').status).toBe(0)
    expect(box.stet('trim', LONG).stdout).toMatch(/^trim {2}5e55c003 → /)
    expect(box.json('trim', LONG, '--dry-run')).toMatchObject({
      sessions: [
        { resume: expect.stringContaining('claude --resume '), resume_inside: expect.stringContaining('/resume ') },
      ],
    })
    expect(box.json('trim', LONG, '--out', 'x.jsonl')).toMatchObject({ sessions: [{ resume_inside: null }] })
  })
})

describe.skipIf(!hasTerminal)('at a terminal', () => {
  it("it runs the client in the session's folder, from anywhere", async () => {
    const ran = join(box.root, 'ran')
    const client = join(box.root, 'bin/claude')
    box.put('bin/claude', `#!/bin/sh\necho "$PWD $*" > ${ran}\n`)
    chmodSync(client, 0o755)
    const env = {
      PATH: `${join(box.root, 'bin')}:${process.env.PATH}`,
      HOME: box.home,
      STET_HOME: join(box.home, '.stet'),
      CLAUDE_CONFIG_DIR: join(box.home, '.claude'),
    }
    const terminal = openTerminal(['sh', '-c', `${process.execPath} ${STET} resume ${WORDS}; sleep 30`], {
      cwd: '/',
      env,
    })
    try {
      await terminal.until(() => existsSync(ran) && readFileSync(ran, 'utf8') !== '')
    } finally {
      terminal.close()
    }
    expect(readFileSync(ran, 'utf8')).toBe(`${box.cwd} --resume ${WORDS}\n`)
  })
})

describe('--ensure', () => {
  it('puts a file back that the client has deleted', () => {
    const path = join(projects, `${WORDS}.jsonl`)
    const before = readFileSync(path)
    rmSync(path)
    expect(seen(box.stet('resume', WORDS))).toContain('is gone.\n→ stet resume 5e55a001 --ensure\n[1]')
    expect(box.json('resume', WORDS, '--ensure')).toMatchObject({ session: WORDS, ensured: 'restored' })
    expect(readFileSync(path)).toEqual(before)
  })

  it('puts back what a file has lost of its end, or all of it', () => {
    const path = join(projects, `${WORDS}.jsonl`)
    const before = readFileSync(path)
    for (const kept of [before.length >> 1, 0]) {
      writeFileSync(path, before.subarray(0, kept))
      expect(box.json('resume', WORDS, '--ensure')).toMatchObject({ session: WORDS, ensured: 'written' })
      expect(readFileSync(path)).toEqual(before)
    }
  })

  it('writes a damaged session as a new one', () => {
    const id = '5e55d004-0000-4000-8000-000000000004'
    const lines = [
      human('u1', null, 'Begin.'),
      says('a1', 'u1', 'Yes.'),
      human('u2', 'gone', 'On.'),
      says('a2', 'u2', 'So.'),
    ]
    const at = (nth: number) => `2026-03-19T1${nth}:00:00.000Z`
    const all = lines.map((line, nth) => ({ ...line, sessionId: id, cwd: box.cwd, timestamp: at(nth) }))
    writeFileSync(join(projects, `${id}.jsonl`), fileOf(...all))
    box.stet('inscribe', '--all')
    const { session, ensured } = box.json('resume', id, '--ensure') as { session: string; ensured: string }
    expect(ensured).toBe('repaired')
    expect(session).not.toBe(id)
    expect(box.stet('resume', session).stdout).toBe(`claude --resume ${session}\n`)
    expect(spawnSync('test', ['-f', join(projects, `${session}.jsonl`)]).status).toBe(0)
  })
})

it('a subagent is not resumed', () => {
  box.put(
    `${projects.slice(box.root.length + 1)}/${WORDS}/subagents/agent-a11ce0001.jsonl`,
    fixture('subagent', box.cwd),
  )
  box.stet('inscribe', '--all')
  expect(seen(box.stet('resume', 'agent-a11ce0001'))).toContain('its client cannot resume it.\n')
})
