import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { history, resolveAt, showCommit } from '../../src/brief/history.ts'
import { checkpoint } from '../../src/record/chain/checkpoint.ts'
import { compactFromFile, snapshot } from '../../src/record/chain/compact.ts'
import { materialize } from '../../src/record/chain/materialize.ts'
import { resolveCommit } from '../../src/record/chain/resolve-commit.ts'
import { Database } from '../../src/system/sqlite/database.ts'
import { exchanges, jsonl } from './lines.ts'
import { sentOf } from './sent-of.ts'
import { type Chains, openChains } from './workbench.ts'

let chains: Chains
beforeEach(async () => {
  chains = await openChains()
})
afterEach(() => chains.close())

const part = (n: number) => exchanges(n * 5 - 4, n * 5)

/** Four commits of five exchanges each. */
async function chainOfFour(): Promise<readonly string[]> {
  const ids: string[] = []
  for (const n of [1, 2, 3, 4]) ids.push(await chains.commit(part(n), n === 1 ? {} : { parent: ids.at(-1)! }))
  return ids
}

describe('a chain of four', () => {
  it('represents everything from the root to each commit', async () => {
    const ids = await chainOfFour()
    for (const [at, id] of ids.entries()) expect(await chains.context(id)).toBe(jsonl(exchanges(1, 5 * (at + 1))))
  })

  it('is listed tip first, and each commit says who, when and how much', async () => {
    const ids = await chainOfFour()
    const { workspace } = chains
    const tip = await resolveCommit(workspace, ids[3]!)
    expect((await history(workspace, tip)).commits.map((commit) => commit.id)).toEqual([...ids].reverse())
    expect((await history(workspace, tip, 2)).commits).toHaveLength(2)
    expect(await showCommit(workspace, tip)).toMatchObject({
      id: ids[3],
      parent: ids[2],
      commit_type: 'delta',
      format: 'claude-code-v1',
      principal: 'me@here/claude-code',
      machine: 'here',
      checkpoint: 'explicit',
      message_count: 10,
      created_at: '2026-03-19T10:20:05.000Z',
    })
  })

  it('is the same chain when it is written again', async () => {
    expect(await chainOfFour()).toEqual(await chainOfFour())
  })

  it('is found by the start of an id', async () => {
    const [first] = await chainOfFour()
    expect((await resolveCommit(chains.workspace, first!.slice(0, 9))).id).toBe(first)
    await expect(resolveCommit(chains.workspace, 'ctx-')).rejects.toMatchObject({ code: 'reference-ambiguous' })
    await expect(resolveCommit(chains.workspace, 'ctx-zzz')).rejects.toMatchObject({ code: 'commit-not-found' })
  })
})

describe('two discussions of one review', () => {
  it('share what the reviewer knew and never see each other', async () => {
    const [, , reviewer] = await chainOfFour()
    const b1 = await chains.commit(exchanges(16, 16, { parent: 'a15', branch: 'b' }), { parent: reviewer! })
    const b2 = await chains.commit(exchanges(17, 17, { parent: 'ab16', branch: 'b' }), { parent: b1 })
    const c1 = await chains.commit(exchanges(16, 16, { parent: 'a15', branch: 'c' }), { parent: reviewer! })
    const shared = jsonl(exchanges(1, 15))
    const first = await chains.context(b2)
    const second = await chains.context(c1)
    expect(first.startsWith(shared)).toBe(true)
    expect(second.startsWith(shared)).toBe(true)
    expect(first.slice(shared.length)).toBe(
      jsonl([
        ...exchanges(16, 16, { parent: 'a15', branch: 'b' }),
        ...exchanges(17, 17, { parent: 'ab16', branch: 'b' }),
      ]),
    )
    expect(second).not.toContain('answer b')
    expect(first).not.toContain('answer c')
    const { commits } = await history(chains.workspace, await resolveCommit(chains.workspace, b2))
    expect(commits.find((commit) => commit.id === reviewer)?.forks).toContain(c1)
  })
})

describe('a compaction', () => {
  async function compacted(): Promise<{ before: readonly string[]; compaction: string; tip: string }> {
    const before = await chainOfFour()
    const summary = join(chains.home, 'summary.md')
    writeFileSync(summary, 'Twenty questions were answered.')
    const { id } = await compactFromFile(chains.workspace, await resolveCommit(chains.workspace, before[3]!), summary)
    const tip = await chains.commit(exchanges(21, 25), { parent: id })
    return { before, compaction: id, tip }
  }

  it('represents its summary and what follows', async () => {
    const { tip } = await compacted()
    const context = await chains.context(tip)
    expect(context).toContain('Twenty questions were answered.')
    expect(context).not.toContain('"question 20"')
    expect(context.endsWith(jsonl(exchanges(21, 25)))).toBe(true)
  })

  it('leaves the whole conversation after it, without a trace of itself', async () => {
    const { tip } = await compacted()
    expect(await chains.context(tip, 'root')).toBe(jsonl(exchanges(1, 25)))
  })

  it('can be stopped short of, at any ancestor', async () => {
    const { before, tip, compaction } = await compacted()
    expect(await chains.context(tip, compaction)).toBe(await chains.context(tip))
    expect(await chains.context(before[3]!, before[2])).toBe(jsonl(exchanges(11, 20)))
  })

  it('resumes as the summary and the later messages', async () => {
    const { tip } = await compacted()
    const said = (await sentOf(await chains.context(tip))).map((block) => JSON.parse(block).content.text)
    expect(said).toEqual([
      'Twenty questions were answered.',
      ...[21, 22, 23, 24, 25].flatMap((n) => [`question ${n}`, `answer ${n}`]),
    ])
  })
})

describe('a snapshot', () => {
  it('represents the same context and is all that is read for it', async () => {
    const ids = await chainOfFour()
    const { workspace } = chains
    const { id } = await snapshot(workspace, await resolveCommit(workspace, ids[3]!))
    const tip = await chains.commit(exchanges(21, 22), { parent: id })
    expect(await chains.context(tip)).toBe(jsonl(exchanges(1, 22)))
    expect((await materialize(workspace, await resolveCommit(workspace, tip))).commit_count).toBe(2)
    expect(await chains.context(tip, 'root')).toBe(jsonl(exchanges(1, 22)))
  })

  it('may be imported and serve as a root', async () => {
    const root = await chains.commit(exchanges(1, 5), { type: 'snapshot' })
    const tip = await chains.commit(exchanges(6, 7), { parent: root })
    expect(await chains.context(tip)).toBe(jsonl(exchanges(1, 7)))
    expect(await chains.context(tip, 'root')).toBe(jsonl(exchanges(1, 7)))
  })
})

describe('materializing', () => {
  it('joins once and answers from the cache afterwards', async () => {
    const ids = await chainOfFour()
    const tip = await resolveCommit(chains.workspace, ids[3]!)
    const first = await materialize(chains.workspace, tip)
    const second = await materialize(chains.workspace, tip)
    expect(first).toMatchObject({
      cached: false,
      joined_bytes: first.bytes,
      commit_count: 4,
      message_count: 40,
      tier: 'native',
    })
    expect(second).toEqual({ ...first, cached: true, joined_bytes: 0 })
  })

  it('ends the last line of a delta that lacks its newline', async () => {
    const [a, b] = [exchanges(1, 1), exchanges(2, 2)]
    const data = join(chains.home, 'open.jsonl')
    writeFileSync(data, jsonl(a).trimEnd())
    const { id } = await checkpoint(chains.workspace, { type: 'delta', data, format: 'claude-code-v1' })
    const tip = await chains.commit(b, { parent: id })
    expect(await chains.context(tip)).toBe(jsonl([...a, ...b]))
  })

  it('says which of four things is wrong', async () => {
    const ids = await chainOfFour()
    const { workspace } = chains
    const tip = await resolveCommit(workspace, ids[3]!)
    const other = await chains.commit(exchanges(90, 90))
    await expect(chains.context(ids[3]!, other)).rejects.toMatchObject({ code: 'not-an-ancestor' })
    const database = new Database(join(chains.home, 'store', 'sessions.db'))
    try {
      const { artifact } = (await workspace.store.findCommit(tip.id))!
      database.pragma('foreign_keys = OFF')
      database
        .prepare('DELETE FROM pieces WHERE artifact = (SELECT artifact FROM artifacts WHERE artifact_id = ?)')
        .run(artifact)
      database.prepare('DELETE FROM artifacts WHERE artifact_id = ?').run(artifact)
      await expect(materialize(workspace, tip)).rejects.toMatchObject({ code: 'artifact-missing', facts: { artifact } })
      database.prepare('DELETE FROM commits WHERE commit_id = ?').run(ids[1])
      await expect(chains.context(ids[2]!, 'root')).rejects.toMatchObject({
        code: 'parent-missing',
        facts: { parent: ids[1] },
      })
    } finally {
      database.close()
    }
  })

  it('refuses what names no format, and a checkpoint that says too little or too much', async () => {
    const data = join(chains.home, 'x.jsonl')
    writeFileSync(data, jsonl(exchanges(1, 1)))
    const { workspace } = chains
    await expect(checkpoint(workspace, { type: 'delta', data, format: 'lines' })).rejects.toMatchObject({
      code: 'usage',
    })
    await expect(checkpoint(workspace, { type: 'delta', format: 'claude-code-v1' })).rejects.toMatchObject({
      code: 'usage',
    })
    await expect(
      checkpoint(workspace, { type: 'delta', data, artifact: 'art-1', format: 'claude-code-v1' }),
    ).rejects.toMatchObject({ code: 'usage' })
    await expect(checkpoint(workspace, { type: 'patch', data, format: 'claude-code-v1' })).rejects.toMatchObject({
      code: 'usage',
    })
    await expect(
      checkpoint(workspace, { type: 'delta', data, format: 'claude-code-v1', parent: 'ctx-0' }),
    ).rejects.toMatchObject({ code: 'commit-not-found' })
  })
})

describe('resolving a moment', () => {
  it('finds the commit at it, between two and before all, in any zone', async () => {
    const ids = await chainOfFour()
    const at = async (time: string, principal = 'me@here/claude-code') =>
      (await resolveAt(chains.workspace, principal, time)).commit_id
    expect(await at('2026-03-19T10:10:05.000Z')).toBe(ids[1])
    expect(await at('2026-03-19T10:10:05Z')).toBe(ids[1])
    expect(await at('2026-03-19T11:10:05+01:00')).toBe(ids[1])
    expect(await at('2026-03-19T10:10:04.999Z')).toBe(ids[0])
    expect(await at('2026-03-19T05:12:30.25-05:00')).toBe(ids[1])
    expect(await at('2027-01-01T00:00:00Z')).toBe(ids[3])
    expect(await at('2026-03-19T10:05:04Z')).toBeNull()
    expect(await at('2027-01-01T00:00:00Z', 'nobody@nowhere')).toBeNull()
    await expect(at('some day')).rejects.toMatchObject({ code: 'usage' })
  })
})
