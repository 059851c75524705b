import { readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, it } from 'vitest'
import { examine, repair } from '../../src/care/doctor.ts'
import { CORPUS_ABSENT, corpusFiles } from '../corpus/files.ts'
import { DAMAGED, fileOf, UNDAMAGED } from '../surgery/damaged.ts'
import { openTestWorkspace } from '../workspace.ts'
import { conversation, DEFAULT_VERSION, type ResumeResult, resume } from './claude-code.ts'
import { findClaude } from './install.mjs'
import { limit } from './limit.ts'

/** What the client says in a speaker's place; it is no message of the session, unless it was recorded before. */
const FILLERS = new Set([
  'No response requested.',
  'Tool loaded.',
  '(no content)',
  '[Orphaned tool result removed due to conversation resume]',
])

const two = limit(2)
const bench = await openTestWorkspace()
const { home, workspace } = bench
const totals = { before: 0, after: 0, sessions: 0 }
afterAll(async () => {
  await bench.close()
  console.log(
    `doctor, ${DEFAULT_VERSION}: ${totals.sessions} sessions, ${totals.before} messages before and ${totals.after} after, as told`,
  )
})

/** How many messages the API got: what one side says until the other speaks is one. */
function received({ messages, prompt }: ResumeResult, path: string): number {
  const recorded = readFileSync(path, 'utf8')
  const said = conversation(messages ?? [], prompt).filter(
    ({ text = '' }) => !FILLERS.has(text.trim()) || recorded.includes(text.trim()),
  )
  return said.filter(({ role }, at) => role !== said[at - 1]?.role).length
}

const isInstalled = findClaude(DEFAULT_VERSION) !== undefined
if (!isInstalled && process.env.CI === 'true') throw new Error(`Claude Code ${DEFAULT_VERSION} is not installed`)
if (!isInstalled)
  console.log(`not run: Claude Code ${DEFAULT_VERSION} is not installed: node tests/clients/install.mjs`)

describe.runIf(isInstalled)('the real client gets as many messages as doctor tells', () => {
  it.concurrent.for(DAMAGED.map((session, at) => ({ ...session, at })))(
    '$name',
    { timeout: 240_000 },
    async ({ lines, compacts, at }, { expect }) => {
      const path = join(home, `d0c70000-0000-4000-8000-${String(at).padStart(12, '0')}.jsonl`)
      writeFileSync(path, fileOf(lines))
      utimesSync(path, 0, 0)
      const { sessions } = await examine(workspace, [path], { all: false })
      const { messages_before, messages_after } = sessions[0]!
      const damaged = await two(() => resume(path))
      if (compacts) expect(damaged.requests.length, 'the client does not compact at once').toBeGreaterThan(1)
      else {
        expect(damaged.ok).toBe(messages_before > 0)
        expect(received(damaged, path)).toBe(messages_before)
      }
      const repaired = await repair(workspace, [path], { all: false })
      const resumed = await two(() => resume(repaired.sessions[0]!.path))
      expect(resumed.ok, resumed.stdout + resumed.stderr).toBe(true)
      expect(resumed.requests).toHaveLength(1)
      expect(received(resumed, repaired.sessions[0]!.path)).toBe(messages_after)
      totals.sessions++
      totals.before += messages_before
      totals.after += messages_after
    },
  )

  it.concurrent.for(UNDAMAGED.map((session, at) => ({ ...session, at })))(
    'undamaged: $name',
    { timeout: 240_000 },
    async ({ lines, at }, { expect }) => {
      const path = join(home, `d0c70000-0000-4000-9000-${String(at).padStart(12, '0')}.jsonl`)
      writeFileSync(path, fileOf(lines))
      utimesSync(path, 0, 0)
      const { sessions } = await examine(workspace, [path], { all: false })
      expect(received(await two(() => resume(path)), path)).toBe(sessions[0]!.messages_before)
    },
  )

  if (corpusFiles().length === 0) console.log(`not run on a real transcript: ${CORPUS_ABSENT}`)
  const real = corpusFiles().find(({ path }) => path.includes('0a93878f'))
  it.runIf(real)('a real transcript whose reply was never written', { timeout: 240_000 }, async ({ expect }) => {
    const { sessions } = await examine(workspace, [real!.path], { all: false })
    expect(received(await two(() => resume(real!.path)), real!.path)).toBe(sessions[0]!.messages_before)
    const repaired = await repair(workspace, [real!.path], { all: false })
    const { path } = repaired.sessions[0]!
    expect(received(await two(() => resume(path)), path)).toBe(sessions[0]!.messages_after)
  })
})
