import { spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { transcript } from '../faults/transcript.ts'
import { type Box, buildBundle, fixture, LONG, openBox, seen, WORDS } from './box.ts'

let box: Box
let projects: string
beforeAll(() => {
  buildBundle()
  box = openBox()
  projects = join(box.home, '.claude/projects')
  box.put(`home/.claude/projects/-project/${LONG}.jsonl`, fixture('long', box.cwd))
  box.stet('inscribe', '--all')
})
afterAll(() => box.remove())

const unfinished = () =>
  readdirSync(projects, { recursive: true, encoding: 'utf8' }).filter((path) => path.includes('.stet-'))

it('of two operations that write to one place the second is refused, even if both began at once', () => {
  box.stet('config', 'set', 'context.archive_command', 'sleep 1')
  const ran = box.shell(
    `$STET trim ${LONG} --out x.jsonl & first=$!; sleep 0.3; $STET trim ${LONG} --out x.jsonl; second=$?; wait $first; echo "ended $? and $second"`,
  )
  box.stet('config', 'unset', 'context.archive_command')
  expect(ran.stdout).toMatch(/ended (0 and 1|1 and 0)\n/)
  expect(ran.stderr).toContain('x.jsonl already exists.\n→ Choose another path, or add --force to replace it.')
  expect(readdirSync(box.cwd)).toEqual(['x.jsonl'])
  expect(box.stet('undo').status).toBe(0)
  expect(box.stet('undo').status).toBe(4)
})

it('--force replaces no other file, and a session comes back with undo', () => {
  const note = box.put('elsewhere/note.txt', 'mine')
  const theirs = transcript({ sessionId: '00000000-0000-4000-8000-0000000000cc', rounds: 2 }).join('')
  const session = box.put('elsewhere/theirs.jsonl', theirs)
  expect(seen(box.stet('drop', WORDS, '1', '--out', note, '--force'))).toMatchInlineSnapshot(`
    "<box>/elsewhere/note.txt already exists and is not a session file; --force replaces only sessions.
    → Choose another path with --out.
    [1]
    "
  `)
  expect(readFileSync(note, 'utf8')).toBe('mine')
  expect(box.stet('drop', WORDS, '1', '--out', session, '--force').status).toBe(0)
  expect(readFileSync(session, 'utf8')).not.toBe(theirs)
  expect(seen(box.stet('undo')).replace(/op-[0-9a-f]{8}/, 'op-<id>')).toMatchInlineSnapshot(`
    "Undid drop op-<id>.
      brought back <box>/elsewhere/theirs.jsonl
      continue with 5e55a001
    "
  `)
  expect(readFileSync(session, 'utf8')).toBe(theirs)
})

it("a session's own name stays its own", () => {
  expect(seen(box.stet('drop', WORDS, '1', '--out', `../../elsewhere/${WORDS}.jsonl`))).toMatchInlineSnapshot(`
    "<box>/elsewhere/5e55a001-0000-4000-8000-000000000001.jsonl has the id of another session in its name.
    → Choose another file name with --out, or leave out --out.
    [1]
    "
  `)
  expect(box.json('sessions')).not.toContainEqual(expect.objectContaining({ session: `${WORDS}~1` }))
})

it('what a killed Stet left next to sessions is removed by gc when it is old', () => {
  const left = join(projects, `-project/.stet-${'1'.repeat(36)}.tmp`)
  writeFileSync(left, 'half')
  expect(box.json('gc')).toMatchObject({ leftovers: 0 })
  utimesSync(left, 0, 0)
  expect(seen(box.stet('gc', '--dry-run'))).toContain('Would remove 1 unfinished file next to sessions.\n')
  expect(existsSync(left)).toBe(true)
  expect(box.json('gc')).toMatchObject({ leftovers: 1 })
  expect(existsSync(left)).toBe(false)
})

describe('Ctrl-C while a session is written', () => {
  const BIG = '5e55e005-0000-4000-8000-000000000005'
  let before: readonly string[]
  beforeAll(() => {
    const lines = transcript({ sessionId: BIG, rounds: 250, roundBytes: 400_000 })
    box.put(`home/.claude/projects/-project/${BIG}.jsonl`, lines.join(''))
    box.stet('inscribe', '--all')
    before = files()
  })

  const files = () => box.listing('home/.stet').filter((line) => /\d$/.test(line)) // folders have no size

  /** Sends so many signals once a file is begun, and returns how the command ended. */
  async function interrupted(
    signals: number,
    ...args: readonly string[]
  ): Promise<{ status: number | null; stderr: string }> {
    const env = {
      ...process.env,
      HOME: box.home,
      STET_HOME: join(box.home, '.stet'),
      CLAUDE_CONFIG_DIR: join(box.home, '.claude'),
    }
    const child = spawn(process.execPath, [join(import.meta.dirname, '../../bin/stet'), ...args], {
      cwd: projects,
      env,
    })
    const ended = new Promise<number | null>((done) => child.on('close', done))
    let stderr = ''
    child.stderr.on('data', (data) => (stderr += data))
    while (unfinished().length === 0 && child.exitCode === null) await wait(1)
    for (let sent = 0; sent < signals; sent++) {
      child.kill('SIGINT')
      await wait(2)
    }
    return { status: await ended, stderr }
  }

  it.each([
    [1, ['export-claude', BIG]],
    [2, ['export-claude', BIG]],
    [1, ['export', BIG, '--to', 'raw', '--out', 'copy.jsonl']],
  ] as const)('%i times: 130, and everything is as it was', async (signals, args) => {
    const { status, stderr } = await interrupted(signals, ...args)
    expect(status).toBe(130)
    if (signals === 1) expect(stderr).toContain('Stopped')
    expect(unfinished()).toEqual([])
    expect(files()).toEqual(before)
    expect(box.stet('undo').status).toBe(4)
  })
})

describe('--exec', () => {
  it('says where the client is missing, and how to resume', () => {
    const ran = box.shell(
      `mkdir -p none; ln -sf "$(command -v node)" none/node; PATH="$PWD/none" $STET drop ${WORDS} 1 --exec`,
    )
    expect(ran.status).toBe(1)
    expect(ran.stderr.replace(/[0-9a-f-]{36}/, '<new>')).toMatchInlineSnapshot(`
      "claude is not installed, or not in PATH.
      → The new session exists. To continue it, run: claude --resume <new>
      "
    `)
    expect(box.stet('undo').status).toBe(0)
  })

  it('is refused with --json, before anything is written', () => {
    const before = box.listing()
    expect(seen(box.stet('drop', WORDS, '1', '--exec', '--json'))).toMatchInlineSnapshot(`
      "{"error":{"code":"usage","message":"--exec gives the terminal to the client, and --json prints one JSON value there.","hint":"Leave --exec out, and run the command that \`resume\` names.","facts":{}}}
      [64]
      "
    `)
    expect(box.listing()).toEqual(before)
  })
})

it('names a command where there is nothing to undo, to look at or to drop', () => {
  box.stet('undo')
  const { stderr } = box.stet('undo')
  expect(stderr).toMatchInlineSnapshot(`
    "There is no operation to undo.
    → The last one was undone already: \`stet lineage 5e55a001-0000-4000-8000-000000000001\` shows what there is of its session.
    "
  `)
  const operation = (box.json('drop', WORDS, '1') as { operation: string }).operation
  box.stet('undo', operation)
  expect(seen(box.stet('undo', operation)).replace(/op-[0-9a-f]{8}|\d{4}-\S+Z/g, '<…>')).toMatchInlineSnapshot(`
    "Operation <…> was already undone, at <…>.
    → \`stet lineage 5e55a001-0000-4000-8000-000000000001\` shows what there is of its session.
    [4]
    "
  `)
  writeFileSync(join(box.cwd, 'note.jsonl'), 'a note\n')
  expect(seen(box.stet('doctor', 'note.jsonl'))).toMatchInlineSnapshot(`
    "<box>/home/project/note.jsonl is not a session of a client that Stet knows.
    → Give the path of a transcript, or run \`stet sessions\` to see what is in the record.
    [1]
    "
  `)
  const { session } = (box.json('drop', WORDS, '1') as { sessions: { session: string }[] }).sessions[0]!
  expect(seen(box.stet('drop', session, '1')).replaceAll(session, '<new>')).toMatchInlineSnapshot(`
    "Round 1 is not in this context.
    → The context has the rounds 2-3; run \`stet rounds <new>\` to see them.
    [1]
    "
  `)
})
