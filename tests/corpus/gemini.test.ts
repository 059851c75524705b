import { copyFileSync, existsSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { check } from '../../src/care/check.ts'
import { verify } from '../../src/care/verify.ts'
import { exportStream } from '../../src/read/export.ts'
import { inscribe } from '../../src/record/capture/inscribe.ts'
import { openTestWorkspace, type TestWorkspace } from '../workspace.ts'
import { CORPUS_ABSENT } from './files.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const SHARED = resolve(ROOT, '../shared')
const corpus = [...sessionsBelow(join(SHARED, 'corpus/gemini')), ...sessionsBelow(join(SHARED, 'fixtures/gemini'))]
if (corpus.length === 0) console.log(`Gemini CLI, not run on real transcripts: ${CORPUS_ABSENT}`)
const files = [...sessionsBelow(join(ROOT, 'tests/fixtures/gemini')), ...corpus].map((path) => ({
  path,
  name: path.slice(-60),
}))

describe('every session of Gemini CLI comes back', () => {
  let bench: TestWorkspace
  const totals = { files: 0, bytes: 0, rounds: 0, tools: 0 }

  beforeAll(async () => {
    bench = await openTestWorkspace()
  })
  afterAll(async () => {
    console.log(`Gemini CLI, round trip: ${JSON.stringify(totals)}`)
    await bench.close()
  })

  it.each(files)('$name', async ({ path }) => {
    const { workspace, home } = bench
    const original = readFileSync(path)
    const copy = join(mkdtempSync(join(home, 'source-')), basename(path))
    copyFileSync(path, copy)
    const { sessions, failed } = await inscribe(workspace, [copy])
    expect(failed).toEqual([])
    expect(sessions[0]).toMatchObject({ client: 'gemini-cli', problems: [] })
    const session = (await workspace.store.findSession(sessions[0]!.session))!
    const pieces: Buffer[] = []
    for await (const piece of exportStream(workspace, session, 'raw')) pieces.push(piece)
    expect(Buffer.concat(pieces).equals(original), 'the export differs from the file').toBe(true)

    const counted = countOf(original.toString('utf8'))
    const rows = await workspace.store.listRounds(session.id)
    const tools = rows.reduce((sum, row) => sum + row.toolCount, 0)
    expect({ rounds: session.facts.rounds, tools }).toEqual(counted)
    expect(await check(workspace, copy)).toMatchObject({ byte_exact: true, differences: [] })
    totals.files++
    totals.bytes += original.length
    totals.rounds += counted.rounds
    totals.tools += counted.tools
  })

  it('the store that holds them all verifies', async () => {
    expect(await verify(bench.workspace)).toMatchObject({ ok: true, damaged: [] })
  })
})

interface Message {
  readonly id: string
  readonly type: string
  readonly content: string | readonly { readonly text?: string; readonly functionResponse?: object }[]
  readonly toolCalls?: readonly { readonly id: string }[]
}

/** What people said and which calls there were, counted by ids: each is in the file once or more. */
function countOf(text: string): { readonly rounds: number; readonly tools: number } {
  const messages: readonly Message[] = text.startsWith('{\n')
    ? JSON.parse(text).messages
    : text
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line))
        .filter((record) => record.id !== undefined)
  const said = messages.filter(
    ({ type, content }) =>
      type === 'user' && (typeof content === 'string' || content[0]?.functionResponse === undefined),
  )
  return {
    rounds: new Set(said.map(({ id }) => id)).size,
    tools: new Set(messages.flatMap(({ toolCalls = [] }) => toolCalls.map(({ id }) => id))).size,
  }
}

function sessionsBelow(folder: string): readonly string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.jsonl?$/.test(name))
    .map((name) => join(folder, name))
}
