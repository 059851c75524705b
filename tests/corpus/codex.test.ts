import { copyFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { check } from '../../src/care/check.ts'
import { verify } from '../../src/care/verify.ts'
import { exportStream } from '../../src/read/export.ts'
import { inscribe } from '../../src/record/capture/inscribe.ts'
import type { Workspace } from '../../src/record/workspace.ts'
import { openTestWorkspace, type TestWorkspace } from '../workspace.ts'
import { CORPUS_ABSENT } from './files.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const SHARED = resolve(ROOT, '../shared')
const corpus = [...sessionsBelow(join(SHARED, 'corpus/codex')), ...sessionsBelow(join(SHARED, 'fixtures/codex'))]
if (corpus.length === 0) console.log(`Codex, not run on real transcripts: ${CORPUS_ABSENT}`)
const files = [...sessionsBelow(join(ROOT, 'tests/fixtures/codex')), ...corpus].map((path) => ({
  path,
  name: path.slice(-60),
}))

describe('every session of Codex comes back', () => {
  let home: string
  let workspace: Workspace
  let bench: TestWorkspace
  let folder = 0
  const totals = { files: 0, bytes: 0, rounds: 0, tools: 0 }

  beforeAll(async () => {
    bench = await openTestWorkspace()
    home = bench.home
    workspace = bench.workspace
  })
  afterAll(async () => {
    console.log(`Codex, round trip: ${JSON.stringify(totals)}`)
    await bench.close()
  })

  it.each(files)('$name', async ({ path }) => {
    const original = readFileSync(path)
    const moved = join(mkdtempSync(join(home, `source-${folder++}-`)), basename(path))
    copyFileSync(path, moved)
    const { sessions, failed } = await inscribe(workspace, [moved])
    expect(failed).toEqual([])
    expect(sessions[0]).toMatchObject({ client: 'codex', problems: [] })
    const session = (await workspace.store.findSession(sessions[0]!.session))!
    const pieces: Buffer[] = []
    for await (const piece of exportStream(workspace, session, 'raw')) pieces.push(piece)
    expect(Buffer.concat(pieces).equals(original), 'the export differs from the file').toBe(true)

    const counted = countOf(original.toString('utf8'))
    const rows = await workspace.store.listRounds(session.id)
    const tools = rows.reduce((sum, row) => sum + row.toolCount, 0)
    expect({ rounds: session.facts.rounds, tools }).toEqual(counted)
    expect(await check(workspace, moved)).toMatchObject({ byte_exact: true, differences: [] })
    totals.files++
    totals.bytes += original.length
    totals.rounds += counted.rounds
    totals.tools += counted.tools
  })

  it('a file that is captured in pieces is the same session', async () => {
    const path = join(ROOT, 'tests/fixtures/codex/compaction-0.166.0.jsonl')
    const whole = readFileSync(path)
    const meaning = async (pieces: readonly number[]) => {
      const scratch = join(mkdtempSync(join(home, 'pieces-')), basename(path))
      const { workspace: own, close } = await openTestWorkspace()
      try {
        for (const end of [...pieces, whole.length]) {
          writeFileSync(scratch, whole.subarray(0, end))
          await inscribe(own, [scratch])
        }
        const [id] = (await inscribe(own, [scratch])).sessions.map(({ session }) => session)
        const session = (await own.store.findSession(id!))!
        return {
          facts: session.facts,
          rounds: await own.store.listRounds(id!),
          spans: await own.store.listSpans(id!),
        }
      } finally {
        await close()
      }
    }
    const once = await meaning([])
    for (const pieces of [[1000, 20_000, 60_000], [whole.length - 1], [5, 40_001, 40_002, 70_000]])
      expect(await meaning(pieces)).toEqual(once)
  })

  it('the store that holds them all verifies', async () => {
    expect(await verify(workspace)).toMatchObject({ ok: true, damaged: [] })
  })
})

/** What the client notes of a person's words and of calls, counted by other signs than the reader goes by. */
function countOf(text: string): { readonly rounds: number; readonly tools: number } {
  const lines = text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
  const items = lines.filter((line) => line.type === 'response_item')
  const users = items.filter(({ payload }) => payload.type === 'message' && payload.role === 'user')
  const said = users.filter(({ payload }) => {
    const heard = payload.content.map((piece: { text?: string }) => piece.text ?? '').filter(Boolean)
    return lines.some(({ type, payload: note }) => {
      if (type !== 'event_msg') return false
      if (note.type === 'user_message') return heard.includes(note.message)
      if (note.item?.type !== 'UserMessage') return false
      return note.item.content.some((piece: { text?: string }) => heard.includes(piece.text ?? ''))
    })
  })
  return { rounds: said.length, tools: items.filter(({ payload }) => /_call$/.test(payload.type)).length }
}

function sessionsBelow(folder: string): readonly string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.jsonl'))
    .map((name) => join(folder, name))
}
