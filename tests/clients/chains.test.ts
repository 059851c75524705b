import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inscribe } from '../../src/record/capture/inscribe.ts'
import { checkpoint } from '../../src/record/chain/checkpoint.ts'
import { resolveCommit } from '../../src/record/chain/resolve-commit.ts'
import type { Workspace } from '../../src/record/workspace.ts'
import { writeSession } from '../../src/surgery/contexts/write-session.ts'
import { CORPUS_ABSENT, type CorpusFile, fixtureFiles, someCorpusFiles } from '../corpus/files.ts'
import { openTestWorkspace, type TestWorkspace } from '../workspace.ts'
import { conversation, DEFAULT_VERSION, resume } from './claude-code.ts'
import { findClaude } from './install.mjs'
import { limit } from './limit.ts'

/** Real transcripts that were compacted, and some that were not. */
const OTHERS = 12
const corpus = someCorpusFiles().filter((file) => !file.isSubagent)
if (corpus.length === 0) console.log(`not run on real transcripts: ${CORPUS_ABSENT}`)
const compacted = corpus.filter((file) => readFileSync(file.path).includes('"compact_boundary"'))
const others = corpus
  .filter((file) => !compacted.includes(file))
  .filter((_, at) => at % Math.ceil(corpus.length / OTHERS) === 0)
const files = [...fixtureFiles().filter((file) => file.name.includes(DEFAULT_VERSION)), ...compacted, ...others]

let home: string
let workspace: Workspace
let bench: TestWorkspace

beforeAll(async () => {
  if (!findClaude(DEFAULT_VERSION) && process.env.CI === 'true')
    throw new Error(`Claude Code ${DEFAULT_VERSION} is not installed`)
  bench = await openTestWorkspace()
  home = bench.home
  workspace = bench.workspace
})
afterAll(() => bench.close())

describe('materialized, a session is what the client sends for the untouched file', () => {
  const two = limit(2)
  it.concurrent.for(files)('$name', { timeout: 240_000 }, async (file, { skip, expect }) => {
    if (!findClaude(DEFAULT_VERSION))
      skip(`Claude Code ${DEFAULT_VERSION} is not installed: node tests/clients/install.mjs`)
    const made = await materialized(file)
    const [untouched, again] = await Promise.all([two(() => resume(file.path)), two(() => resume(made))])
    expect(again.ok, again.stdout + again.stderr).toBe(true)
    expect(conversation(again.messages!, again.prompt)).toEqual(conversation(untouched.messages!, untouched.prompt))
  })
})

it('two discussions forked from one context share it and never see each other', { timeout: 120_000 }, async ({
  skip,
}) => {
  if (!findClaude(DEFAULT_VERSION))
    skip(`Claude Code ${DEFAULT_VERSION} is not installed: node tests/clients/install.mjs`)
  const reviewer = await reviewerCommit()
  const forks = await Promise.all(['one', 'two'].map((name) => fork(reviewer, name)))
  const first = await Promise.all(
    forks.map((path, at) =>
      resume(path, { prompt: `About finding ${at + 1}?`, script: [{ content: [`It is finding ${at + 1}.`] }] }),
    ),
  )
  const [one, two] = first.map((run) => said(run.messages!, run.prompt))
  expect(one).toEqual(two)
  expect(one!.length).toBeGreaterThan(2)
  for (const [at, run] of first.entries()) {
    const path = join(home, `grown-${at}`, `${run.sessionId}.jsonl`)
    mkdirSync(join(home, `grown-${at}`), { recursive: true })
    writeFileSync(path, run.after!)
    const next = await resume(path, { prompt: 'Anything else?' })
    const now = said(next.messages!, next.prompt)
    expect(now.slice(0, one!.length)).toEqual(one)
    expect(now.join('\n')).toContain(`About finding ${at + 1}?`)
    expect(now.join('\n')).not.toContain(`finding ${2 - at}`)
    const { sessions } = await inscribe(workspace, [path])
    expect((await workspace.store.listRounds(sessions[0]!.session)).length).toBeGreaterThan(1)
  }
})

async function materialized(file: CorpusFile): Promise<string> {
  const { sessions, failed } = await inscribe(workspace, [file.path])
  if (failed[0]) throw new Error(failed[0].message)
  const tip = await resolveCommit(workspace, sessions[0]!.head!)
  return (
    await writeSession(workspace, tip, {
      to: 'claude-code',
      out: join(mkdtempSync(join(home, 'made-')), 'session.jsonl'),
    })
  ).path
}

/** What a reviewer knew after the first round of a recorded session. */
async function reviewerCommit(): Promise<string> {
  const lines = readFileSync(
    fixtureFiles().find((file) => file.name.startsWith(`parallel-tools-${DEFAULT_VERSION}`))!.path,
    'utf8',
  ).split('\n')
  const second = lines.findLastIndex(
    (line) => line.includes('"promptId"') && line.includes('"turnPosition"') && !line.includes('tool_result'),
  )
  const data = join(home, 'review.jsonl')
  writeFileSync(data, `${lines.slice(0, second).join('\n')}\n`)
  return (await checkpoint(workspace, { type: 'delta', data, format: 'claude-code-v1' })).id
}

async function fork(reviewer: string, name: string): Promise<string> {
  const tip = await resolveCommit(workspace, reviewer)
  const written = await writeSession(workspace, tip, { to: 'claude-code', out: join(home, `${name}.jsonl`) })
  return written.path
}

function said(messages: Parameters<typeof conversation>[0], prompt: string): readonly string[] {
  return conversation(messages, prompt).map((block) => `${block.role} ${block.type} ${block.text ?? block.id ?? ''}`)
}
