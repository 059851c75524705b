import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { resolveAt } from '../../src/brief/history.ts'
import { artifactIdOf } from '../../src/model/id.ts'
import { blocksIn } from '../../src/record/chain/blocks-in.ts'
import { checkpoint } from '../../src/record/chain/checkpoint.ts'
import { compact, compactFromFile, compactPlainly, plainSummary, snapshot } from '../../src/record/chain/compact.ts'
import { materialize } from '../../src/record/chain/materialize.ts'
import { resolveCommit } from '../../src/record/chain/resolve-commit.ts'
import { retain } from '../../src/record/chain/retain.ts'
import { openSqliteStore } from '../../src/record/sqlite/open-sqlite-store.ts'
import { writeContext, writeSession } from '../../src/surgery/contexts/write-session.ts'
import { undo } from '../../src/surgery/undo.ts'
import { Database } from '../../src/system/sqlite/database.ts'
import { fileFaults } from '../surgery/file-faults.ts'
import { exchanges, jsonl } from './lines.ts'
import { type Chains, openChains, stopOf } from './workbench.ts'

let chains: Chains
beforeEach(async () => {
  chains = await openChains()
})
afterEach(() => chains.close())

const commitOf = (id: string) => resolveCommit(chains.workspace, id)
const FORMAT = 'claude-code-v1'

function dataFile(name = 'data.jsonl', text = jsonl(exchanges(1, 1))): string {
  const path = join(chains.home, name)
  writeFileSync(path, text)
  return path
}

describe('a checkpoint', () => {
  it('reads its data once, so that it may come through a pipe', async () => {
    const fifo = join(chains.home, 'pipe')
    execFileSync('mkfifo', [fifo])
    const written = import('node:fs/promises').then((fs) => fs.writeFile(fifo, jsonl(exchanges(1, 2))))
    const { id } = await checkpoint(chains.workspace, { type: 'delta', data: fifo, format: FORMAT })
    await written
    expect(await chains.context(id)).toBe(jsonl(exchanges(1, 2)))
    expect(await commitOf(id)).toMatchObject({ start: 0, end: jsonl(exchanges(1, 2)).length, messageCount: 4 })
  })

  it('must be as long as its artifact', async () => {
    const { id: _, ...draft } = await commitOf(await chains.commit(exchanges(1, 1)))
    const bytes = Buffer.from('other')
    await expect(
      chains.workspace.store.putCommit({ bytes, draft: { ...draft, artifact: artifactIdOf(bytes), end: 0 } }),
    ).rejects.toThrow('0 bytes came with an artifact of 5')
  })

  it('is not taken for one of another type, and adds a summary that was not there', async () => {
    const { workspace } = chains
    const input = { data: dataFile(), format: FORMAT, type: 'delta' }
    const { id } = await checkpoint(workspace, input)
    for (const dryRun of [true, false])
      await expect(checkpoint(workspace, { ...input, type: 'compaction', dryRun })).rejects.toMatchObject({
        code: 'commit-differs',
        facts: { commit: id, type: 'delta', given: 'compaction' },
      })
    expect(await checkpoint(workspace, { ...input, summary: 'first' })).toEqual({ id, context_id: id })
    expect(await checkpoint(workspace, { ...input, summary: 'second' })).toEqual({ id, context_id: id })
    expect(await commitOf(id)).toMatchObject({ type: 'delta', summary: 'first' })
    expect(await workspace.store.listFaults()).toEqual([])
  })

  it('a checkpoint and a compaction name a file that is missing or unreadable', async () => {
    const { workspace } = chains
    const tip = await commitOf(await chains.commit(exchanges(1, 1)))
    mkdirSync(join(chains.home, 'folder'))
    for (const [path, code] of [
      ['none', 'file-not-found'],
      ['folder', 'file-unreadable'],
    ] as const) {
      await expect(compactFromFile(workspace, tip, path)).rejects.toMatchObject({ code, facts: { path } })
      await expect(checkpoint(workspace, { type: 'delta', data: path, format: FORMAT })).rejects.toMatchObject({ code })
    }
  })
})

it('a session that is written for a client is read back, and an operation that can be undone', async () => {
  const { workspace } = chains
  const tip = await commitOf(await chains.commit(exchanges(1, 3)))
  const made = await writeSession(workspace, tip, { to: 'claude-code', out: join(chains.home, 'made.jsonl') })
  expect(fileFaults(readFileSync(made.path), made.session)).toEqual([])
  expect(await undo(workspace, made.operation)).toMatchObject({ kind: 'materialize', removed: [made.path] })
  expect(existsSync(made.path)).toBe(false)
})

describe('a dry run', () => {
  it('checks everything, writes nothing, and names the commit it would write', async () => {
    const { workspace } = chains
    const tip = await commitOf(await chains.commit(exchanges(1, 3)))
    const before = await workspace.store.sizes()
    const input = {
      type: 'delta',
      data: dataFile('more.jsonl', jsonl(exchanges(4, 4))),
      format: FORMAT,
      parent: tip.id,
    }
    const dry = { dryRun: true }
    const would = [
      await checkpoint(workspace, { ...input, ...dry }),
      await compact(workspace, tip, 'All of it.', dry),
      await compactPlainly(workspace, tip, dry),
      await snapshot(workspace, tip, dry),
    ]
    await retain(workspace, tip, 'pin', '3d', dry)
    await expect(retain(workspace, tip, 'pin', 'long', dry)).rejects.toMatchObject({ code: 'usage' })
    await expect(checkpoint(workspace, { ...input, parent: 'ctx-0', ...dry })).rejects.toMatchObject({
      code: 'commit-not-found',
    })
    const path = join(chains.home, 'out.jsonl')
    const out = await writeContext(workspace, tip, { out: path, ...dry })
    await writeSession(workspace, tip, { to: 'claude-code', out: path, ...dry })
    expect(await materialize(workspace, tip, 'root', dry)).toMatchObject({ cached: false, message_count: 6 })
    expect(await workspace.store.sizes()).toEqual(before)
    expect(await workspace.store.artifacts.has(out.artifact_ref)).toBe(true) // one delta is its own context
    expect(await workspace.store.findRetention(tip.id)).toBeUndefined()
    expect((await materialize(workspace, tip, 'root')).cached).toBe(false)
    expect([
      await checkpoint(workspace, input),
      await compact(workspace, tip, 'All of it.'),
      await compactPlainly(workspace, tip),
      await snapshot(workspace, tip),
    ]).toEqual(would)
  })

  it('reads a context of several commits that is not in the store', async () => {
    const { workspace } = chains
    const tip = await commitOf(await chains.commit(exchanges(2, 2), { parent: await chains.commit(exchanges(1, 1)) }))
    const path = join(chains.home, 'out.jsonl')
    const made = await writeSession(workspace, tip, { to: 'claude-code', out: path, dryRun: true })
    expect(made).toMatchObject({ message_count: 4, cached: false })
    expect(await workspace.store.artifacts.has(made.artifact_ref)).toBe(false)
  })
})

it('a store that can only be read still answers', async () => {
  const parent = await chains.commit(exchanges(1, 1))
  const tip = await commitOf(await chains.commit(exchanges(2, 2), { parent }))
  const store = openSqliteStore({ directory: join(chains.home, 'store'), readOnly: true })
  try {
    const workspace = { ...chains.workspace, store }
    for (let time = 0; time < 2; time++)
      expect(await materialize(workspace, tip)).toMatchObject({ cached: false, message_count: 4 })
    const out = join(chains.home, 'context.jsonl')
    expect(await writeContext(workspace, tip, { out })).toMatchObject({ bytes: jsonl(exchanges(1, 2)).length })
  } finally {
    await store.close()
  }
})

describe('a snapshot after a commit', () => {
  it('is passed over where what it represents is there already', async () => {
    const d1 = await chains.commit(exchanges(1, 1))
    const d2 = await chains.commit(exchanges(2, 2), { parent: d1 })
    const { id: made } = await snapshot(chains.workspace, await commitOf(d2))
    const d3 = await chains.commit(exchanges(3, 3), { parent: made })
    for (const stop of [d1, 'root']) {
      expect(await chains.context(d3, stop)).toBe(jsonl(exchanges(1, 3)))
      const found = await materialize(chains.workspace, await commitOf(d3), await stopOf(chains.workspace, stop))
      expect(found).toMatchObject({ commit_count: 3, message_count: 6 })
    }
    expect(await chains.context(d3, made)).toBe(jsonl(exchanges(1, 3)))
  })

  it('a snapshot and a compaction count only what comes after them', async () => {
    const { workspace } = chains
    const d1 = await chains.commit(exchanges(1, 2))
    const { id: compacted } = await compact(workspace, await commitOf(d1), 'It all.')
    const { id: made } = await snapshot(workspace, await commitOf(compacted))
    const d2 = await commitOf(await chains.commit(exchanges(3, 3), { parent: made }))
    const found = await materialize(workspace, d2, 'root')
    expect(found).toMatchObject({ commit_count: 2, message_count: 6 })
    expect(found.token_count).toBe((await commitOf(d1)).tokenCount + d2.tokenCount)
  })
})

describe('resolving a moment', () => {
  it('is the same before and after a compaction and a snapshot by hand, which belong to the same principal', async () => {
    const { workspace } = chains
    const principal = 'them@there/claude-code'
    const id = await chains.commit(exchanges(1, 1), { principal })
    const at = '2026-03-19T12:00:00Z'
    const made = [await compact(workspace, await commitOf(id), 'What.'), await snapshot(workspace, await commitOf(id))]
    for (const one of made) expect(await commitOf(one.id)).toMatchObject({ principal })
    expect(await resolveAt(workspace, principal, at)).toEqual({ context_id: id, commit_id: id })
    const root = await chains.commit(exchanges(2, 2), { principal, type: 'snapshot' })
    expect(await resolveAt(workspace, principal, at)).toEqual({ context_id: root, commit_id: root })
  })

  it('goes down the index, whatever is passed over', async () => {
    const database = new Database(join(chains.home, 'store', 'sessions.db'), { readonly: true })
    const plan = database
      .prepare(
        `EXPLAIN QUERY PLAN SELECT commit_id AS id FROM commits WHERE principal = ? AND created_at <= ?
        AND (commit_type = 'delta' OR parent IS NULL
             OR EXISTS (SELECT 1 FROM chain WHERE chain.commit_id = commits.commit_id))
      ORDER BY created_at DESC, rowid DESC LIMIT 1`,
      )
      .all('p', 't') as { detail: string }[]
    database.close()
    const details = plan.map((step) => step.detail).join('\n')
    expect(details).toContain('USING INDEX commits_by_principal (principal=? AND created_at<?)')
    expect(details).toContain('USING COVERING INDEX chain_by_commit')
    expect(details).not.toMatch(/TEMP B-TREE|SCAN/)
  })
})

describe('a compaction without a summary', () => {
  it('says the first line of each round, as it was since the root', async () => {
    const { workspace } = chains
    const d1 = await chains.commit(exchanges(1, 2))
    const { id } = await compact(workspace, await commitOf(d1), 'Of my own.')
    const d2 = await commitOf(await chains.commit(exchanges(3, 3), { parent: id }))
    const made = await compactPlainly(workspace, d2)
    expect((await commitOf(made.id)).summary).toBe(
      [
        'What was said in 3 rounds, the first line each:',
        ...[1, 2, 3].flatMap((n) => [`${n}. question ${n}`, `   → answer ${n}`]),
      ].join('\n'),
    )
    expect(await compactPlainly(workspace, d2)).toEqual(made)
    expect(await chains.context(made.id)).toContain('2. question 2')
  })

  it('needs somebody who said something', async () => {
    const tip = await commitOf(await chains.commit([{ type: 'custom-title', customTitle: 'x' }]))
    await expect(compactPlainly(chains.workspace, tip)).rejects.toMatchObject({ code: 'nothing-to-do' })
  })

  it('names the last two hundred rounds and counts the older ones', () => {
    const lines = exchanges(1, 203).map((line) => jsonl([line]))
    const text = plainSummary(blocksIn(FORMAT, Buffer.from(lines.join(''))))!
    expect(text.split('\n').slice(0, 3)).toEqual([
      'What was said in 203 rounds, the first line each:',
      '(3 older rounds are left out)',
      '4. question 4',
    ])
    expect(text.endsWith('203. question 203\n     → answer 203')).toBe(true)
    const long = jsonl([
      { type: 'user', uuid: 'u', message: { role: 'user', content: `\n ${'😀'.repeat(300)}\nmore` } },
    ])
    expect(plainSummary(blocksIn(FORMAT, Buffer.from(long)))!.split('\n')[1]).toBe(`1. ${'😀'.repeat(200)}…`)
  })
})
