import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { decode } from 'cborg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { claudeCode } from '../../src/clients/claude-code/index.ts'
import { codex } from '../../src/clients/codex/index.ts'
import { FORMATS, formatOf } from '../../src/clients/formats/index.ts'
import { artifactIdOf, type CommitId } from '../../src/model/id.ts'
import { blocksIn } from '../../src/record/chain/blocks-in.ts'
import { checkpoint } from '../../src/record/chain/checkpoint.ts'
import { compact, compactPlainly, snapshot } from '../../src/record/chain/compact.ts'
import { materialize } from '../../src/record/chain/materialize.ts'
import { openSqliteStore } from '../../src/record/sqlite/open-sqlite-store.ts'
import { forkContext } from '../../src/surgery/contexts/fork.ts'
import { start } from '../../src/surgery/contexts/start.ts'
import { writeContext, writeSession } from '../../src/surgery/contexts/write-session.ts'
import { exchanges, jsonl } from './lines.ts'
import { type Chains, openChains } from './workbench.ts'

let chains: Chains
beforeEach(async () => {
  chains = await openChains()
})
afterEach(() => chains.close())

const CLAUDE = Buffer.from(jsonl(exchanges(1, 2)))
const EVENTS = Buffer.from(
  JSON.stringify([
    { timestamp: '2026-03-19T12:00:00Z', type: 'prompt', prompt: { content: 'question E', source: 'user' } },
    { type: 'tool_call', tool_call: { id: 'e1', name: 'Bash', input: { command: 'ls', description: 'Lists files' } } },
    { type: 'tool_result', tool_result: { id: 'e1', output: 'a\nb' } },
    { timestamp: '2026-03-19T12:00:05Z', type: 'response', response: { content: 'answer E' } },
    { type: 'metric', metric: { input_tokens: 5 } },
  ]),
)
const BUREAU = formatOf('bureau-agent-v1')!.encoder!({
  sessionId: 's',
  cwd: null,
  at: '2026-03-19T10:00:00.000Z',
}).write([
  { kind: 'said', blocks: [{ role: 'user', type: 'user-text', timestamp: null, content: 'question B' }] },
  { kind: 'said', blocks: [{ role: 'assistant', type: 'assistant-text', timestamp: null, content: 'answer B' }] },
])
const CODEX = readFileSync(resolve(import.meta.dirname, '../fixtures/codex/three-rounds-0.166.0.jsonl'))
const UNKNOWN = Buffer.from([0, 255, 254, 10, 7])

/** A chain of deltas of these formats, one after the other; returns the last. */
async function chainOf(...deltas: readonly (readonly [format: string, bytes: Buffer])[]): Promise<CommitId> {
  let parent: CommitId | undefined
  for (const [format, bytes] of deltas)
    parent = (await checkpoint(chains.workspace, { type: 'delta', bytes, format, parent })).id
  return parent!
}

async function bytesOf(tip: CommitId, to?: string): Promise<Buffer> {
  const { artifact_ref } = await materialize(chains.workspace, tip, 'compaction', { to })
  return chains.workspace.store.artifacts.get(artifact_ref)
}

/** What people and agents said in bytes of a format, in order. */
function saidIn(format: string, bytes: Buffer): readonly string[] {
  return formatOf(format)!
    .decode(bytes)!
    .flatMap(({ blocks }) => blocks)
    .filter(({ type }) => type === 'user-text' || type === 'assistant-text')
    .map(({ content }) => String(content))
}

describe('the tier', () => {
  it('is native where all of the chain is in the format, and says no more than before', async () => {
    const tip = await chainOf(['claude-code-v1', CLAUDE])
    const made = await materialize(chains.workspace, tip, 'compaction', { to: 'claude-code-v1' })
    expect(made).toEqual({
      artifact_ref: artifactIdOf(CLAUDE),
      format: 'claude-code-v1',
      tier: 'native',
      message_count: 4,
      token_count: made.token_count,
      commit_count: 1,
      bytes: CLAUDE.length,
      cached: false,
      joined_bytes: CLAUDE.length,
    })
    expect((await materialize(chains.workspace, tip)).cached).toBe(true)
  })

  it('is field-mapping for an older version of the same format', async () => {
    const bare = [
      { id: '019d0b1d-de00-7239-aa0a-1c67b26481b7', timestamp: '2025-05-01T10:00:00.000Z', instructions: null },
      { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'question' }] },
      { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'answer' }] },
    ]
    const tip = await chainOf(['codex-v0', Buffer.from(jsonl(bare))])
    const made = await materialize(chains.workspace, tip, 'compaction', { to: 'codex-v1' })
    expect(made).toMatchObject({ format: 'codex-v1', tier: 'field-mapping', message_count: 2, lost: [] })
    const lines = (await bytesOf(tip, 'codex-v1'))
      .toString()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(lines.map(({ type }) => type)).toEqual(['session_meta', 'response_item', 'response_item'])
    expect(lines.slice(1).map(({ payload }) => payload)).toEqual(bare.slice(1))
    expect(await materialize(chains.workspace, tip, 'compaction', { to: 'events-v1' })).toMatchObject({
      tier: 'rendering',
    })
    expect(saidIn('events-v1', await bytesOf(tip, 'events-v1'))).toEqual(['question', 'answer'])
  })

  it('is rendering between two formats, and names what the other has no place for', async () => {
    const tip = await chainOf(['codex-v1', CODEX])
    for (const to of ['claude-code-v1', 'events-v1', 'bureau-agent-v1', 'narrative-v1']) {
      const made = await materialize(chains.workspace, tip, 'compaction', { to })
      expect(made).toMatchObject({
        format: to,
        tier: 'rendering',
        runs: [{ format: 'codex-v1', tier: 'rendering', commit_count: 1 }],
      })
      expect(made.lost!.length > 0).toBe(to !== 'events-v1')
      expect(await materialize(chains.workspace, tip, 'compaction', { to })).toEqual({
        ...made,
        cached: true,
        joined_bytes: 0,
      })
    }
    expect(saidIn('events-v1', await bytesOf(tip, 'events-v1'))).toEqual(saidIn('codex-v1', CODEX))
  })

  it('is raw for a format that is not known, with a description, and no byte is changed', async () => {
    const more = Buffer.from('more, without a newline')
    const tip = await chainOf(['nobody-v9', UNKNOWN], ['nobody-v9', more])
    for (const to of [undefined, 'claude-code-v1', 'nobody-v9', 'other-v1']) {
      const made = await materialize(chains.workspace, tip, 'compaction', { to })
      expect(made).toMatchObject({ format: 'nobody-v9', tier: 'raw', commit_count: 2 })
      expect(made.description).toBe(
        'nobody-v9: Stet does not know this format. 28 bytes of a binary form, as they were recorded.',
      )
      expect(await bytesOf(tip, to)).toEqual(Buffer.concat([UNKNOWN, more]))
    }
  })

  it('is raw where the format that is wanted is not known: what is there, in its own format', async () => {
    const tip = await chainOf(['events-v1', EVENTS], ['events-v1', EVENTS])
    const made = await materialize(chains.workspace, tip, 'compaction', { to: 'events-v2' })
    expect(made).toMatchObject({ format: 'events-v1', tier: 'raw', message_count: 8 })
    expect(made.description).toContain('array of events')
    expect(await bytesOf(tip, 'events-v2')).toEqual(await bytesOf(tip))
  })

  it('is raw for what is not what its format says', async () => {
    const broken = Buffer.from('[{"type":')
    const tip = await chainOf(['events-v1', broken])
    expect(await materialize(chains.workspace, tip)).toMatchObject({
      tier: 'raw',
      message_count: 0,
      description: 'events-v1: the bytes are not what their format says. 9 bytes of text, as they were recorded.',
    })
    expect(await bytesOf(tip)).toEqual(broken)
    const mixed = await chainOf(['claude-code-v1', CLAUDE], ['events-v1', broken])
    expect(await materialize(chains.workspace, mixed, 'compaction', { to: 'claude-code-v1' })).toMatchObject({
      runs: [{ tier: 'native' }, { tier: 'raw' }],
    })
    expect((await bytesOf(mixed, 'claude-code-v1')).toString()).toContain('[{\\"type\\":')
  })

  it('is a text where nothing is written in the format', async () => {
    const tip = await chainOf(['claude-code-v1', CLAUDE])
    expect(await materialize(chains.workspace, tip, 'compaction', { to: 'swe-agent-v1' })).toMatchObject({
      format: 'narrative-v1',
      tier: 'rendering',
    })
    expect((await bytesOf(tip, 'swe-agent-v1')).toString()).toContain(
      '\n## Agent · 2026-03-19T10:01:05.000Z\n\nanswer 1\n',
    )
  })
})

describe('a session of which every record was once left out', () => {
  const fixtures = resolve(import.meta.dirname, '../fixtures')
  const [subagent] = readdirSync(join(fixtures, 'claude-code/subagent-large-output-2.1.325/subagents')).filter((name) =>
    name.endsWith('.jsonl'),
  )
  const cases = [
    ['claude-code-v1', join(fixtures, 'claude-code/subagent-large-output-2.1.325/subagents', subagent!)],
    ['opencode-v1', join(fixtures, 'opencode/one-round-1.18.33.json')],
  ] as const

  it.each(cases)('of %s says in every format what its rounds say', async (format, path) => {
    const bytes = readFileSync(path)
    const tip = await chainOf([format, bytes])
    const said = blocksIn(format, bytes).flatMap(({ type, content }) => (type === 'user-text' ? String(content) : []))
    expect(said).not.toEqual([])
    for (const { id } of FORMATS.filter((one) => one.encoder)) {
      await materialize(chains.workspace, tip, 'compaction', { to: id })
      expect((await bytesOf(tip, id)).toString('latin1')).toContain(said[0]!.slice(0, 12))
    }
  })

  it('is an error where a format has no place for any of it', async () => {
    const told = [{ type: 'thinking', thinking: { content: 'hm' } }]
    const tip = await chainOf(['events-v1', Buffer.from(JSON.stringify(told))])
    await expect(materialize(chains.workspace, tip, 'compaction', { to: 'narrative-v1' })).rejects.toMatchObject({
      code: 'output-invalid',
      facts: { lost: ['1 × thinking'] },
    })
  })
})

describe('a chain of several formats', () => {
  const deltas = [
    ['claude-code-v1', CLAUDE],
    ['events-v1', EVENTS],
    ['bureau-agent-v1', BUREAU],
    ['nobody-v9', UNKNOWN],
    ['claude-code-v1', Buffer.from(jsonl(exchanges(3, 3, { parent: null })))],
  ] as const
  const said = [
    'question 1',
    'answer 1',
    'question 2',
    'answer 2',
    'question E',
    'answer E',
    'question B',
    'answer B',
    'question 3',
    'answer 3',
  ]

  it.each(FORMATS.filter(({ encoder }) => encoder).map(({ id }) => id))(
    'is translated run by run into %s',
    async (to) => {
      const tip = await chainOf(...deltas)
      const made = await materialize(chains.workspace, tip, 'compaction', { to })
      expect(made).toMatchObject({ format: to, tier: 'raw', commit_count: 5 })
      expect(made.runs!.map(({ format }) => format)).toEqual(deltas.map(([format]) => format))
      expect(made.runs!.map(({ tier }) => tier)).toEqual(
        deltas.map(([format]) => (format === 'nobody-v9' ? 'raw' : format === to ? 'native' : 'rendering')),
      )
      expect(made.description).toContain('nobody-v9')
      const bytes = await bytesOf(tip, to)
      const text = formatOf(to)!.textOf(bytes)!
      expect(text).toContain(UNKNOWN.toString('base64'))
      if (to === 'narrative-v1') {
        const found = said.map((one) => text.indexOf(one))
        expect(found).toEqual([...found].sort((a, b) => a - b))
        expect(text).toContain('- Bash: ls — Lists files\n- Bash gave: a…')
      } else expect(saidIn(to, bytes)).toEqual(said)
    },
  )

  it('is a session that a client sends whole, whichever runs were its own', async () => {
    const tip = await chainOf(...deltas)
    for (const client of [claudeCode, codex]) {
      const made = await writeSession(chains.workspace, tip, { to: client.name })
      const sent = client.context.conversation(readFileSync(made.path)).join('\n')
      const found = said.map((one) => sent.indexOf(`${one}"`))
      expect(found).not.toContain(-1)
      expect(found).toEqual([...found].sort((a, b) => a - b))
      expect(sent).toContain(UNKNOWN.toString('base64'))
    }
  })

  it('keeps the lines of the target’s own runs, but for how they are linked', async () => {
    const tip = await chainOf(...deltas)
    const lines = (await bytesOf(tip, 'claude-code-v1'))
      .toString()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    const own = [...exchanges(1, 2), ...exchanges(3, 3, { parent: null })]
    const ids = new Set(own.map(({ uuid }) => uuid))
    const without = ({ parentUuid: _, sessionId: __, ...rest }: Record<string, unknown>) => rest
    expect(lines.filter(({ uuid }) => ids.has(uuid)).map(without)).toEqual(own.map(without))
    expect(lines.slice(1).map(({ parentUuid }) => parentUuid)).toEqual(lines.slice(0, -1).map(({ uuid }) => uuid))
  })

  it('is all of its bytes, run by run, for a format that is not known', async () => {
    const tip = await chainOf(...deltas)
    const made = await materialize(chains.workspace, tip, 'compaction', { to: 'other-v1' })
    expect(made).toMatchObject({ format: 'raw', tier: 'raw' })
    const bytes = await bytesOf(tip, 'other-v1')
    let at = 0
    for (const [nth, [format, delta]] of deltas.entries()) {
      expect(made.runs![nth]).toMatchObject({ format, bytes: delta.length })
      expect(bytes.subarray(at, at + delta.length)).toEqual(delta)
      at += delta.length
    }
    await expect(snapshot(chains.workspace, await chainOf(...deltas.slice(0, 4)))).rejects.toMatchObject({
      code: 'format-unknown',
    })
  })

  it('answers a dry run and a store that can only be read, and is the same each time', async () => {
    const tip = await chainOf(...deltas)
    const before = await chains.workspace.store.sizes()
    const dry = await materialize(chains.workspace, tip, 'compaction', { to: 'events-v1', dryRun: true })
    expect(await chains.workspace.store.sizes()).toEqual(before)
    const store = openSqliteStore({ directory: join(chains.home, 'store'), readOnly: true })
    try {
      const out = join(chains.home, 'context.cbor')
      const made = await writeContext({ ...chains.workspace, store }, tip, { to: 'events-v1', out })
      expect(artifactIdOf(readFileSync(out))).toBe(dry.artifact_ref)
      expect(made).toMatchObject({ cached: false, artifact_ref: dry.artifact_ref })
    } finally {
      await store.close()
    }
    expect(await materialize(chains.workspace, tip, 'compaction', { to: 'events-v1' })).toEqual(dry)
  })
})

describe('a chain of events', () => {
  it('is one array in CBOR, whatever its deltas are written in', async () => {
    const tip = await chainOf(['events-v1', EVENTS], ['events-v1', formatOf('events-v1')!.concat([EVENTS])!])
    const items = decode(await bytesOf(tip)) as { type: string }[]
    const types = ['prompt', 'tool_call', 'tool_result', 'response', 'metric']
    expect(items.map(({ type }) => type)).toEqual([...types, ...types])
    expect(await materialize(chains.workspace, tip)).toMatchObject({ tier: 'native', message_count: 8, cached: true })
  })

  it('has commits with counts, a time, a principal and a compaction of their own', async () => {
    const { workspace } = chains
    const tip = await chainOf(['events-v1', EVENTS])
    expect(await workspace.store.findCommit(tip)).toMatchObject({
      messageCount: 4,
      createdAt: '2026-03-19T12:00:05.000Z',
      principal: 'me@here/events',
      template: 'events',
    })
    const { id } = await compactPlainly(workspace, tip)
    const compacted = (await workspace.store.findCommit(id))!
    expect(compacted).toMatchObject({ format: 'events-v1', type: 'compaction' })
    expect(compacted.summary).toContain('1. question E\n   → answer E')
    const next = await checkpoint(workspace, { type: 'delta', bytes: CLAUDE, format: 'claude-code-v1', parent: id })
    const sent = formatOf('claude-code-v1')!.decode(await bytesOf(next.id))!
    expect(sent.map(({ kind }) => kind)).toEqual(['summary', 'said', 'said', 'said', 'said'])
    expect(await materialize(workspace, next.id, 'root')).toMatchObject({ commit_count: 2 })
  })

  it('goes on in Claude Code unless another client is named', async () => {
    const tip = await chainOf(['events-v1', EVENTS])
    expect((await forkContext(chains.workspace, tip, {})).resume).toMatch(/^claude --resume/)
    expect((await start(chains.workspace, { template: 'reviewer', context: tip })).resume).toMatch(/^claude --resume/)
    const { resume } = await start(chains.workspace, { template: 'reviewer', context: tip, client: 'codex' })
    expect(resume).toMatch(/^codex resume/)
  })
})

it('a context that cannot be read is no session, and says how to get its bytes', async () => {
  const tip = await chainOf(['nobody-v9', UNKNOWN])
  const hint = `Run \`stet ctx materialize ${tip} --out FILE\` to get its bytes.`
  await expect(writeSession(chains.workspace, tip, { to: 'claude-code' })).rejects.toMatchObject({
    code: 'format-unknown',
    hint,
  })
  await expect(compact(chains.workspace, tip, 'All of it.')).rejects.toMatchObject({ code: 'format-unknown', hint })
  await expect(checkpoint(chains.workspace, { type: 'delta', bytes: CLAUDE, format: 'lines' })).rejects.toMatchObject({
    code: 'usage',
  })
})
