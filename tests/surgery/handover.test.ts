import { randomUUID } from 'node:crypto'
import { appendFileSync, existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Box, buildBundle, fixture, LONG, openBox, seen, WORDS } from '../cli/box.ts'

let box: Box
let long: string
beforeAll(() => {
  buildBundle()
  box = openBox()
  long = box.put(`home/.claude/projects/-project/${LONG}.jsonl`, fixture('long', box.cwd))
  box.stet('inscribe', '--all')
})
afterAll(() => box.remove())

interface Made {
  readonly operation: string
  readonly sessions: readonly { readonly session: string; readonly path: string }[]
}

describe('rollover', () => {
  const HANDOFF = ['Current Task', 'Key Decisions', 'Modified Files', 'Immediate Next Steps', 'Critical Context']
    .map((heading) => `### ${heading}\n- so\n`)
    .join('\n')

  it('fails where the handoff is missing, empty or lacks a heading, and writes nothing', () => {
    const before = box.listing('home/.stet')
    expect(box.stet('rollover', WORDS, '--summary-file', 'none.md').status).toBe(1)
    box.put('elsewhere/empty.md', ' \n')
    expect(seen(box.stet('rollover', WORDS, '--summary-file', '../../elsewhere/empty.md'))).toContain('is empty')
    box.put('elsewhere/part.md', HANDOFF.replace('### Critical Context', ''))
    expect(seen(box.stet('rollover', WORDS, '--summary-file', '../../elsewhere/part.md'))).toContain(
      'lacks "### Critical Context"',
    )
    rmSync(join(box.root, 'elsewhere/empty.md'))
    rmSync(join(box.root, 'elsewhere/part.md'))
    expect(box.listing('home/.stet')).toEqual(before)
  })

  it('from a file, from the record and quick; numbered for a worker; the old session ends; undo takes it back', () => {
    box.put('elsewhere/handoff.md', HANDOFF)
    const made = JSON.parse(
      box.shell(`STET_WORKER_ID=w7 $STET rollover ${WORDS} --summary-file ../../elsewhere/handoff.md --json`).stdout,
    ) as Made & { prompt: string; session_number: number }
    expect(made.prompt).toContain('This is session #2 for')
    expect(made.prompt).toContain('Worker ID: w7')
    const [line] = readFileSync(made.sessions[0]!.path.replace('<box>', box.root), 'utf8').split('\n')
    expect(JSON.parse(line!).continue_metadata).toMatchObject({
      worker_id: 'w7',
      reason: 'rollover',
      parent_session_file: expect.stringContaining(WORDS),
    })
    const sessions = () =>
      box.json('sessions') as readonly {
        session: string
        end_reason: string | null
        worker: string
        session_number: number
      }[]
    expect(sessions().find(({ session }) => session === WORDS)).toMatchObject({
      end_reason: 'rollover',
      worker: 'w7',
      session_number: 1,
    })
    expect(sessions().find(({ session }) => session === made.sessions[0]!.session)).toMatchObject({
      end_reason: null,
      worker: 'w7',
      session_number: 2,
    })
    box.stet('undo', made.operation)
    expect(sessions().find(({ session }) => session === WORDS)).toMatchObject({ end_reason: null })
    expect(box.json('rollover', WORDS, '--dry-run')).toMatchObject({
      kind: 'rollover',
      prompt: expect.stringContaining('### Current Task'),
    })
    expect(box.json('rollover', WORDS, '--quick', '--dry-run')).toMatchObject({
      prompt: expect.stringContaining('No summary was written'),
    })
  })
})

describe('a rollover of a session that began with one', () => {
  const made = (...args: readonly string[]) =>
    box.json('rollover', ...args) as Made & { prompt: string; warnings: readonly string[] }

  it('tells what the sessions before came to, and what agents wrote then, not its own prompt', () => {
    const written = ['Current Task', 'Key Decisions', 'Modified Files', 'Immediate Next Steps', 'Critical Context']
      .map((heading) => `### ${heading}\n- ${heading === 'Key Decisions' ? 'Use argon2: bcrypt was slow' : 'so'}\n`)
      .join('\n')
    box.put('elsewhere/first.md', written)
    const first = made(WORDS, '--summary-file', '../../elsewhere/first.md')
    expect(first.prompt).toMatch(/### Not found in the record, [^#]*\n- Use argon2: bcrypt was slow \(Key Decisions: /)
    expect(first.warnings.join()).toContain('Not found in the record: "Use argon2: bcrypt was slow": ')
    const path = first.sessions[0]!.path.replace('<box>', box.root)
    const last = JSON.parse(readFileSync(path, 'utf8').trimEnd().split('\n').at(-1)!)
    const said = { ...last, type: 'user', uuid: randomUUID(), parentUuid: last.uuid, timestamp: '2030-01-01T00:00:00Z' }
    appendFileSync(path, `${JSON.stringify({ ...said, message: { role: 'user', content: 'Sort them now.' } })}\n`)
    const second = made(first.sessions[0]!.session)
    const third = made(second.sessions[0]!.session, '--dry-run')
    for (const { prompt } of [second, third]) {
      expect(prompt).toMatch(/- r1 user: What is in words\.txt\?[^#]*- r5 user: Sort them now\./)
      expect(prompt).toContain(
        '### From earlier handoffs, as agents wrote it, not checked\n- Use argon2: bcrypt was slow\n',
      )
      expect(prompt.split('This is session #')).toHaveLength(2)
      expect(prompt.split('Your next step is in')).toHaveLength(2)
    }
    box.stet('undo')
    box.stet('undo', '--force', first.operation)
  })
})

describe('revive', () => {
  it('keeps the last rounds whole and everything else as an index, and says where it came from', () => {
    const made = box.json('revive', WORDS, '--keep-recent', '1') as Made
    expect(made).toMatchObject({ kind: 'revive', sessions: [{ rounds_full: 1, rounds_indexed: 2 }] })
    expect(box.json('lineage', made.sessions[0]!.session)).toMatchObject({
      parents: [{ session: WORDS, kind: 'revive' }],
    })
    expect(box.json('revive', WORDS, '--keep-recent', '0', '--dry-run')).toMatchObject({
      sessions: [{ rounds_full: 0, rounds_indexed: 3 }],
    })
    expect(box.stet('revive', WORDS, '--before-compaction').status).toBe(4)
    expect(seen(box.stet('revive', WORDS, '--keep-recent', '1', '--before', 'round:2'))).toMatchInlineSnapshot(`
      "Use either --before or --keep-recent, not both.
      → stet revive SESSION --keep-recent 10
      [64]
      "
    `)
    box.stet('undo', made.operation)
  })

  it('of a session in which nothing is older than what stays whole writes nothing, and says how to go on in it', () => {
    const before = box.listing('home')
    expect(seen(box.stet('revive', WORDS))).toContain(`→ Run \`claude --resume ${WORDS}\` to continue it as it is`)
    expect(box.stet('revive', WORDS, '--keep-recent', '3').status).toBe(4)
    expect(box.listing('home')).toEqual(before)
    expect(box.stet('revive', WORDS, '--out', 'copy.jsonl', '--dry-run').status).toBe(0)
  })

  it('before a compaction: the rounds that the client’s summary took the place of are back', () => {
    const source = join(import.meta.dirname, '../fixtures/claude-code/auto-compact-2.1.325.jsonl')
    const id = (box.json('inscribe', source) as { sessions: { session: string }[] }).sessions[0]!.session
    expect(box.json('revive', id, '--dry-run')).toMatchObject({ sessions: [{ rounds_full: 2 }] })
    expect(box.json('revive', id, '--before-compaction', '--dry-run')).toMatchObject({
      sessions: [{ rounds_full: 6, rounds_indexed: 0 }],
    })
    expect(box.json('revive', id, '--before-compaction', '--dry-run')).toMatchObject({
      tokens_before: (box.json('pressure', id) as { tokens: number }).tokens, // what is sent now, not the originals
      sessions: [{ cache: { kept: 0, breaks_at_round: 1 } }],
    })
    const made = box.json('revive', id, '--before-compaction', '--keep-recent', '3') as Made
    expect(made).toMatchObject({ sessions: [{ rounds_full: 3, rounds_indexed: 3 }] })
    expect(readFileSync(made.sessions[0]!.path.replace('<box>', box.root), 'utf8')).not.toContain('isCompactSummary')
  })
})

describe('restore', () => {
  it('lists sessions whose file is gone, and puts one back to the byte', () => {
    const before = readFileSync(long)
    expect(box.json('restore')).toMatchObject({ missing: [], restored: [] })
    rmSync(long)
    expect(box.json('restore')).toMatchObject({ missing: [{ session: LONG, bytes: before.length }], restored: [] })
    expect(box.json('restore', LONG, '--dry-run')).toMatchObject({ restored: [{ session: LONG }] })
    expect(existsSync(long)).toBe(false)
    expect(box.json('restore', LONG)).toMatchObject({ missing: [], restored: [{ session: LONG }] })
    expect(readFileSync(long).equals(before)).toBe(true)
  })
})

describe('shrink', () => {
  it('compares the ways, takes the gentlest that gets there, and says when there is none', () => {
    const { tokens } = box.json('pressure', LONG) as { tokens: number }
    const target = String(tokens - 500)
    const dry = box.json('shrink', LONG, '--to', target, '--dry-run') as {
      ways: { chosen: boolean; reaches: boolean }[]
      operation?: string
    }
    expect(dry.operation).toBeUndefined()
    expect(dry.ways.filter(({ chosen }) => chosen)).toMatchObject([{ reaches: true, text_left_out: 0 }])
    expect(dry.ways.find(({ reaches }) => reaches)).toMatchObject({ chosen: true })
    const made = box.json('shrink', LONG, '--to', target) as Made & { tokens_after: number }
    expect(made.tokens_after).toBeLessThanOrEqual(Number(target))
    box.stet('undo', made.operation)
    expect(box.stet('shrink', LONG, '--to', '99%').status).toBe(4)
    expect(seen(box.stet('shrink', LONG, '--to', '1'))).toMatch(
      /→ Run `stet rollover 5e55c003`: it is \d+ % full and nothing is left to compress/,
    )
    expect(box.stet('shrink', LONG, '--to', 'half').status).toBe(64)
  })
})
