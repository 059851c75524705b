import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { findKept } from '../../src/clients/claude-code/context/kept-lines.ts'
import { claudeCode } from '../../src/clients/claude-code/index.ts'
import type { Commit } from '../../src/model/commit.ts'
import { estimateTokens } from '../../src/model/tokens.ts'
import { checkpoint } from '../../src/record/chain/checkpoint.ts'
import { snapshot } from '../../src/record/chain/compact.ts'
import { keptStretches } from '../../src/record/chain/kept-stretches.ts'
import { materialize } from '../../src/record/chain/materialize.ts'
import { resolveCommit } from '../../src/record/chain/resolve-commit.ts'
import type { Store } from '../../src/record/store.ts'
import { exchange, exchanges, jsonl, type Line } from './lines.ts'
import { sentOf } from './sent-of.ts'
import { type Chains, openChains } from './workbench.ts'

let chains: Chains
beforeEach(async () => {
  chains = await openChains()
})
afterEach(() => chains.close())

const line = (uuid: string, parent: string | null, second: number, more: Line): Line => ({
  parentUuid: parent,
  uuid,
  isSidechain: false,
  sessionId: '5e55c001-0000-4000-8000-000000000001',
  timestamp: new Date(Date.UTC(2026, 2, 19, 11, 0, second)).toISOString(),
  ...more,
})
const reply = (uuid: string, parent: string, second: number, content: Line): Line =>
  line(uuid, parent, second, { type: 'assistant', message: { id: 'reply', role: 'assistant', content: [content] } })
const call = (id: string): Line => ({ type: 'tool_use', id, name: 'Read', input: { file: id } })
const answer = (uuid: string, parent: string, second: number, id: string): Line =>
  line(uuid, parent, second, {
    type: 'user',
    message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: `what ${id} gave` }] },
  })

/** A question, a reply with two calls at once, their answers, and what the agent made of them. */
const PARALLEL: readonly Line[] = [
  line('q', 'a2', 0, { type: 'user', message: { role: 'user', content: 'Read both.' } }),
  reply('p1', 'q', 1, { type: 'text', text: 'Both at once.' }),
  reply('p2', 'p1', 2, call('one')),
  reply('p3', 'p2', 3, call('two')),
  answer('r1', 'p2', 4, 'one'),
  answer('r2', 'p3', 5, 'two'),
  line('end', 'r2', 6, {
    type: 'assistant',
    message: { id: 'last', role: 'assistant', content: [{ type: 'text', text: 'Read.' }] },
  }),
]

/** A compaction that kept the lines from `head` to `tail`. */
const compaction = (head: string, tail: string): readonly Line[] => [
  line('b', null, 10, {
    type: 'system',
    subtype: 'compact_boundary',
    content: 'Conversation compacted',
    compactMetadata: { preservedSegment: { headUuid: head, anchorUuid: 's', tailUuid: tail } },
  }),
  line('s', 'b', 11, {
    type: 'user',
    isCompactSummary: true,
    message: { role: 'user', content: 'This session is being continued from a previous conversation.' },
  }),
]

/** What a client sends for a commit's context, and for all of its lines in one file. */
async function sent(tip: string, file: readonly Line[]) {
  return [await sentOf(await chains.context(tip)), claudeCode.context.conversation(Buffer.from(jsonl(file)))] as const
}

describe('a compaction that kept a reply with two parallel calls', () => {
  const before = [...exchanges(1, 2), ...PARALLEL]
  const after = exchange(30, { parent: 's' })

  it.each([
    ['all of it', 'q', 'end'],
    ['from the middle of the reply', 'p2', 'end'],
    ['up to one answer', 'q', 'r2'],
  ])('sends the lines between the two, and no answer beside them: %s', async (_, head, tail) => {
    const kept = compaction(head, tail)
    const root = await chains.commit(before)
    const compacted = await chains.commit(kept, { parent: root, type: 'compaction' })
    const tip = await chains.commit(after, { parent: compacted })
    const [made, file] = await sent(tip, [...before, ...kept, ...after])
    expect(made.join()).not.toContain('what one gave')
    expect(made.join()).toContain('what two gave')
    expect(made).toEqual(file)
  })

  it('sends them where nothing follows the compaction', async () => {
    const kept = compaction('q', 'end')
    const compacted = await chains.commit(kept, { parent: await chains.commit(before), type: 'compaction' })
    const [made, file] = await sent(compacted, [...before, ...kept])
    expect(made.join()).toContain('what two gave')
    expect(made).toEqual(file)
  })

  it('finds them in several commits, and nothing of the reply before the first line kept', async () => {
    const kept = compaction('p3', 'end')
    let parent = await chains.commit(exchanges(1, 2))
    for (const one of PARALLEL) parent = await chains.commit([one], { parent })
    const compacted = await chains.commit(kept, { parent, type: 'compaction' })
    const tip = await chains.commit(after, { parent: compacted })
    const [made, file] = await sent(tip, [...before, ...kept, ...after])
    expect(made.join()).not.toContain('Both at once.')
    expect(made).toEqual(file)
  })

  it('counts the lines kept', async () => {
    const compacted = await chains.commit(compaction('q', 'end'), {
      parent: await chains.commit(before),
      type: 'compaction',
    })
    const own = await resolveCommit(chains.workspace, compacted)
    const made = await materialize(chains.workspace, own)
    const kept = PARALLEL.filter(({ uuid }) => uuid !== 'r1')
    const { messages, chars } = claudeCode.reader.count(Buffer.from(jsonl(kept)))
    expect(made.message_count).toBe(own.messageCount + messages)
    expect(made.token_count).toBe(own.tokenCount + estimateTokens(chars))
    expect(made.commit_count).toBe(1)
  })
})

describe('the lines a compaction kept', () => {
  it('are found in a snapshot before it', async () => {
    const { workspace } = chains
    const root = await chains.commit(exchanges(1, 3))
    const { id } = await snapshot(workspace, await resolveCommit(workspace, root))
    const tip = await chains.commit(compaction('u2', 'a3'), { parent: id, type: 'compaction' })
    expect(await chains.context(tip)).toBe(jsonl([...compaction('u2', 'a3'), ...exchanges(2, 3)]))
  })

  it('end with a newline where their delta did not, and so does the compaction', async () => {
    const open = async (lines: readonly Line[], options: { type: string; parent?: string }) => {
      const data = join(chains.home, `open-${lines.length}-${options.type}.jsonl`)
      writeFileSync(data, jsonl(lines).trimEnd())
      return (await checkpoint(chains.workspace, { ...options, data, format: 'claude-code-v1' })).id
    }
    const first = await open(exchanges(1, 2), { type: 'delta' })
    const second = await open(exchanges(3, 3), { type: 'delta', parent: first })
    const compacted = await open(compaction('u2', 'a3'), { type: 'compaction', parent: second })
    const tip = await chains.commit(exchanges(4, 4), { parent: compacted })
    expect(await chains.context(tip)).toBe(jsonl([...compaction('u2', 'a3'), ...exchanges(2, 3), ...exchanges(4, 4)]))
  })

  it('are none where the first is not there, a circle hides it or it lies before a root', async () => {
    const looking = (lines: readonly Line[], head: string) => {
      const finder = findKept({ head, anchor: 's', tail: 'a2' })
      return { isDone: finder.readBefore(Buffer.from(jsonl(lines))), places: finder.lines() }
    }
    expect(looking(exchanges(2, 2), 'u1')).toEqual({ isDone: false, places: undefined })
    expect(looking(exchanges(1, 2), 'u0')).toEqual({ isDone: true, places: undefined })
    expect(looking(exchange(2, { parent: 'a2' }), 'u1')).toEqual({ isDone: true, places: undefined })
    expect(looking(exchanges(1, 2), 'u2').places).toHaveLength(2)
  })

  it('are looked for with each delta read once', async () => {
    let parent: string | undefined
    for (let n = 1; n <= 60; n++) parent = await chains.commit(exchanges(n, n), parent ? { parent } : {})
    const tip = await chains.commit(compaction('u1', 'a60'), { parent: parent!, type: 'compaction' })
    const read: string[] = []
    const { store } = chains.workspace
    const spied = Object.assign(Object.create(store), {
      artifacts: Object.assign(Object.create(store.artifacts), {
        get: (id: Parameters<typeof store.artifacts.get>[0]) => {
          read.push(id)
          return store.artifacts.get(id)
        },
      }),
    })
    const workspace = { ...chains.workspace, store: spied }
    const parse = vi.spyOn(JSON, 'parse')
    const made = await materialize(workspace, await resolveCommit(workspace, tip))
    const parsed = parse.mock.calls.length
    parse.mockRestore()
    expect(made.message_count).toBeGreaterThanOrEqual(120)
    expect(read.length).toBeLessThanOrEqual(63)
    expect(parsed).toBeLessThan(600) // 120 lines, looked for and counted
  })

  it('are given up where the chain goes on and on', async () => {
    let read = 0
    const commit = (await resolveCommit(chains.workspace, await chains.commit(exchanges(1, 1)))) as Commit
    const kept = Buffer.from(jsonl(compaction('u1', 'far')))
    const store = {
      async *listAncestors(_: string, limit: number) {
        for (let at = 0; at < limit; at++) yield commit
      },
      artifacts: { get: async () => (read++ === 0 ? kept : Buffer.from(jsonl(exchanges(1, 1)))) },
    } as unknown as Store
    const found = await keptStretches(store, { ...commit, parent: commit.id })
    expect(found).toEqual({ stretches: [], messages: 0, tokens: 0 })
    expect(read).toBe(2001)
  })
})
