import { readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { codex } from '../../src/clients/codex/index.ts'
import { windowOf } from '../../src/clients/window-of.ts'
import { pressureOf } from '../../src/live/pressure-of.ts'
import { resolveCommit } from '../../src/record/chain/resolve-commit.ts'
import type { Stop } from '../../src/record/chain/walk-chain.ts'
import { contextSize } from '../../src/surgery/context-size.ts'
import { writeSession } from '../../src/surgery/contexts/write-session.ts'
import { openSubject } from '../../src/surgery/open-subject.ts'
import { tokensIn, total } from '../../src/surgery/weigh.ts'
import { openSurgeryBench, type SurgeryBench } from './bench.ts'

const CODEX_COMPACTED = join(import.meta.dirname, '../fixtures/codex/compaction-0.166.0.jsonl')
const COMPACTED = join(import.meta.dirname, '../fixtures/claude-code/manual-compact-2.1.325.jsonl')

let bench: SurgeryBench
beforeEach(() => {
  bench = openSurgeryBench()
})
afterEach(() => bench.close())

it.each<Stop>(['root', 'compaction'])('says of its window what is sent of it (--stop %s)', async (stop) => {
  const source = await bench.inscribeFile(COMPACTED)
  const tip = await resolveCommit(bench.workspace, source.head!)
  const { path, session } = await writeSession(bench.workspace, tip, { to: 'claude-code', stop })
  const made = await bench.session(session) // it is in the record at once
  const subject = await openSubject(bench.workspace, made)
  const sent = total(tokensIn(subject.parts)) + (source.facts.fixedTokens ?? 0)
  expect(Math.abs(contextSize(subject).context - sent)).toBeLessThan(0.05 * sent) // it learns a factor of its own
  expect(lastUsage(path)).not.toEqual(lastUsage(COMPACTED))
})

it.each([
  ['claude-code', COMPACTED, 'Add beta.', 200_000],
  ['codex', CODEX_COMPACTED, 'Patch the file.', 190_000],
])('of %s that does not fit its window is more than full', async (to, file, said, window) => {
  const text = readFileSync(file, 'utf8').replaceAll('claude-opus-5-5', 'claude-opus-4-6')
  const path = join(bench.folder, basename(file))
  writeFileSync(path, text.replaceAll(said, 'much to say '.repeat(90_000)))
  const source = await bench.inscribeFile(path)
  const tip = await resolveCommit(bench.workspace, source.head!)
  const made = await bench.session((await writeSession(bench.workspace, tip, { to, stop: 'root' })).session)
  expect([windowOf(source), windowOf(made)]).toEqual([window, window])
  expect(made.facts.tokens).toBeGreaterThan(window)
  const { tokens, breakdown } = await pressureOf(bench.workspace, made.id)
  expect([tokens, breakdown.system]).toEqual([Math.round(tokens), Math.round(breakdown.system ?? 0)])
})

it('is translated for another client, the summary of a compaction with it', async () => {
  const source = await bench.inscribeFile(COMPACTED)
  const tip = await resolveCommit(bench.workspace, source.head!)
  const made = await writeSession(bench.workspace, tip, { to: 'codex' })
  expect(made).toMatchObject({ format: 'codex-v1', tier: 'rendering', resume: expect.stringMatching(/^codex resume/) })
  const sent = codex.context.conversation(readFileSync(made.path)).join('\n')
  expect(sent).toContain('This session is being continued from')
  expect(sent).toContain('Show the list.')
  await expect(writeSession(bench.workspace, tip, { to: 'swe-agent' })).rejects.toMatchObject({ code: 'not-supported' })
})

function lastUsage(path: string): unknown {
  const replies = readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line.includes('"usage"'))
  return JSON.parse(replies.at(-1)!).message.usage
}
