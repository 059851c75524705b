import { appendFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { inscribe } from '../../src/record/capture/inscribe.ts'
import { exchanges, jsonl } from './lines.ts'
import { type Chains, openChains } from './workbench.ts'

let chains: Chains
beforeEach(async () => {
  chains = await openChains()
})
afterEach(() => chains.close())

it('a line that goes on is parsed again, and the commits after it are those of a plain capture', async () => {
  const path = join(chains.home, '5e55c001-0000-4000-8000-00000000000e.jsonl')
  const compaction = [
    { type: 'system', subtype: 'compact_boundary', uuid: 'b', parentUuid: null, timestamp: '2026-03-19T11:00:00.000Z' },
    {
      type: 'user',
      isCompactSummary: true,
      uuid: 's',
      parentUuid: 'b',
      timestamp: '2026-03-19T11:00:01.000Z',
      message: { role: 'user', content: 'Summary.' },
    },
  ]
  writeFileSync(path, jsonl(exchanges(1, 3)).trimEnd()) // a whole record without its newline is committed
  await inscribe(chains.workspace, [path])
  appendFileSync(
    path,
    `{"type":"mode"}\n${jsonl([...exchanges(4, 5), ...compaction, ...exchanges(6, 7, { parent: 's' })])}`,
  )
  const { sessions } = await inscribe(chains.workspace, [path])
  const commits = []
  for await (const commit of chains.workspace.store.listChain(sessions[0]!.session)) commits.push(commit)
  expect(commits.map(({ type, messageCount }) => [type, messageCount])).toEqual([
    ['delta', 6],
    ['delta', 4],
    ['compaction', 0],
    ['delta', 4],
  ])
})
