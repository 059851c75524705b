import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { isFailure } from '../../src/model/errors.ts'
import type { Session } from '../../src/model/session.ts'
import { contextWindow } from '../../src/read/context-window.ts'
import { listRounds } from '../../src/read/rounds.ts'
import { openSubject } from '../../src/surgery/open-subject.ts'
import { tokensIn, total } from '../../src/surgery/weigh.ts'
import { CORPUS_ABSENT, corpusFiles, fixtureFiles } from '../corpus/files.ts'
import { openSurgeryBench, type SurgeryBench } from './bench.ts'

const CODEX = join(import.meta.dirname, '../fixtures/codex')
const codexFiles = readdirSync(CODEX, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.jsonl') && !name.startsWith('fork')) // those go on from another session's lines
  .map((name) => ({ path: join(CODEX, name), name }))
const corpus = corpusFiles()
if (corpus.length === 0) console.log(`not run on real transcripts: ${CORPUS_ABSENT}`)

let bench: SurgeryBench
const counts = { rounds: 0, previews: 0 }
beforeEach(() => {
  bench = openSurgeryBench()
})
afterEach(() => bench.close())
afterAll(() => console.log(`${counts.rounds} rounds as large in a trim as in the list, ${counts.previews} previews`))

describe('a block has one size', () => {
  it.each([...fixtureFiles(), ...codexFiles, ...corpus])('$name', async ({ path }) => {
    const session = await bench.inscribeFile(path)
    const listed = new Map((await bench.workspace.store.listRounds(session.id)).map((row) => [row.round, row.chars]))
    const { parts } = await openSubject(bench.workspace, session)
    const sent = new Map<number, number>()
    for (const { blocks, round } of parts.flatMap(({ lines }) => lines))
      for (const { size } of blocks) sent.set(round, (sent.get(round) ?? 0) + size)
    for (const [round, size] of sent) expect(size, `round ${round}`).toBeLessThanOrEqual(listed.get(round) ?? 0)
    const whole = [...sent].filter(([round, size]) => listed.get(round) === size)
    counts.rounds += whole.length
    if (whole.length < sent.size || session.facts.spawnedBy) return // branches, subagents, what a compaction cut
    const tokens = (await listRounds(bench.workspace, session))
      .filter(({ active }) => active)
      .reduce((sum, round) => sum + round.token_count, 0)
    const ofNone = (sent.get(0) ?? 0) / session.facts.charsAToken
    const before = total(tokensIn(parts))
    expect(Math.abs(before - ofNone - tokens)).toBeLessThanOrEqual(sent.size) // each is rounded up
    await expectPreview(session, before)
  })
})

/** Where the client's own usage says that there is less than the lines are estimated at, that counts. */
async function expectPreview(session: Session, estimated: number): Promise<void> {
  const { tokens, fixed, parts } = await contextWindow(bench.workspace, session)
  if (tokens < estimated) return
  expect(parts.reduce((sum, part) => sum + part.tokens, 0)).toBeCloseTo(estimated, -2)
  try {
    const { sessions, tokens_before } = await bench.operate(session, { kind: 'trim' }, { dryRun: true })
    const before = Object.values(sessions[0]!.tokens_by_kind.before).reduce((sum, one) => sum + one, 0)
    expect(Math.abs(before - estimated)).toBeLessThan(8) // each kind is rounded
    expect(Math.abs(before + fixed - tokens_before)).toBeLessThan(10)
    counts.previews++
  } catch (error) {
    if (!isFailure(error, 'nothing-to-do')) throw error
  }
}
