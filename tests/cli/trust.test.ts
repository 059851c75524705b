import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { installPackage } from '../debian.ts'
import { type Box, buildBundle, fixture, LONG, openBox, seen, WORDS } from './box.ts'

const FIXTURES = join(import.meta.dirname, '../fixtures/claude-code')

let box: Box
beforeAll(() => buildBundle())
beforeEach(() => {
  box = openBox()
  box.put(`home/.claude/projects/-project/${LONG}.jsonl`, readFileSync(join(import.meta.dirname, 'long.jsonl'), 'utf8'))
  box.stet('inscribe', '--all')
})
afterEach(() => box.remove())

function fileOf(session: string): string {
  const sessions = box.json('sessions') as readonly { readonly session: string; readonly source: string }[]
  return sessions.find((one) => one.session === session)!.source.replace('<box>', box.root)
}

describe('a session whose file was deleted', () => {
  beforeEach(() => rmSync(fileOf(WORDS)))

  it('is not approved by check: it says what the record holds and how to put it back', () => {
    const { status, stdout } = box.stet('check', WORDS, '--json')
    const value = JSON.parse(stdout)
    expect(status).toBe(1)
    expect(value.byte_exact).toBe(false)
    expect(value.differences[0]).toMatch(/is gone; the record holds all \d+ bytes of it, 3 rounds: stet restore /)
  })

  it('is a problem to doctor', () => {
    const { status, stdout } = box.stet('doctor', WORDS, '--json')
    expect(status).toBe(1)
    expect(JSON.parse(stdout).problems).toMatchObject([
      { where: `${WORDS} file`, what: expect.stringContaining('is gone') },
    ])
  })

  it('is nothing for doctor to repair, only to put back', () => {
    const { stdout } = box.stet('doctor', WORDS)
    expect(stdout).toContain('the client gets 0 messages')
    expect(stdout).not.toContain('--repair')
    const repair = box.stet('doctor', WORDS, '--repair')
    expect(repair.stderr).toContain('is gone')
    expect(repair.stderr).toContain(`stet restore ${WORDS}`)
  })
})

it('a capture says so where all that is there was forgotten', () => {
  box.stet('forget', ...(box.json('sessions') as readonly { session: string }[]).map(({ session }) => session))
  expect(box.stet('inscribe').stdout).toBe(
    'Nothing was captured: sessions that `stet forget` removed stay out.\n→ stet inscribe PATH   captures such a file anyway\n',
  )
})

it('sessions that an undo took away are in no list', () => {
  const made = box.json('trim', LONG) as { sessions: { session: string }[] }
  const [{ session }] = made.sessions as [{ session: string }]
  const listed = () => (box.json('sessions') as { session: string }[]).map((one) => one.session)
  expect(listed()).toContain(session)
  box.stet('undo')
  expect(listed()).not.toContain(session)
  expect(box.json('lineage', LONG)).toMatchObject({ children: [] })
  const { hits } = box.json('search', 'line') as { hits: { session: string }[] }
  expect(hits.map((hit) => hit.session)).not.toContain(session)
  expect(box.stet('check', session).status).toBe(1)
  expect(box.stet('doctor', session).status).toBe(1)
})

describe('a session of which the record has several generations', () => {
  const names = () => box.stet('sessions').stdout.match(/5e55a001[~\d]*/g)
  const roundsOf = (name: string) => (box.json('rounds', name) as unknown[]).length

  it('has a name for each: of the file cut short, as it was again, and of a broken copy', () => {
    const file = fileOf(WORDS)
    const whole = readFileSync(file, 'utf8')
    const lines = whole.split('\n')
    writeFileSync(file, `${lines.slice(0, 6).join('\n')}\n`)
    box.stet('inscribe', file)
    expect(names()).toEqual(['5e55a001', '5e55a001~0'])
    expect(box.stet('sessions').stdout).toContain('1 older state of rewritten files: 5e55a001~0')
    expect([roundsOf('5e55a001~0'), roundsOf('5e55a001'), roundsOf('latest')]).toEqual([3, 1, 1])
    writeFileSync(file, whole)
    box.stet('inscribe', file)
    expect(names()).toEqual(['5e55a001', '5e55a001~1'])
    expect([roundsOf('5e55a001'), roundsOf('5e55a001~1'), roundsOf('latest')]).toEqual([3, 1, 3])
    const copy = box.put(`elsewhere/${WORDS}.jsonl`, `${lines.slice(0, 5).join('\n')}\n{"torn\n`)
    box.stet('doctor', copy, '--repair')
    expect(names()).toEqual(['5e55a001', '5e55a001~1', '5e55a001~2'])
    expect(roundsOf('5e55a001')).toBe(3)
  })
})

it('commands that are proposed name their session, also where two ids begin with the same minute', () => {
  const [one, other] = ['01a1dcc5-0e78-70e2-9803-409b1436fc67', '01a1dcc5-4db7-7cb3-a138-b4658a09b12b']
  for (const id of [one, other])
    box.put(`home/.claude/projects/-project/${id}.jsonl`, fixture('words', box.cwd).replaceAll(WORDS, id!))
  box.stet('inscribe', '--all')
  for (const id of [one, other]) {
    const { advice } = box.json('pressure', id!) as { advice: { command: string } }
    const [, , name] = advice.command.split(' ')
    expect(box.stet('rounds', name!).stdout).toContain('3 rounds')
    const reference = box.stet('inject', `${id}:2`).stdout.match(/\[user (\S+)\]/)![1]!
    expect(box.stet('inject', reference).stdout).toBe('Add gamma.\n')
    const [shown] = box.stet('show', id!, '2').stdout.match(/\S+:2:0/)!
    expect(box.stet('inject', shown).stdout).toBe('Add gamma.\n')
  }
  const [, , ofOverview] = (box.json() as { advice: { command: string }[] }).advice[0]!.command.split(' ')
  expect(box.stet('rounds', ofOverview!).status).toBe(0)
})

describe('a time without a zone', () => {
  it("is the user's own", () => {
    expect(box.shell(`TZ=America/New_York $STET ctx resolve --at 2001-01-01T10:00`).stdout).toContain(
      'No commit at or before 2001-01-01T15:00:00.000Z.',
    )
  })

  const there = (line: string) => box.shell(`TZ=America/New_York $STET ${line}`)

  it.each([
    [
      '<before>',
      `compress-before ${WORDS} 2025-03-19T06:07 --dry-run`,
      '2025-03-19T06:07',
      '2 as rows of an index (1-2)',
    ],
    [
      '--before',
      `revive ${WORDS} --before 2025-03-19T06:07 --dry-run`,
      '2025-03-19T06:07',
      '2 as rows of an index (1-2)',
    ],
    [
      '--full-after',
      `export ${WORDS} --to claude-code --full-after 2025-03-19T06:07 --dry-run`,
      '2025-03-19T06:07',
      '2 as rows of an index (1-2)',
    ],
    ['--before', 'search gamma --before 2025-03-19T06:07', '2025-03-19T06:07', '5e55a001:2'],
    ['--after', 'sessions --after 2025-03-19T06:07', '2025-03-19T06:07', '5e55a001'],
    ['--older-than', 'forget --older-than 2025-03-19T06:07 --dry-run', '2025-03-19T06:07', '5e55b002'],
    ['--at', 'ctx resolve --at 2025-03-19T06:07', '2025-03-19T06:07', 'ctx-'],
  ])("is the user's own for %s of %s, and the answer says so", (name, line, time, found) => {
    const own = there(line)
    expect(own.stderr).toContain(`${name} ${time} is your own time: 2025-03-19T10:07:00.000Z.`)
    expect(own.stdout).toContain(found)
    const named = there(line.replace(time, '2025-03-19T10:07Z'))
    expect(named.stdout).toBe(own.stdout)
    expect(named.stderr).not.toContain('your own time')
    const [command] = line.startsWith('ctx') ? ['ctx resolve'] : line.split(' ')
    expect(box.shell(`COLUMNS=200 $STET ${command} --help`).stdout).toContain('your own time unless it names a zone')
  })

  it('and without a time of day is a day there', () => {
    expect(there('sessions --after 2025-03-19').stderr).toBe('--after 2025-03-19 is a day in your own time zone.\n')
    expect(there('search gamma --before 2025-03-18').stdout).not.toContain('5e55a001:2')
    expect(there('search gamma --before 2025-03-19').stdout).toContain('5e55a001:2')
  })
})

describe('a store that was named', () => {
  it('and is not there is a mistake, not an empty record', () => {
    const { status, stderr } = box.stet('sessions', '--store', join(box.root, 'nowhere'))
    expect(status).toBe(1)
    expect(stderr).toContain('There is no record in <box>/nowhere.')
    expect(existsSync(join(box.root, 'nowhere'))).toBe(false)
  })

  it.each([
    'postgres:u:hunter2@h',
    ' postgres:u:hunter2@h',
    'postgres//u:hunter2@h/db',
    'postgre:/u:hunter2@h/db',
    'postgres://u:12/hunter2@h/db',
    'postgres://u:12#hunter2@h/db',
    'postgres://u:hunter2/@h/db',
  ])('and is a mistyped address is wrong usage, and its password is not shown: %j', (address) => {
    const { status, stdout } = box.stet('sessions', '--json', '--store', address)
    expect([status, stdout.includes('hunter2')]).toEqual([64, false])
  })

  it('may not be an address, but for that of a shared store, and no password is shown', () => {
    const refused = box.stet('sessions', '--store', 'mysql://root:hunter2@there/stet')
    expect(refused).toMatchObject({ status: 64, stderr: expect.stringContaining('a mysql:// address') })
    const away = box.stet('sessions', '--store', 'postgres://root:hunter2@127.0.0.1:1/stet')
    expect(away).toMatchObject({ status: 1, stderr: expect.stringContaining('cannot be reached') })
    expect(seen(refused) + seen(away)).not.toContain('hunter2')
  })
})

it('inject writes pictures into files', () => {
  const name = 'interrupted-and-image-2.1.325.jsonl'
  const id = /"sessionId":"([0-9a-f-]{36})"/.exec(readFileSync(join(FIXTURES, name), 'utf8'))![1]!
  const folder = join(box.home, '.claude/projects/-project')
  mkdirSync(folder, { recursive: true })
  copyFileSync(join(FIXTURES, name), join(folder, `${id}.jsonl`))
  box.stet('inscribe', '--all')
  const rounds = box.json('rounds', id) as { round: number }[]
  const ref = rounds
    .map(({ round }) => `${id}:${round}`)
    .find((one) => box.stet('inject', one).stdout.includes('--out FILE'))
  expect(ref).toBeDefined()
  const out = join(box.root, 'picture.png')
  const pictures = () => readdirSync(box.root).filter((one) => one.startsWith('picture'))
  expect(box.stet('inject', ref!, '--out', out, '--dry-run').stdout).toContain('Would write')
  expect(pictures()).toEqual([])
  expect(box.stet('inject', ref!, '--out', out).status).toBe(0)
  expect(box.json('inject', ref!, '--out', out, '--dry-run')).toMatchObject({ error: { code: 'target-exists' } })
  const written = pictures()
  expect(written.length).toBeGreaterThan(0)
  expect(readFileSync(join(box.root, written[0]!)).subarray(1, 4).toString()).toBe('PNG')
  expect(statSync(join(box.root, written[0]!)).mode & 0o777).toBe(0o600)
})

it('a session written to a name without an ending resumes by the name that is told', () => {
  const { sessions } = box.json('trim', LONG, '--out', join(box.root, 'cut')) as {
    sessions: { path: string; resume: string }[]
  }
  expect(sessions[0]!.path).toMatch(/cut\.jsonl$/)
  expect(sessions[0]!.resume).toContain('cut.jsonl')
})

describe('contexts', () => {
  it('have names, and a session means its head', () => {
    expect(box.json('ctx', 'set', 'before-work', LONG)).toMatchObject({ name: 'before-work' })
    const { context_id } = box.json('ctx', 'get', 'before-work') as { context_id: string }
    expect(box.json('ctx', 'list')).toEqual([{ name: 'before-work', context_id }])
    const history = (of: string) => (box.json('ctx', 'history', of) as { commits: { id: string }[] }).commits
    expect(history('before-work')[0]!.id).toBe(context_id)
    expect(history(LONG)).toEqual(history('before-work'))
    expect(box.stet('ctx', 'delete', 'before-work').status).toBe(0)
    expect(box.json('ctx', 'list')).toEqual([])
    expect(box.stet('ctx', 'get', 'before-work').status).toBe(1)
    expect(box.stet('ctx', 'set', 'ctx-1', LONG).status).toBe(64)
  })

  it('are forked into a session of their own', () => {
    const forked = box.json('ctx', 'fork', LONG) as { session: string; path: string; resume: string }
    expect(existsSync(forked.path.replace('<box>', box.root))).toBe(true)
    expect(forked.session).not.toBe(LONG)
    expect(forked.resume).toContain(forked.session)
  })
})

it('what was done is listed, with what undo would take back', () => {
  const { operation, sessions } = box.json('trim', LONG) as { operation: string; sessions: { session: string }[] }
  expect(box.json('operations')).toMatchObject([
    { operation, kind: 'trim', from: [LONG], sessions: [sessions[0]!.session], undone: false },
  ])
  expect(box.stet('operations').stdout).toContain(`stet undo ${operation}`)
})

it('sessions are found by words, time, folder and client', () => {
  const listed = (...filters: string[]) =>
    (box.json('sessions', ...filters) as { session: string }[]).map(({ session }) => session)
  expect(listed(WORDS.slice(0, 8))).toContain(WORDS)
  expect(listed(WORDS.slice(0, 8))).not.toContain(LONG)
  expect(listed('--client', 'codex')).toEqual([])
  expect(listed('--after', '2999-01-01')).toEqual([])
  expect(listed('--project', 'no-such-folder')).toEqual([])
})

describe('completion', () => {
  it.for(['bash', 'zsh', 'fish'])('of %s asks the record for words', (shell, { skip }) => {
    const { stdout } = box.stet('completion', shell)
    for (const kind of ['session', 'engagement', 'operation', 'commit'])
      expect(stdout).toContain(`stet completion --words ${kind}`)
    if (!hasShell(shell) && !process.env.CI) return skip(`there is no ${shell}, and it could not be installed`)
    expect(box.shell(`$STET completion ${shell} > ${box.root}/script; ${shell} -n ${box.root}/script`).stderr).toBe('')
  })

  it('knows sessions, engagements, operations, commits and names', () => {
    const { operation } = box.json('trim', LONG) as { operation: string }
    box.stet('tag', LONG, '1', 'word-work')
    box.stet('ctx', 'set', 'here', LONG)
    const words = (kind: string) => box.stet('completion', '--words', kind).stdout.trim().split('\n')
    expect(words('session')).toEqual(expect.arrayContaining(['latest', LONG.slice(0, 8), WORDS.slice(0, 8)]))
    expect(words('engagement')).toEqual(['word-work'])
    expect(words('operation')).toEqual([operation])
    expect(words('commit')).toEqual(expect.arrayContaining(['here', 'latest']))
    const line = `source <($STET completion bash); stet() { $STET "$@"; }; COMP_WORDS=(stet undo op); COMP_CWORD=2; _stet; echo "\${COMPREPLY[@]}"`
    expect(box.shell(`bash -c '${line.replaceAll("'", `'\\''`)}'`).stdout).toContain(operation)
  })
})

function hasShell(name: string): boolean {
  const isThere = () => box.shell(`command -v ${name}`).status === 0
  if (!isThere()) installPackage(name)
  return isThere()
}
