import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildBundle } from '../cli/box.ts'
import { conversation, resume } from './claude-code.ts'
import type { ConversationBlock } from './conversation.ts'
import {
  CLAUDE_VERSIONS,
  CODEX_VERSION,
  findClaude,
  findCodex,
  findGemini,
  findPi,
  GEMINI_VERSION,
  PI_VERSIONS,
} from './install.mjs'
import { limit } from './limit.ts'
import { blocksOf, sentFor } from './oracle/codex-bench.ts'
import { blocksOfPart, sentByGemini } from './oracle/gemini-bench.ts'
import { sentByPi } from './oracle/pi-bench.ts'
import { openStet } from './oracle/stet.ts'

const CLAUDE = resolve(import.meta.dirname, '../fixtures/claude-code')
const CODEX = resolve(import.meta.dirname, '../fixtures/codex')
const GEMINI = resolve(import.meta.dirname, '../fixtures/gemini')
const PI = resolve(import.meta.dirname, '../fixtures/pi')

const two = limit(2)
let proven = 0
beforeAll(buildBundle)
afterAll(() => console.log(`translation: ${proven} sessions resumed by another client than their own`))

describe('a session of Claude Code in Codex', () => {
  const fixtures = [
    'parallel-tools-2.1.325',
    'subagent-large-output-2.1.325',
    'manual-compact-2.1.325',
    'parallel-tools-2.1.197',
  ]
  it.concurrent.for([...fixtures, 'interrupted-and-image-2.1.325'])(
    '%s',
    { timeout: 240_000 },
    async (name, { skip }) => {
      requireClient(findCodex(), skip)
      const before: readonly ConversationBlock[] = JSON.parse(
        readFileSync(join(CLAUDE, `${name}.conversation.json`), 'utf8'),
      )
      await two(async () => {
        const { path, lost, tier } = await exported(join(CLAUDE, `${name}.jsonl`), 'codex')
        expect(tier).toBe('rendering')
        expect(lost.some((one) => one.includes('thinking'))).toBe(before.some(({ type }) => type === 'thinking'))
        const sent = await sentFor(path)
        if (typeof sent === 'string') throw new Error(sent)
        expect(sent.some(({ type }) => type === 'reasoning')).toBe(false)
        expect(common(sent.flatMap(blocksOf))).toEqual(common(before))
        proven++
      })
    },
  )
})

describe('a session of Codex in Claude Code', () => {
  const cases = ['three-rounds', 'legacy', 'compaction', 'image-and-interrupted'].flatMap((name) =>
    CLAUDE_VERSIONS.map((version) => ({ name, version })),
  )
  it.concurrent.for(cases)('$name, $version', { timeout: 240_000 }, async ({ name, version }, { skip }) => {
    requireClient(findCodex(), skip)
    requireClient(findClaude(version), skip)
    const fixture = join(CODEX, `${name}-${CODEX_VERSION}.jsonl`)
    await two(async () => {
      const before = await sentFor(fixture)
      if (typeof before === 'string') throw new Error(before)
      const { path, tier } = await exported(fixture, 'claude-code')
      expect(tier).toBe('rendering')
      const ran = await resume(path, { version })
      expect(ran.ok, ran.stderr).toBe(true)
      const wanted = common(before.flatMap(blocksOf))
      const sent = common(conversation(ran.messages!, ran.prompt))
      if (name === 'compaction')
        expect(sent.slice(1)).toEqual(wanted.slice(-sent.length + 1)) // the summary is in the client's words
      else expect(sent).toEqual(wanted)
      proven++
    })
  })
})

describe('a session of another client in Gemini CLI', () => {
  it.concurrent.for(['parallel-tools-2.1.325', 'manual-compact-2.1.325', 'interrupted-and-image-2.1.325'])(
    'of Claude Code: %s',
    { timeout: 240_000 },
    async (name, { skip }) => {
      requireClient(findGemini(), skip)
      const before: readonly ConversationBlock[] = JSON.parse(
        readFileSync(join(CLAUDE, `${name}.conversation.json`), 'utf8'),
      )
      await two(async () => {
        const { path, tier } = await exported(join(CLAUDE, `${name}.jsonl`), 'gemini-cli')
        expect(tier).toBe('rendering')
        expect(common(await geminiBlocks(path))).toEqual(common(before))
        proven++
      })
    },
  )

  it.concurrent.for(['three-rounds', 'legacy', 'image-and-interrupted'])(
    'of Codex: %s',
    { timeout: 240_000 },
    async (name, { skip }) => {
      requireClient(findGemini(), skip)
      requireClient(findCodex(), skip)
      await two(async () => {
        const fixture = join(CODEX, `${name}-${CODEX_VERSION}.jsonl`)
        const before = await sentFor(fixture)
        if (typeof before === 'string') throw new Error(before)
        const { path } = await exported(fixture, 'gemini-cli')
        expect(common(await geminiBlocks(path))).toEqual(common(before.flatMap(blocksOf)))
        proven++
      })
    },
  )
})

describe('a session of Gemini CLI in another client', () => {
  const fixtures = ['one-round', 'three-rounds', 'compaction', 'image-and-interrupted']
  it.concurrent.for(fixtures)('in Codex: %s', { timeout: 240_000 }, async (name, { skip }) => {
    requireClient(findGemini(), skip)
    requireClient(findCodex(), skip)
    await two(async () => {
      const fixture = join(GEMINI, `${name}-${GEMINI_VERSION}.jsonl`)
      const before = await geminiBlocks(fixture)
      const { path, tier } = await exported(fixture, 'codex')
      expect(tier).toBe('rendering')
      const sent = await sentFor(path)
      if (typeof sent === 'string') throw new Error(sent)
      expect(common(sent.flatMap(blocksOf))).toEqual(common(before))
      proven++
    })
  })

  it.concurrent.for(fixtures)('in Claude Code: %s', { timeout: 240_000 }, async (name, { skip }) => {
    requireClient(findGemini(), skip)
    requireClient(findClaude(CLAUDE_VERSIONS[0]!), skip)
    await two(async () => {
      const fixture = join(GEMINI, `${name}-${GEMINI_VERSION}.jsonl`)
      const wanted = common(await geminiBlocks(fixture))
      const { path } = await exported(fixture, 'claude-code')
      const ran = await resume(path, { version: CLAUDE_VERSIONS[0]! })
      expect(ran.ok, ran.stderr).toBe(true)
      const sent = common(conversation(ran.messages!, ran.prompt))
      if (name === 'compaction')
        expect(sent.slice(1)).toEqual(wanted.slice(1)) // the summary is in the client's words
      else expect(sent).toEqual(wanted)
      proven++
    })
  })
})

describe('a session of another client in pi', () => {
  it.concurrent.for(['parallel-tools-2.1.325', 'manual-compact-2.1.325', 'interrupted-and-image-2.1.325'])(
    'of Claude Code: %s',
    { timeout: 240_000 },
    async (name, { skip }) => {
      requireClient(findPi(), skip)
      const before: readonly ConversationBlock[] = JSON.parse(
        readFileSync(join(CLAUDE, `${name}.conversation.json`), 'utf8'),
      )
      await two(async () => {
        const { path, tier } = await exported(join(CLAUDE, `${name}.jsonl`), 'pi')
        expect(tier).toBe('rendering')
        const [sent, wanted] = [common(await piBlocks(path)), common(before)]
        if (name.startsWith('manual-compact'))
          expect(sent.slice(1)).toEqual(wanted.slice(1)) // the summary is in the client's words
        else expect(sent).toEqual(wanted)
        proven++
      })
    },
  )
})

describe('a session of pi in another client', () => {
  it.concurrent.for(['three-rounds', 'compaction', 'image-and-interrupted'])(
    'in Claude Code: %s',
    { timeout: 240_000 },
    async (name, { skip }) => {
      requireClient(findPi(), skip)
      requireClient(findClaude(CLAUDE_VERSIONS[0]!), skip)
      await two(async () => {
        const fixture = join(PI, `${name}-${PI_VERSIONS[0]}.jsonl`)
        const wanted = common(await piBlocks(fixture))
        const { path } = await exported(fixture, 'claude-code')
        const ran = await resume(path, { version: CLAUDE_VERSIONS[0]! })
        expect(ran.ok, ran.stderr).toBe(true)
        const sent = common(conversation(ran.messages!, ran.prompt))
        if (name === 'compaction')
          expect(sent.slice(1)).toEqual(wanted.slice(1)) // the summary is in the client's words
        else expect(sent).toEqual(wanted)
        proven++
      })
    },
  )

  it.concurrent.for(['three-rounds', 'image-and-interrupted'])(
    'in Codex: %s',
    { timeout: 240_000 },
    async (name, { skip }) => {
      requireClient(findPi(), skip)
      requireClient(findCodex(), skip)
      await two(async () => {
        const fixture = join(PI, `${name}-${PI_VERSIONS[0]}.jsonl`)
        const { path } = await exported(fixture, 'codex')
        const sent = await sentFor(path)
        if (typeof sent === 'string') throw new Error(sent)
        expect(common(sent.flatMap(blocksOf))).toEqual(common(await piBlocks(fixture)))
        proven++
      })
    },
  )
})

async function piBlocks(path: string): Promise<readonly ConversationBlock[]> {
  const sent = await sentByPi(path)
  if (typeof sent === 'string') throw new Error(sent)
  return sent
}

async function geminiBlocks(path: string): Promise<readonly ConversationBlock[]> {
  const sent = await sentByGemini(path)
  if (typeof sent === 'string') throw new Error(sent)
  return sent.flatMap(blocksOfPart).reduce<readonly ConversationBlock[]>(withPicture, [])
}

/** What a tool shows comes after its answer. */
function withPicture(blocks: readonly ConversationBlock[], block: ConversationBlock): readonly ConversationBlock[] {
  const last = blocks.at(-1)
  return block.type === 'image' && last?.type === 'tool_result' && /^Binary content/.test(String(last.content))
    ? [...blocks.slice(0, -1), { ...last, content: [{ data: block.content }] }]
    : [...blocks, block]
}

describe('sessions of two clients', () => {
  it('are merged into one of the first', { timeout: 240_000 }, async ({ skip }) => {
    requireClient(findCodex(), skip)
    const stet = openStet()
    try {
      const [first, second] = [
        join(CODEX, `legacy-${CODEX_VERSION}.jsonl`),
        join(CLAUDE, 'parallel-tools-2.1.325.jsonl'),
      ]
      const { status, value } = await stet.run('merge', first, second)
      expect(status, JSON.stringify(value)).toBe(0)
      expect(value.sessions[0]).toMatchObject({ client: 'codex', tier: 'rendering', rounds_full: 5 })
      const sent = await sentFor(value.sessions[0].path)
      if (typeof sent === 'string') throw new Error(sent)
      const texts = sent.flatMap(blocksOf).map(({ text = '' }) => text)
      for (const said of ['Patch the file.', 'What is in words.txt?', 'Two words: alpha and beta.'])
        expect(texts).toContain(said)
      proven++
    } finally {
      stet.remove()
    }
  })
})

describe('a chain of several formats', () => {
  const said = ['What is in words.txt?', 'Two words: alpha and beta.', 'And now?', 'ls', 'a file', 'Last one?', 'Yes.']
  it.for(['claude-code', 'codex'])('goes on in %s as one session', { timeout: 240_000 }, async (client, { skip }) => {
    requireClient(client === 'codex' ? findCodex() : findClaude(CLAUDE_VERSIONS[0]!), skip)
    const stet = openStet()
    kept.push(stet)
    const { value: inscribed } = await stet.run('inscribe', join(CLAUDE, 'parallel-tools-2.1.325.jsonl'))
    const events = [
      { type: 'prompt', prompt: { content: 'And now?', source: 'user' } },
      { type: 'tool_call', tool_call: { id: 'call_e1', name: 'Bash', input: { command: 'ls' } } },
      { type: 'tool_result', tool_result: { id: 'call_e1', output: 'a file' } },
    ]
    const messages = [
      { role: 'user', content: 'Last one?' },
      { role: 'assistant', content: 'Yes.' },
    ]
    let tip = inscribed.sessions[0].head
    for (const [format, items] of Object.entries({ 'events-v1': events, 'bureau-agent-v1': messages })) {
      const data = join(stet.home, format)
      writeFileSync(data, JSON.stringify(items))
      const given = ['--type', 'delta', '--format', format, '--data', data, '--parent', tip]
      tip = (await stet.run('ctx', 'checkpoint', ...given)).value.id
    }
    const out = client === 'codex' ? [] : ['--out', join(stet.home, '11111111-2222-4333-8444-555555555555.jsonl')]
    const { status, value } = await stet.run('ctx', 'materialize', tip, '--to', client, ...out)
    expect(status, JSON.stringify(value)).toBe(0)
    expect(value).toMatchObject({ tier: 'rendering', commit_count: 3 })
    const sent = await sentBy(client, value.path)
    const found = said.map((one) => sent.indexOf(one))
    expect(found).not.toContain(-1)
    expect(found).toEqual([...found].sort((a, b) => a - b))
    proven++
  })
})

/** What the real client sends of a session, as one text. */
async function sentBy(client: string, path: string): Promise<string> {
  if (client === 'codex') return JSON.stringify(await sentFor(path))
  const ran = await resume(path)
  expect(ran.ok, ran.stderr).toBe(true)
  return JSON.stringify(conversation(ran.messages!, ran.prompt))
}

async function exported(fixture: string, to: string) {
  const stet = openStet()
  try {
    const out = to !== 'claude-code' ? [] : ['--out', join(stet.home, '11111111-2222-4333-8444-555555555555.jsonl')]
    const { status, value } = await stet.run('export', fixture, '--to', to, ...out)
    if (status !== 0) throw new Error(JSON.stringify(value))
    const { path, lost, tier } = value.sessions[0] as { path: string; lost: readonly string[]; tier: string }
    return { path, lost, tier }
  } finally {
    kept.push(stet)
  }
}

const kept: ReturnType<typeof openStet>[] = []
afterAll(() => {
  for (const stet of kept) stet.remove()
})

/** What both clients can say: no thinking, nothing that a client put in, and results by their text. */
function common(blocks: readonly ConversationBlock[]): readonly unknown[] {
  return blocks
    .filter(({ type, role, text = '' }) => type !== 'thinking' && role !== 'developer' && !isPutIn(text))
    .map(({ role, type, text, id, name, input, content }) => {
      if (type === 'text') return { role, text: text!.trimEnd() }
      const call = id?.replace(/^(\w+)__(?=\1_)/, '') // Gemini CLI sends its own ids without the name before them
      if (type === 'tool_use') return { id: call, name, input: inputOf(input) }
      return type === 'tool_result' ? { id: call, result: resultOf(content) } : { role, picture: pictureIn(content) }
    })
}

/** What a client says in somebody's place, and the frames around a picture. */
function isPutIn(text: string): boolean {
  return /^(?:\n--- (?:Content from referenced files|End of content) ---|<environment_context>|<image|<\/image>|\[Request interrupted|\[Image: source|<command-name>|<local-command-|No response requested\.|\(no content\))/.test(
    text,
  )
}

function inputOf(input: unknown): unknown {
  if (typeof input !== 'string') return input
  try {
    return JSON.parse(input)
  } catch {
    return { input }
  }
}

/** The clients answer a call that was never answered each in its own words. */
const UNANSWERED = /^aborted$|^No result provided$|^\[Operation Cancelled\].*$|^\[Tool call interrupted[\s\S]*$/

function resultOf(content: unknown): unknown {
  const parts = Array.isArray(content) ? content : [{ text: content }]
  const told = parts.map((part) => (typeof part.text === 'string' ? part.text : { picture: pictureIn(part) }))
  return told.map((one) =>
    typeof one === 'string' ? one.replace(/^Error: /, '').replace(UNANSWERED, 'unanswered') : one,
  )
}

function pictureIn(content: unknown): unknown {
  if (typeof content === 'string') return content.replace(/^data:[^,]*,/, '')
  const { source, image_url, data } = content as Record<string, { data?: string } & string>
  return data ?? source?.data ?? String(image_url).replace(/^data:[^,]*,/, '')
}

function requireClient(found: string | undefined, skip: (note: string) => void): void {
  if (found) return
  if (process.env.CI === 'true') throw new Error('a client is not installed: node tests/clients/install.mjs')
  skip('a client is not installed: node tests/clients/install.mjs')
}
