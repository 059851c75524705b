import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, describe, it } from 'vitest'
import type { SentBlock } from '../../src/clients/claude-code/context/sent-blocks.ts'
import { claudeCode } from '../../src/clients/claude-code/index.ts'
import { CORPUS_ABSENT, type CorpusFile, fixtureFiles, someCorpusFiles } from '../corpus/files.ts'
import { type ConversationBlock, conversation, resume } from './claude-code.ts'
import { CLAUDE_VERSIONS, findClaude } from './install.mjs'
import { limit } from './limit.ts'
import { withLastRoundKept } from './oracle/last-round-kept.ts'
import { writtenTwice } from './oracle/written-twice.ts'

/** What the client says by itself in a speaker's place; it is not in the file, or it may be. */
const FILLERS = new Set(['No response requested.', 'Tool loaded.', '(no content)', 'Continue from where you left off.'])

const corpus = someCorpusFiles().filter((file) => !file.isSubagent)
if (corpus.length === 0) console.log(`not run on real transcripts: ${CORPUS_ABSENT}`)

const folder = mkdtempSync(join(tmpdir(), 'stet-twice-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe.each(CLAUDE_VERSIONS)('the active path is what Claude Code %s sends', (version) => {
  // The older client drops the thinking of models it does not know, so it gets what it recorded itself.
  const files =
    version === CLAUDE_VERSIONS[0]
      ? [...fixtureFiles(), ...fixtureFiles().filter(isOf(version)).map(twice), keptCalls(), ...corpus]
      : fixtureFiles().filter(isOf(version))
  const two = limit(2)
  const counts = { same: 0, blocks: 0 }
  afterAll(() =>
    console.log(
      `active path, ${version}: ${Object.entries(counts)
        .map(([name, count]) => `${count} ${name}`)
        .join(', ')}`,
    ),
  )

  it.concurrent.for(files)('$name', { timeout: 240_000 }, async (file, { skip, expect }) => {
    if (!findClaude(version)) {
      if (process.env.CI === 'true') throw new Error(`Claude Code ${version} is not installed`)
      skip(`Claude Code ${version} is not installed: node tests/clients/install.mjs`)
    }
    const sent = await two(() => resume(file.path, { version, args: askingThinker(file) }))
    expect(sent.messages, sent.stdout + sent.stderr).toBeTruthy()
    const theirs = theirBlocks(conversation(sent.messages!, sent.prompt), file)
    const ours = ourBlocks(file)
    expect(ours).toEqual(theirs)
    counts.same++
    counts.blocks += theirs.length
  })
})

function isOf(version: string): (file: CorpusFile) => boolean {
  return (file) => file.name.includes(version)
}

/** A reply with two calls at once, of which one, with its answer, is next to the lines that a compaction kept. */
function keptCalls(): CorpusFile {
  const file = fixtureFiles().find(({ name }) => name.startsWith('parallel-tools'))!
  return { ...file, name: 'kept parallel calls', path: withLastRoundKept(file.path, join(folder, 'kept.jsonl')) }
}

function twice(file: CorpusFile): CorpusFile {
  return { ...file, name: `twice ${file.name}`, path: writtenTwice(file.path, join(folder, basename(file.path))) }
}

/** A model that did not think itself is not sent what others thought: then the one that thought last is asked. */
function askingThinker(file: CorpusFile): readonly string[] {
  const replies = readFileSync(file.path, 'utf8')
    .split('\n')
    .filter((line) => line.includes('"assistant"'))
  const modelOf = (line: string | undefined) => /"model":"(claude[^"]+)"/.exec(line ?? '')?.[1]
  const thinker = modelOf(replies.findLast((line) => line.includes('"type":"thinking"')))
  const last = modelOf(replies.findLast((line) => modelOf(line) !== undefined))
  return thinker !== undefined && thinker !== last ? ['--model', thinker] : []
}

/** What the parser says the client sends, in the form of `theirBlocks`. */
function ourBlocks(file: CorpusFile): readonly string[] {
  const blocks = claudeCode.context.conversation(readFileSync(file.path)).map((text) => JSON.parse(text) as SentBlock)
  return blocks
    .map(({ role, content }) => {
      const said = content.text ?? content.thinking ?? content.id ?? content.tool_use_id ?? ''
      return `${role} ${content.type} ${said}`
    })
    .filter(isSaid)
}

/** What the API received, without answers that the client made up for calls that have none in the file. */
function theirBlocks(blocks: readonly ConversationBlock[], file: CorpusFile): readonly string[] {
  const text = readFileSync(file.path, 'utf8')
  const answered = new Set([...text.matchAll(/"tool_use_id":\s*"([^"]+)"/g)].map(([, id]) => id))
  const madeUp = new Set(
    blocks.filter((block) => block.type === 'tool_result' && !answered.has(block.id)).map((block) => block.id),
  )
  return blocks
    .filter((block) => !(block.id !== undefined && madeUp.has(block.id)))
    .map((block) => `${block.role} ${block.type} ${block.text ?? block.id ?? ''}`)
    .filter(isSaid)
}

function isSaid(block: string): boolean {
  const said = block.slice(block.indexOf(' ', block.indexOf(' ') + 1) + 1)
  if (FILLERS.has(said.trim())) return false
  return !/^\s*<system-reminder>[\s\S]*<\/system-reminder>\s*$/.test(said)
}
