import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { answers, calls, fileOf, human } from '../laws/lines.ts'
import { type Box, buildBundle, fixture, LONG, openBox, seen, WORDS } from './box.ts'

let box: Box
beforeAll(() => {
  buildBundle()
  box = openBox()
  box.put(`home/.claude/projects/-project/${LONG}.jsonl`, fixture('long', box.cwd))
  box.stet('inscribe', '--all')
})
afterAll(() => box.remove())

it('what other programs call a command runs it, or names it', () => {
  const listed = box.stet('sessions').stdout
  expect(box.stet('ls').stdout).toBe(listed)
  expect(box.stet('list', '--json').stdout).toBe(box.stet('sessions', '--json').stdout)
  expect(box.stet('version').stdout).toBe(box.stet('--version').stdout)
  expect(box.stet('help', 'ls').stdout).toContain('stet sessions')
  expect(box.stet('status').stderr).toContain('→ stet\n')
  expect(box.stet('log').stderr).toContain('→ stet rounds latest\n')
  expect(box.stet('status', WORDS).stderr).toContain('→ stet\n')
  expect(box.stet('log', WORDS).stderr).toContain(`→ stet rounds ${WORDS}\n`)
  expect(box.stet('stats').stderr).toContain('→ stet pressure latest\n') // not start, which is as near
  expect(box.stet('cat', WORDS).stderr).toContain(`→ stet show ${WORDS}\n`)
  expect(box.stet('prune').stderr).toContain('→ stet gc\n') // not probe
})

it('lists name the client of a session', () => {
  expect(box.stet('sessions').stdout).toMatch(/session +title +client +last/)
  expect(box.stet().stdout).toMatch(/5e55a001 .* claude-code /)
})

it('what is found has no marks of its own in a pipe', () => {
  const { stdout } = box.stet('search', 'words')
  expect(stdout).toContain('stet inject')
  expect(stdout).not.toContain('**')
})

it('a line as long as a file is cut for reading in a pipe too, with the command that gives it whole', () => {
  const blob = { type: 'api-request-blob', hash: 'h1', message: { role: 'system', content: 'x'.repeat(60_000) } }
  const lines = [human('u1', null, 'Go.'), calls('a1', 'u1', 't1'), answers('r1', 'a1', 't1', 'y'.repeat(60_000)), blob]
  box.put('wide.jsonl', fileOf(...lines).toString())
  const { stdout } = box.shell('env -u COLUMNS $STET show $HOME/../wide.jsonl | cat')
  expect(Math.max(...stdout.split('\n').map(({ length }) => length))).toBeLessThanOrEqual(2002)
  expect(stdout).toMatch(/… the whole of it: stet inject \S+:1 --part tool_result\n/)
})

it('a folder that is named must be there, unless it may be made', () => {
  for (const args of [
    ['export', WORDS, '--to', 'markdown'],
    ['export', WORDS, '--to', 'claude-code'],
    ['trim', LONG],
    ['ctx', 'fork', WORDS],
    ['ctx', 'materialize', WORDS, '--to', 'narrative-v1'],
    ['export', WORDS, '--to', 'json'],
    ['inject', `${WORDS}:1`],
    ['summary', WORDS],
  ]) {
    expect(seen(box.stet(...args, '--out', 'none/'))).toContain(
      'There is no folder <box>/home/project/none.\n→ Add --parents',
    )
    expect(existsSync(join(box.cwd, 'none'))).toBe(false)
  }
  box.stet('export', WORDS, '--to', 'markdown', '--out', 'made/', '--parents')
  box.stet('trim', LONG, '--out', 'made/')
  box.stet('export', WORDS, '--to', 'raw', '--out', 'made')
  box.stet('ctx', 'materialize', WORDS, '--to', 'narrative-v1', '--out', 'made/')
  expect(
    readdirSync(join(box.cwd, 'made')).map((name) =>
      name.replace(/^[0-9a-f-]{36}/, (id) => (id === WORDS ? id : 'new')),
    ),
  ).toEqual(
    expect.arrayContaining([
      'words-in-a-file.md',
      `${WORDS}.jsonl`,
      'new.jsonl',
      expect.stringMatching(/^ctx-.*\.narrative-v1$/),
    ]),
  )
})

const SIZE = '19500'

it('shrink lists the steps next to the one it takes', () => {
  const { ways } = box.json('shrink', LONG, '--to', SIZE, '--dry-run') as { ways: readonly unknown[] }
  const { stdout } = box.stet('shrink', LONG, '--to', SIZE, '--dry-run')
  const told = stdout.split('\n').filter((line) => line.includes('left out:')).length
  expect(ways.length).toBeGreaterThan(10)
  expect(told).toBeGreaterThan(0)
  expect(told).toBeLessThanOrEqual(3)
  expect(stdout).toMatch(/^→ /m)
  expect(stdout).toContain(`${ways.length - told} more ways: --json lists them`)
})

it('a summary is printed, and written where that is asked for', () => {
  const scratch = join(box.cwd, 'tmp/scratch')
  expect(box.stet('summary', WORDS).stdout).toContain('# ')
  expect(box.json('summary', WORDS)).toMatchObject({ path: null })
  expect(existsSync(scratch)).toBe(false)
  box.stet('summary', WORDS, '--write')
  expect(readdirSync(scratch)).toEqual([expect.stringMatching(/^session-.*Z\.md$/)])
  box.stet('config', 'set', 'summary.write', 'true')
  expect(box.json('summary', LONG)).toMatchObject({ path: expect.stringContaining('tmp/scratch/session-') })
})

it('a handoff that was just written is live for nobody', () => {
  const { sessions } = box.json('rollover', LONG) as { sessions: readonly { session: string }[] }
  const listed = box.json('sessions') as readonly { session: string; live: boolean }[]
  expect(listed.find(({ session }) => session === sessions[0]!.session)).toMatchObject({ live: false })
})

it('a session that was written is in lists also where nobody reads what was said of it', () => {
  box.shell(`$STET trim ${LONG} > >(:)`)
  const [{ kind, sessions }] = box.json('operations') as [{ kind: string; sessions: readonly string[] }]
  const listed = box.json('sessions') as readonly { readonly session: string }[]
  expect([kind, listed.map(({ session }) => session)]).toEqual(['trim', expect.arrayContaining([sessions[0]])])
})
