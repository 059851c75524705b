import { mkdirSync, writeFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { inscribe } from '../../src/record/capture/inscribe.ts'
import { createSpanReader } from '../../src/record/reading/session-bytes.ts'
import { forkSession } from '../../src/surgery/fork-session.ts'
import { openTestWorkspace, type TestWorkspace } from '../workspace.ts'
import { conversation, DEFAULT_VERSION, resume } from './claude-code.ts'
import { CODEX_VERSION, findClaude, findCodex } from './install.mjs'
import { sentFor } from './oracle/codex-bench.ts'

const FIXTURES = resolve(import.meta.dirname, '../fixtures')

let bench: TestWorkspace
beforeEach(async () => {
  bench = await openTestWorkspace()
})
afterEach(() => bench.close())

/** A fork after a round, and the client's own file as it was when that round ended. */
async function forked(path: string, round: number): Promise<{ readonly fork: string; readonly then: string }> {
  const { workspace, home } = bench
  const [inscribed] = (await inscribe(workspace, [path])).sessions
  const session = (await workspace.store.findSession(inscribed!.session))!
  const { sessions } = await forkSession(workspace, { session, range: String(round) })
  const spans = await workspace.store.listSpans(session.id)
  const next = spans.find(({ owner }) => owner > round)?.start ?? session.bytes
  const then = join(home, 'then', basename(path))
  mkdirSync(join(home, 'then'))
  writeFileSync(then, await createSpanReader(workspace.store, session)(0, next))
  return { fork: sessions[0]!.path, then }
}

it.for([
  ['subagent-large-output', 2, 'a round in the middle'],
  ['manual-compact', 1, 'a round before a compaction'],
  ['branches', 2, 'a round that was rewound'],
] as const)(
  'Claude Code sends of a fork of %s after round %i what it sent then: %s',
  { timeout: 120_000 },
  async ([name, round], { skip }) => {
    if (!findClaude(DEFAULT_VERSION)) skip(`Claude Code ${DEFAULT_VERSION} is not installed`)
    const { fork, then } = await forked(join(FIXTURES, `claude-code/${name}-${DEFAULT_VERSION}.jsonl`), round)
    const [made, was] = [await resume(fork), await resume(then)]
    expect(made.ok, made.stdout + made.stderr).toBe(true)
    expect(conversation(made.messages!, made.prompt)).toEqual(conversation(was.messages!, was.prompt))
  },
)

it('Codex sends of a fork after a round what it sent then', { timeout: 120_000 }, async ({ skip }) => {
  if (!findCodex(CODEX_VERSION)) skip(`Codex ${CODEX_VERSION} is not installed`)
  const { fork, then } = await forked(join(FIXTURES, `codex/three-rounds-${CODEX_VERSION}.jsonl`), 2)
  expect(await sentFor(fork)).toEqual(await sentFor(then))
})
