import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { showCommit } from '../../src/brief/history.ts'
import { inscribe } from '../../src/record/capture/inscribe.ts'
import { type Started, start } from '../../src/surgery/contexts/start.ts'
import { fixtureFiles } from '../corpus/files.ts'
import { openTestWorkspace, type TestWorkspace } from '../workspace.ts'
import { conversation, DEFAULT_VERSION, openBox, resume, run } from './claude-code.ts'
import { resumeCodex } from './codex.ts'
import { CODEX_VERSION, findClaude, findCodex } from './install.mjs'
import { sentFor } from './oracle/codex-bench.ts'

const CLAUDE = fixtureFiles().find(({ name }) => name.startsWith(`parallel-tools-${DEFAULT_VERSION}`))!.path
const CODEX = resolve(import.meta.dirname, `../fixtures/codex/three-rounds-${CODEX_VERSION}.jsonl`)

let bench: TestWorkspace
beforeEach(async () => {
  bench = await openTestWorkspace()
})
afterEach(() => bench.close())

/** A reviewer that goes on from the end of a session. */
async function startedFrom(path: string): Promise<Started & { readonly path: string }> {
  const { sessions } = await inscribe(bench.workspace, [path])
  const started = await start(bench.workspace, {
    template: 'reviewer',
    context: sessions[0]!.head!,
    ticket: 'tkt-12ab',
  })
  return { ...started, path: started.path! }
}

/** What the last commit of a session's file says of who works there. */
async function commitOf(path: string) {
  const { sessions } = await inscribe(bench.workspace, [path])
  return showCommit(bench.workspace, sessions[0]!.head!)
}

it('Claude Code goes on from a context with all of it, as the agent that was named', { timeout: 120_000 }, async ({
  skip,
}) => {
  if (!findClaude(DEFAULT_VERSION)) skip(`Claude Code ${DEFAULT_VERSION} is not installed`)
  const started = await startedFrom(CLAUDE)
  const [untouched, again] = [await resume(CLAUDE), await resume(started.path)]
  expect(again.ok, again.stdout + again.stderr).toBe(true)
  expect(conversation(again.messages!, again.prompt)).toEqual(conversation(untouched.messages!, untouched.prompt))
  writeFileSync(started.path, again.after!)
  expect(await commitOf(started.path)).toMatchObject({
    session: started.session,
    template: 'reviewer',
    ticket_id: 'tkt-12ab',
  })
})

it('Claude Code begins with nothing in the session that was named', { timeout: 120_000 }, async ({ skip }) => {
  if (!findClaude(DEFAULT_VERSION)) skip(`Claude Code ${DEFAULT_VERSION} is not installed`)
  const { session, resume: command } = await start(bench.workspace, { template: 'reviewer', context: 'none' })
  const box = await openBox()
  try {
    const ran = await run(box, ['-p', 'Hello', ...command.split(' ').slice(1)])
    expect(ran.exitCode, ran.stdout + ran.stderr).toBe(0)
    const { sessions } = await inscribe(bench.workspace, [join(box.store, `${session}.jsonl`)])
    expect(sessions).toMatchObject([{ session, rounds: 1 }])
  } finally {
    await box.remove()
  }
})

it('Codex goes on from a context with all of it, as the agent that was named', { timeout: 120_000 }, async ({
  skip,
}) => {
  if (!findCodex()) skip(`Codex ${CODEX_VERSION} is not installed`)
  const started = await startedFrom(CODEX)
  expect(await sentFor(started.path)).toEqual(await sentFor(CODEX))
  const { ok, after } = await resumeCodex(started.path)
  expect(ok).toBe(true)
  writeFileSync(started.path, after)
  expect(await commitOf(started.path)).toMatchObject({
    session: started.session,
    template: 'reviewer',
    ticket_id: 'tkt-12ab',
  })
})
