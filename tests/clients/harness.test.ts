import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type ConversationBlock, conversation, DEFAULT_VERSION, openBox, resume } from './claude-code.ts'
import { CLAUDE_VERSIONS, findClaude } from './install.mjs'
import { limit } from './limit.ts'

const FIXTURES = resolve(import.meta.dirname, '../fixtures/claude-code')

/** What the user says in each fixture, as far as the model still sees it; `…` is a compaction's summary. */
const SAID: Record<string, readonly string[]> = {
  'parallel-tools': ['What is in words.txt?', 'Add gamma and show both ends.'],
  branches: ['What is in words.txt?', 'Forget the second word instead.'],
  fork: ['What is in words.txt?', 'Add gamma and show both ends.', 'Which word comes last?'],
  'subagent-large-output': [
    'Print the long list.',
    'Write a plan and correct it.',
    'Let a helper count the steps.',
    'Thank you.',
  ],
  'manual-compact': ['…', 'Show the list.', 'Good, that is it.'],
  'auto-compact': ['…', 'Which words are there?', 'And how many?'],
  'interrupted-and-image': ['What colour is this?', 'Now count to a million.', 'Never mind, stop at three.'],
}

/** The tools whose calls and results the model still sees, in order. */
const TOOLS: Record<string, readonly string[]> = {
  'parallel-tools': ['Bash', 'Read', 'Bash', 'Bash', 'Bash'],
  branches: ['Bash', 'Read'],
  fork: ['Bash', 'Read', 'Bash', 'Bash', 'Bash'],
  'subagent-large-output': ['Bash', 'Write', 'Read', 'Edit', 'Edit', 'Agent'],
  'manual-compact': ['Bash'],
  'auto-compact': [],
  'interrupted-and-image': ['Bash'],
}

const fixtures = readdirSync(FIXTURES)
  .filter((file) => file.endsWith('.jsonl'))
  .map((file) => {
    const [, name = '', version = ''] = /^(.+)-(\d+\.\d+\.\d+)\.jsonl$/.exec(file) ?? []
    return { name, version, file: join(FIXTURES, file) }
  })
const inTurn = limit(2) // more clients at once only wait for one another

const absent = CLAUDE_VERSIONS.filter((version) => !findClaude(version))
if (absent.length > 0) {
  console.warn(
    `Claude Code ${absent.join(' and ')} not installed: its tests are skipped. Run \`node tests/clients/install.mjs\`.`,
  )
}

it.runIf(process.env.CI === 'true')('every client is installed in CI', () => {
  expect(absent).toEqual([])
})

describe('every fixture resumes in the client that wrote it', () => {
  for (const { name, version, file } of fixtures) {
    const options = { concurrent: true, skip: absent.includes(version), timeout: 300_000 }
    it(`${name} ${version}`, options, async ({ expect }) => {
      const sideFiles = file.replace(/\.jsonl$/, '')
      const result = await inTurn(() => resume(file, { version, ...(existsSync(sideFiles) && { sideFiles }) }))
      console.log(`${name} ${version} resumed in ${result.seconds.toFixed(1)} s`)

      expect(result, result.stdout + result.stderr).toMatchObject({ ok: true, exitCode: 0, timedOut: false })
      expect(result.requests.filter((request) => request.kind === 'main')).toHaveLength(1) // it did nothing of its own first
      const blocks = conversation(result.messages ?? [], result.prompt)
      expect(blocks).toEqual(JSON.parse(readFileSync(file.replace(/jsonl$/, 'conversation.json'), 'utf8')))
      expect(saidIn(blocks)).toEqual(SAID[name])
      expect(blocks.filter((block) => block.type === 'tool_use').map((block) => block.name)).toEqual(TOOLS[name])
      expect(idsOf(blocks, 'tool_result').toSorted()).toEqual(idsOf(blocks, 'tool_use').toSorted())
      expect(blocks.filter((block) => block.type === 'thinking' && !block.signature)).toEqual([])
      expect(result.after?.startsWith(readFileSync(file, 'utf8'))).toBe(true) // the client only appends
    })
  }
})

describe.skipIf(absent.includes(DEFAULT_VERSION))('what does not resume', () => {
  it('a session without any conversation is refused', { timeout: 300_000 }, async () => {
    const box = await openBox()
    try {
      const file = join(box.root, 'empty.jsonl')
      writeFileSync(file, '{"type":"mode","mode":"normal"}\n')
      const result = await inTurn(() => resume(file))
      expect(result).toMatchObject({ ok: false, exitCode: 1, messages: undefined })
      expect(result.requests).toEqual([])
    } finally {
      await box.remove()
    }
  })

  it('a client that hangs is ended, and its box removed', { timeout: 300_000 }, async () => {
    const file = join(FIXTURES, `parallel-tools-${DEFAULT_VERSION}.jsonl`)
    const script = [{ content: ['This reply never ends'], hold: true }]
    const result = await inTurn(() => resume(file, { script, timeoutMs: 3000 }))
    expect(result).toMatchObject({ ok: false, exitCode: null, timedOut: true })
    expect(existsSync(result.box)).toBe(false)
  })
})

// Without what the client writes in the user's place: command lines, image notes, interruptions, its own nudges.
function saidIn(blocks: readonly ConversationBlock[]): readonly string[] {
  return blocks
    .filter((block) => block.role === 'user' && block.type === 'text')
    .map((block) => (block.text?.startsWith('This session is being continued') ? '…' : (block.text ?? '')))
    .filter((text) => !/^(<(local-)?command-|\[(Image|Request)|Continue from where you left off)/.test(text))
}

function idsOf(blocks: readonly ConversationBlock[], type: string): readonly (string | undefined)[] {
  return blocks.filter((block) => block.type === type).map((block) => block.id)
}
