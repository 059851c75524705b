import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Session } from '../../src/model/session.ts'
import { exportTo } from '../../src/read/export.ts'
import type { Workspace } from '../../src/record/workspace.ts'
import { inscribed, openRecord, sessionIds, temporaryFolder } from './record.ts'
import { transcript, uuidOf } from './transcript.ts'

const folder = temporaryFolder('beside')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const id = uuidOf('session')
const agents = ['a11ce', 'acompact-6ef3d2', 'aprompt_suggestion-f0bd67']
const journal = '{"type":"started","key":"v2:1","sessionId":"other"}\n'
const beside: Readonly<Record<string, string>> = {
  'tool-results/long.txt': 'a long result\n',
  'subagents/workflows/wf_1/journal.jsonl': journal,
  ...Object.fromEntries(
    agents.map((agentId) => [
      `subagents/agent-${agentId}.jsonl`,
      transcript({ sessionId: id, agentId, rounds: 1, seed: agentId }).join(''),
    ]),
  ),
}

let workspace: Workspace
let session: Session
let box: string
let tests = 0
beforeEach(async () => {
  workspace = openRecord(':memory:')
  box = join(folder, String(tests++))
  put(join(box, `${id}.jsonl`), transcript({ sessionId: id, rounds: 2 }).join(''))
  for (const [name, content] of Object.entries(beside)) put(join(box, id, name), content)
  session = await inscribed(workspace, join(box, `${id}.jsonl`))
})
afterEach(() => workspace.store.close())

function put(path: string, content: string): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, content)
}

describe('what is next to a session', () => {
  it('is a session where it is named as one, and kept as a file where it is not, lines or no lines', async () => {
    expect(await sessionIds(workspace)).toEqual([id, ...agents.map((agentId) => `agent-${agentId}`)].sort())
    const files = await workspace.store.listSideFiles(session.id)
    expect(files.map(({ path }) => path)).toEqual(['subagents/workflows/wf_1/journal.jsonl', 'tool-results/long.txt'])
    expect((await workspace.store.artifacts.get(files[0]!.artifact)).toString()).toBe(journal)
  })

  it('comes back with the session', async () => {
    const out = join(box, 'out.jsonl')
    const { files } = await exportTo(workspace, session, { to: 'raw', out })
    expect(files).toHaveLength(1 + Object.keys(beside).length)
    for (const [name, content] of Object.entries(beside))
      expect(readFileSync(join(box, 'out', name), 'utf8')).toBe(content)
  })

  it.each(['tool-results/long.txt', 'subagents/agent-a11ce.jsonl'])(
    'is not written over what is there as %s, and then nothing is written at all',
    async (name) => {
      const out = join(box, 'out.jsonl')
      put(join(box, 'out', name), 'mine')
      const before = readdirSync(box, { recursive: true }).sort()
      const refused = { code: 'target-exists', facts: { path: join(box, 'out', name) } }
      await expect(exportTo(workspace, session, { to: 'raw', out })).rejects.toMatchObject(refused)
      await expect(exportTo(workspace, session, { to: 'raw', out, dryRun: true })).rejects.toMatchObject(refused)
      expect(readdirSync(box, { recursive: true }).sort()).toEqual(before)
      expect(readFileSync(join(box, 'out', name), 'utf8')).toBe('mine')
      await exportTo(workspace, session, { to: 'raw', out, force: true })
      expect(readFileSync(join(box, 'out', name), 'utf8')).toBe(beside[name])
    },
  )
})
