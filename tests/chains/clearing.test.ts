import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { history } from '../../src/brief/history.ts'
import type { Commit } from '../../src/model/commit.ts'
import { inscribe } from '../../src/record/capture/inscribe.ts'
import { reviveSession } from '../../src/surgery/revive-session.ts'
import { fileOf, human, says } from '../laws/lines.ts'
import { type Chains, openChains } from './workbench.ts'

const ID = '5e55c001-0000-4000-8000-00000000c1ea'
const CLEARED = {
  type: 'system',
  subtype: 'microcompact_boundary',
  content: 'Context microcompacted',
  uuid: 'mc',
  parentUuid: 'a1',
  sessionId: ID,
  timestamp: '2026-03-19T10:00:00.000Z',
  microcompactMetadata: { trigger: 'auto', preTokens: 90_000, tokensSaved: 30_000, compactedToolIds: ['t1', 't2'] },
}

let chains: Chains
beforeEach(async () => {
  chains = await openChains()
})
afterEach(() => chains.close())

it('results that the client cleared while it ran are a compaction commit, and contexts go on past it', async () => {
  const lines = [human('u1', null, 'Begin.'), says('a1', 'u1', 'Yes.'), CLEARED, human('u2', 'mc', 'On.')]
  const path = join(chains.home, `${ID}.jsonl`)
  const whole = fileOf(...lines)
  writeFileSync(path, whole)
  const { store } = chains.workspace
  await inscribe(chains.workspace, [path])
  const commits: Commit[] = []
  for await (const commit of store.listChain(ID as never)) commits.push(commit)
  expect(commits.map(({ type }) => type)).toEqual(['delta', 'compaction', 'delta'])
  const [, clearing, last] = commits
  expect((await store.artifacts.get(clearing!.artifact)).toString()).toBe(fileOf(CLEARED).toString())
  for (const stop of ['compaction', 'root']) expect(await chains.context(last!.id, stop)).toBe(whole.toString())
  const told = await history(chains.workspace, last!.id)
  expect(told.commits[1]).toMatchObject({ summary: 'the client cleared 2 tool results', commit_type: 'compaction' })
  const revived = reviveSession(chains.workspace, ID, { beforeCompaction: true } as never)
  await expect(revived).rejects.toMatchObject({ code: 'nothing-to-do' })
})
