import { existsSync, mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { compressionsOf } from '../../src/brief/compressions.ts'
import { handOver } from '../../src/brief/hand-over.ts'
import { probe } from '../../src/brief/probe.ts'
import { DIMENSIONS } from '../../src/brief/probes/grade.ts'
import { DEFAULT_REQUEST } from '../../src/brief/request.ts'
import { retrieve } from '../../src/brief/retrieve.ts'
import { stillOpen } from '../../src/brief/session-brief.ts'
import type { Session } from '../../src/model/session.ts'
import { inject } from '../../src/read/inject.ts'
import { resolveSession } from '../../src/record/naming/resolve-session.ts'
import type { Workspace } from '../../src/record/workspace.ts'
import { compress } from '../../src/surgery/compress-session.ts'
import { closeWorkspace } from '../../src/workspace/open-workspace.ts'
import { openTestWorkspace } from '../workspace.ts'

const ID = '7e57d000-0000-4000-8000-000000000001'
const root = mkdtempSync(join(tmpdir(), 'stet-compress-'))
let workspace: Workspace
let session: Session
const out = join(root, 'out')

const ROUNDS: readonly (readonly [user: string, ...agent: readonly (string | Call)[]])[] = [
  [
    'Build a parser for the ledger. Do not touch config/billing.yml.',
    call('Write', { file_path: '/w/src/parse.ts', content: 'export function parse() {\n  return 1\n}\n' }, 'created'),
    'We go with Kestrel instead of Marlin because Marlin needs a daemon.',
  ],
  [
    'The staging host is kepler-7.',
    call('Read', { file_path: '/w/docs/ledger.md' }, '     1→# Ledger\n     2→One line an entry.'),
    call('Edit', { file_path: '/w/src/parse.ts', old_string: 'return 1', new_string: 'return parseLedger()' }, 'ok'),
    'I updated the parser.',
  ],
  [
    'Run the tests.',
    call(
      'Bash',
      { command: 'npx vitest run tests/parse.test.ts' },
      'Exit code 1\n1 failed\nError: QX-4411 ledger is empty',
      true,
    ),
    'The test fails.',
  ],
  [
    'Fix it.',
    call('Edit', { file_path: '/w/src/tmp.ts', old_string: 'a', new_string: 'b' }, 'ok'),
    call('Edit', { file_path: '/w/src/tmp.ts', old_string: 'b', new_string: 'a' }, 'ok'),
    call('Bash', { command: 'npx vitest run tests/parse.test.ts' }, '3 passed'),
    'Still to do: the webhook needs a retry cap.',
  ],
  ['Change of plan: the ledger uses Marlin, not Kestrel any more.', 'Understood.'],
]

interface Call {
  readonly name: string
  readonly input: object
  readonly result: string
  readonly failed: boolean
}

function call(name: string, input: object, result: string, failed = false): Call {
  return { name, input, result, failed }
}

beforeAll(async () => {
  const file = join(root, `${ID}.jsonl`)
  writeFileSync(file, transcript())
  workspace = (await openTestWorkspace({ home: root })).workspace
  session = await resolveSession(workspace, file)
  await write(
    entry('e1', 'task', 'Build a parser for the ledger.', 1, 'user', 'Build a parser for the ledger'),
    entry('e2', 'rule', 'Do not touch config/billing.yml.', 1, 'user', 'Do not touch config/billing.yml'),
    {
      ...entry('e3', 'decision', 'The ledger uses Kestrel.', 1, 'agent', 'We go with Kestrel instead of Marlin'),
      why: { text: 'Marlin needs a daemon', round: 1 },
      rejected: [{ what: 'Marlin' }],
    },
    entry('e4', 'fact', 'The staging host is kepler-7.', 2, 'user', 'The staging host is kepler-7'),
    entry('e5', 'open', 'The webhook needs a retry cap.', 4, 'agent', 'the webhook needs a retry cap'),
  )
})

function entry(id: string, kind: string, text: string, round: number, by: string, words: string) {
  return { id, kind, text, rounds: [round], by, quotes: [`r${round}: ${words}`] }
}

async function write(...entries: readonly object[]): Promise<void> {
  const { refused } = await handOver(workspace, session, { entries }, { writer: 'agent', name: 'claude-code' })
  expect(refused).toEqual([])
}
afterAll(() => closeWorkspace(workspace))

it('writes a state and a prompt with entries, facts and words, each with its round', async () => {
  const made = await compress(workspace, session, DEFAULT_REQUEST, { out })
  const state = readFileSync(made.files.state, 'utf8')
  const prompt = readFileSync(made.files.prompt, 'utf8')
  for (const text of [state, prompt]) {
    expect(text.split('\n')[0]).toContain('Entries are by claude-code')
    expect(text).toMatch(/Do not touch config\/billing\.yml\..*(?:round |turn_reference: )1/)
    expect(text).toMatch(/kepler-7.*(?:round |turn_reference: )2/)
    expect(text).toMatch(/Kestrel.*Marlin needs a daemon.*/)
    expect(text).toMatch(/src\/parse\.ts.*(?:rounds|turn_reference:) \[?1, 2/)
    expect(text).toMatch(/vitest run tests\/parse\.test\.ts.*passed/)
    expect(text).toMatch(/retry cap.*(?:round |turn_reference: )4/)
  }
  expect(prompt).toContain(`read its file, ${session.source}.`)
  expect(prompt).toContain('- r5 user: Change of plan: the ledger uses Marlin, not Kestrel any more.')
  expect(prompt).not.toMatch(/not to be reopened|Take up|Reliance/)
  expect(state).toMatch(/iteration_history:[\s\S]*QX-4411[\s\S]*gone in round 4/)
  expect(made.gates.filter((gate) => !gate.pass)).toEqual([])
  expect(statSync(made.files.state).mode & 0o777).toBe(0o600)
  expect(statSync(dirname(made.files.state)).mode & 0o777).toBe(0o700)
})

it('is a compaction commit with a tag; a second time there is nothing to do', async () => {
  const [kept] = await compressionsOf(workspace, session.id)
  expect(await workspace.store.findCommit(kept!.commit)).toMatchObject({
    type: 'compaction',
    thread: `compress/${kept!.tag}`,
  })
  expect(kept!.tag).toMatch(/^[A-Z0-9]+(_[A-Z0-9]+){2,}$/)
  await expect(compress(workspace, session, DEFAULT_REQUEST, { out })).rejects.toMatchObject({ code: 'nothing-to-do' })
})

it('keeps every word and every version of every file in a lossless archive', async () => {
  const made = await compress(
    workspace,
    session,
    { ...DEFAULT_REQUEST, mode: 'lossless', turns: { kind: 'range', range: '1-5' } },
    { out },
  )
  const archive = JSON.parse(readFileSync(join(dirname(made.files.archive!), 'archive.json'), 'utf8'))
  for (const { round, text } of archive.transcript) {
    expect(text).toBe((await inject(workspace, { session, range: String(round) })).text)
    expect(readFileSync(made.files.archive!, 'utf8')).toContain(text)
  }
  expect(
    archive.artifacts
      .find((file: { path: string }) => file.path === '/w/src/parse.ts')
      .versions.map((one: { content: string }) => one.content),
  ).toEqual(['export function parse() {\n  return 1\n}\n', 'export function parse() {\n  return parseLedger()\n}\n'])
  const chunks = new Set(archive.chunks.map((one: { id: string }) => one.id))
  for (const decision of archive.decisions) {
    expect(chunks.has(decision.full_context_ref)).toBe(true)
    expect(decision.rationale_chain).toContain(decision.turn)
  }
  const names = made.gates.map(({ name }) => name)
  expect(names).toContain('every version is kept')
  expect(new Set(names).size).toBe(made.gates.length)
  expect(made.gates.filter((gate) => !gate.pass)).toEqual([])
})

it('has the whole text of a file in the archive of rounds that only went on with it', async () => {
  const made = await compress(
    workspace,
    session,
    { ...DEFAULT_REQUEST, mode: 'lossless', turns: { kind: 'range', range: '2-2' } },
    { out: join(root, 'later') },
  )
  const archive = JSON.parse(readFileSync(join(dirname(made.files.archive!), 'archive.json'), 'utf8'))
  expect(archive.artifacts).toMatchObject([
    {
      path: '/w/src/parse.ts',
      versions: [{ turn: 2, content: 'export function parse() {\n  return parseLedger()\n}\n' }],
    },
  ])
})

it('takes over what an earlier compression decided, and shows what contradicts it', async () => {
  const [first] = await compressionsOf(workspace, session.id)
  const early = await compress(
    workspace,
    session,
    { ...DEFAULT_REQUEST, turns: { kind: 'range', range: '1-2' } },
    { out },
  )
  await write({
    ...entry('e6', 'decision', 'The ledger uses Marlin.', 5, 'user', 'the ledger uses Marlin, not Kestrel any more'),
    rejected: [{ what: 'Kestrel' }],
  })
  const made = await compress(
    workspace,
    session,
    { ...DEFAULT_REQUEST, turns: { kind: 'range', range: '5-5' }, context: early.tag },
    { out },
  )
  const prompt = readFileSync(made.files.prompt, 'utf8')
  expect(prompt.indexOf('# Foundational Context')).toBeLessThan(prompt.indexOf('# Current Session'))
  expect(prompt).toContain('Contradictions to settle')
  expect(made.warnings).toEqual([
    expect.stringMatching(/^Contradiction: before: .*Kestrel.* · now: .*Marlin.*\(round 5\)$/),
  ])
  expect(readFileSync(made.files.state, 'utf8')).toContain('source: exact tag')
  await expect(
    compress(
      workspace,
      session,
      { ...DEFAULT_REQUEST, turns: { kind: 'recent' }, context: first!.tag.split('_').slice(0, 2).join(' ') },
      { out },
    ),
  ).rejects.toMatchObject({ code: 'reference-ambiguous' })
})

it('asks of a compression what its own rounds came to, unless told otherwise', async () => {
  const about = async (turns?: string) => (await probe(workspace, session, { turns })).probes.map(({ round }) => round)
  expect(new Set(await about())).toEqual(new Set([5]))
  expect(await about('1-5')).toContain(1)
})

it('says what became of each part of the context: outputs offloaded, messages summed up, documents read on demand', async () => {
  const made = await compress(
    workspace,
    session,
    { ...DEFAULT_REQUEST, turns: { kind: 'range', range: '1-5' } },
    { out: join(root, 'parts'), dryRun: true },
  )
  expect(made.components.map(({ component, action }) => [component, action])).toEqual([
    ['tool_outputs', 'offload'],
    ['messages', 'summarize'],
    ['documents', 'load on demand'],
  ])
  expect(made.components.every(({ tokens }) => tokens > 0)).toBe(true)
  const told = made.prompt.slice(made.prompt.indexOf('## What is not in this text'))
  expect(told).toContain(`stet inject ${session.id}:N`)
  expect(told).toContain('such as docs/ledger.md (round 2).')
  expect(told).not.toContain('parse.ts')
  const back = await inject(workspace, `${session.id}:3`)
  expect(JSON.stringify(back)).toContain('QX-4411 ledger is empty')
})

it('answers from the record', async () => {
  expect(await retrieve(workspace, session, 'Why did we decide for Marlin?')).toMatchObject({
    pattern: 'decision',
    refs: expect.arrayContaining([`${session.id}:5`]),
  })
  expect((await retrieve(workspace, session, 'Show earlier version of parse.ts')).answer).toContain('return 1')
  expect((await retrieve(workspace, session, 'What is still open?')).answer).toBe(
    '- The webhook needs a retry cap. (round 4, by agent, e5, r4 in these words)',
  )
  expect(await retrieve(workspace, session, 'Which rules apply?')).toMatchObject({
    answer: expect.stringContaining('config/billing.yml'),
    confidence: 'written and checked',
  })
  expect(await retrieve(workspace, session, 'Which error came up with the ledger?')).toMatchObject({
    answer: expect.stringMatching(/QX-4411.*gone since round 4/),
    confidence: 'recorded',
  })
})

it('names what a summary misses with its round, and repairs it', async () => {
  const file = join(root, 'poor.md')
  writeFileSync(file, 'Some work was done.\n')
  const poor = await probe(workspace, session, { summary: file })
  expect(poor.pass).toBe(false)
  expect(poor.probes.find((one) => one.missing.includes('parse.ts'))).toMatchObject({ type: 'artifact', round: 2 })
  expect(await probe(workspace, session, { summary: file, repair: true })).toMatchObject({ pass: true, repaired: file })
  expect(readFileSync(file, 'utf8')).toMatch(/^- rule: .*billing\.yml.*^- file: .*parse\.ts .*\(round 2\)$/ms)
})

it('has the configured model grade a text too, with secrets masked, and asks nobody unless told', async () => {
  const [file, sent] = [join(root, 'judged.md'), join(root, 'sent.txt')]
  const secret = `ghp_${'Ab3dE5fG7h'.repeat(4).slice(0, 36)}`
  writeFileSync(file, `The token is ${secret}.\n`)
  const judgedBy = (answer: string) => ({
    ...workspace,
    settings: async () =>
      ({ 'summarizer.kind': 'command', 'summarizer.command': `cat > '${sent}'; echo '${answer}'` }) as const,
  })
  const scores = (score: unknown) =>
    JSON.stringify(Object.fromEntries(DIMENSIONS.map((name, at) => [name, at === 0 ? score : 4])))
  const options = { summary: file, repair: true, out: join(root, 'judged-out.md') }
  expect((await probe(judgedBy(scores(4)), session, options)).verdict).toBeNull()
  expect(existsSync(sent)).toBe(false)

  const judged = await probe(judgedBy(`Here: ${scores(1)}`), session, { ...options, isJudged: true })
  expect(judged).toMatchObject({ pass: true, verdict: { overall: 3.5, dimensions: { accuracy: 1, completeness: 4 } } })
  expect(readFileSync(sent, 'utf8')).toContain('config/billing.yml')
  expect(readFileSync(sent, 'utf8')).not.toContain(secret)
  expect((await probe(judgedBy(scores(0)), session, { ...options, isJudged: true })).pass).toBe(false)

  for (const answer of ['no idea', scores(6), scores('5'), '{}'])
    await expect(probe(judgedBy(answer), session, { ...options, isJudged: true })).rejects.toMatchObject({
      code: 'summarizer-unavailable',
    })
  await expect(probe(workspace, session, { ...options, isJudged: true })).rejects.toMatchObject({
    code: 'config-invalid',
  })
})

function transcript(): string {
  const lines: object[] = []
  let parent: string | null = null
  const add = (type: 'user' | 'assistant', content: unknown) => {
    const uuid = `00000000-0000-4000-8000-${String(lines.length).padStart(12, '0')}`
    lines.push({
      parentUuid: parent,
      isSidechain: false,
      userType: 'external',
      cwd: '/w',
      sessionId: ID,
      version: '2.1.0',
      type,
      uuid,
      timestamp: new Date(Date.UTC(2031, 0, 1, 0, lines.length)).toISOString(),
      message: {
        role: type,
        content,
        ...(type === 'assistant' && { id: `m${lines.length}`, type: 'message', model: 'm' }),
      },
    })
    parent = uuid
  }
  let calls = 0
  for (const [user, ...agent] of ROUNDS) {
    add('user', user)
    for (const piece of agent) {
      if (typeof piece === 'string') add('assistant', [{ type: 'text', text: piece }])
      else {
        const id = `t${calls++}`
        add('assistant', [{ type: 'tool_use', id, name: piece.name, input: piece.input }])
        add('user', [
          { type: 'tool_result', tool_use_id: id, content: piece.result, ...(piece.failed && { is_error: true }) },
        ])
      }
    }
  }
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('')
}

it('says what still holds of rounds that became an index', async () => {
  expect(await stillOpen(workspace, session, '1-2,4')).toEqual([
    { kind: 'rule', text: 'Do not touch config/billing.yml.', round: 1 },
    { kind: 'open', text: 'The webhook needs a retry cap.', round: 4 },
  ])
  expect(await stillOpen(workspace, session, '2-3')).toEqual([])
})
