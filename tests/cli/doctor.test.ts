import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { DAMAGED, fileOf } from '../surgery/damaged.ts'
import { type Box, buildBundle, openBox, seen, WORDS } from './box.ts'

const CUT = 'd0c70000-0000-4000-8000-000000000001'
const SOUND = 'd0c70000-0000-4000-8000-000000000002'
const KEPT = 'd0c70000-0000-4000-8000-000000000003'

let box: Box
beforeAll(() => {
  buildBundle()
  box = openBox({ sessions: false })
  box.put('home/.claude/settings.json', '{"cleanupPeriodDays":99999}')
  putCut(box)
})
afterAll(() => box.remove())

/** A damaged session of the box's folder. */
function putCut({ put, cwd }: Box): void {
  const here = DAMAGED[0]!.lines.map((line) => (typeof line !== 'string' && line.cwd ? { ...line, cwd } : line))
  put(`home/.claude/projects/-project/${CUT}.jsonl`, fileOf(here).toString())
}

it('says what to do where nothing is recorded', () => {
  expect(seen(box.stet('doctor'))).toBe('No session of this folder is in the record.\n→ stet inscribe --all\n')
  expect(box.json('doctor')).toEqual({ problems: [], sessions: [], deletions: [] })
})

it('looks at a file that is not recorded, and records nothing', () => {
  const before = box.listing()
  expect(seen(box.stet('doctor', `${box.home}/.claude/projects/-project/${CUT}.jsonl`))).toMatchInlineSnapshot(`
    "✗ d0c70000  1 problem; the client gets 6 messages, repaired 10
      line 24: its parent 99999999-0000-4000-8000-000000000000 is not in the file: nothing before it is resumed → follows line 17
      d0c70000 file name: its lines are of the session bfcb09e4-17be-4a68-ada9-a41c292825d8 → the client takes the name: it resumes it as d0c70000-0000-4000-8000-000000000001
    → stet doctor <box>/home/.claude/projects/-project/d0c70000-0000-4000-8000-000000000001.jsonl --repair
    [1]
    "
  `)
  expect(box.listing()).toEqual(before)
})

it('looks at the sessions of this folder', () => {
  box.stet('inscribe')
  const { status, stdout } = box.stet('doctor', '--json')
  expect(status).toBe(1)
  expect(JSON.parse(stdout)).toMatchObject({
    problems: [{ where: `${CUT} line 24`, what: expect.any(String), fix: 'follows line 17' }],
    sessions: [{ session: CUT, messages_before: 6, messages_after: 10, problems: [{ where: 'line 24' }] }],
  })
})

it('repairs them, and then there is nothing to do', () => {
  const dry = box.json('doctor', '--repair', '--dry-run') as { operation?: string; sessions: { path: string }[] }
  expect(dry).toMatchObject({ kind: 'repair', from: [CUT] })
  expect(dry.operation).toBeUndefined()
  const out = `${box.home}/${SOUND}.jsonl`
  const { status, stdout, stderr } = box.stet('doctor', CUT, '--repair', '--out', out)
  expect([status, stderr]).toEqual([0, ''])
  expect(stdout.replace(/op-\w{8}/, 'op-…').replace(/[\d.]+ kB/g, '… kB')).toMatchInlineSnapshot(`
    "repair  d0c70000 → d0c70000
      tokens 4.1k → 4.1k (0 % less)
      rounds 2 whole
      cache  holds
      file   … kB → … kB  ~/d0c70000-0000-4000-8000-000000000002.jsonl
      resume claude --resume <box>/home/d0c70000-0000-4000-8000-000000000002.jsonl
    undo: stet undo op-…

    ✗ d0c70000  1 problem; the client gets 6 messages, repaired 10
      line 24: its parent 99999999-0000-4000-8000-000000000000 is not in the file: nothing before it is resumed → follows line 17
    "
  `)
  expect(seen(box.stet('doctor', SOUND))).toBe('✓ 1 session is resumed whole.\n')
  expect(seen(box.stet('doctor', SOUND, '--repair'))).toMatchInlineSnapshot(`
    "Session d0c70000-0000-4000-8000-000000000002 is resumed whole: there is nothing to repair.
    [4]
    "
  `)
})

it('repairs a damaged copy of a session, and the session stays what its own file is', () => {
  const damaged = fileOf(DAMAGED[0]!.lines).toString()
  const { uuid } = JSON.parse(damaged.split('\n')[16]!)
  const whole = damaged.replace('99999999-0000-4000-8000-000000000000', uuid)
  const path = box.put(`home/.claude/projects/-project/${KEPT}.jsonl`, whole)
  box.json('inscribe', path)
  const sessions = () => box.json('sessions') as { session: string; head: string }[]
  const before = sessions().find(({ session }) => session === KEPT)
  const copy = box.put(`home/backup/${KEPT}.jsonl`, damaged)
  const { operation, from } = box.json('doctor', copy, '--repair') as { operation: string; from: string[] }
  expect(operation).toMatch(/^op-/)
  expect(from).toEqual([`${KEPT}~1`])
  expect(sessions().find(({ session }) => session === KEPT)?.head).toBe(before?.head)
  expect(box.json('check', KEPT)).toMatchObject({ session: KEPT, byte_exact: true })
  expect(readFileSync(path, 'utf8')).toBe(whole)
})

it('knows what does not go together', () => {
  expect(seen(box.stet('doctor', '--out', 'x.jsonl'))).toMatchInlineSnapshot(`
    "--out and --force need --repair.
    → stet doctor latest --repair --out PATH
    [64]
    "
  `)
  expect(box.stet('doctor', WORDS).status).toBe(1)
})

it('passes over sessions of a client that it cannot repair, unless there are no others', () => {
  const other = openBox({ sessions: false })
  const input = readFileSync(
    new URL('../golden/parse/pi/compaction-keeps-the-end/input.jsonl', import.meta.url),
    'utf8',
  )
  const path = other.put('home/.pi/agent/sessions/a/b.jsonl', input.replaceAll('/home/me/app', other.cwd))
  other.stet('inscribe', path)
  expect(other.stet('doctor')).toMatchObject({ status: 1, stderr: expect.stringContaining('pi sessions cannot be') })
  putCut(other)
  other.stet('inscribe', '--all')
  expect(other.json('doctor')).toMatchObject({ sessions: [{ session: CUT }] })
  other.remove()
})
