import { mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { check } from '../../src/care/check.ts'
import { examine } from '../../src/care/doctor.ts'
import { forget, forgettable } from '../../src/care/forget.ts'
import { restore } from '../../src/care/restore.ts'
import { resumeSession } from '../../src/care/resume-session.ts'
import { verify } from '../../src/care/verify.ts'
import { listSessions } from '../../src/read/sessions.ts'
import { findSessionFiles, inscribe } from '../../src/record/capture/inscribe.ts'
import { ensureSummarizerMark } from '../../src/record/capture/summarizer-mark.ts'
import { search } from '../../src/search/search.ts'
import { transcript, uuidOf } from '../faults/transcript.ts'
import { openTestWorkspace, type TestWorkspace } from '../workspace.ts'

const GONE = uuidOf('a session that is gone')
const THERE = uuidOf('a session that is there')
const AT = Date.parse('2026-02-02T10:00:00.000Z')

let bench: TestWorkspace
beforeEach(async () => {
  bench = await openTestWorkspace()
})
afterEach(() => bench.close())

function put(path: string, content: string): string {
  const whole = join(bench.home, path)
  mkdirSync(join(whole, '..'), { recursive: true })
  writeFileSync(whole, content)
  return whole
}

const prompt = (display: string, sessionId?: string, more = {}) =>
  `${JSON.stringify({ display, pastedContents: {}, timestamp: AT, project: '/work', sessionId, ...more })}\n`

const putHistory = (...lines: string[]) => put('.claude/history.jsonl', lines.join(''))
const putTranscript = (sessionId: string) =>
  put(`.claude/projects/-work/${sessionId}.jsonl`, transcript({ sessionId, rounds: 2 }).join(''))
const captureAll = async () =>
  inscribe(bench.workspace, await findSessionFiles(bench.workspace), { prompts: true, mayBeGone: () => true })
const found = async (words: string) => (await search(bench.workspace, words, { mode: 'text' })).hits
const listed = () => listSessions(bench.workspace, () => undefined)

it('prompts of a session whose transcript is gone are found, and it says so', async () => {
  const pasted = { 1: { id: 1, type: 'text', content: 'a list of quokkas' } }
  putHistory(prompt('rotate the certificates', GONE), prompt('see [Pasted text #1]', GONE, { pastedContents: pasted }))
  put('.codex/history.jsonl', `${JSON.stringify({ session_id: 'codex-1', ts: AT / 1000, text: 'mend the axolotl' })}\n`)
  await captureAll()
  expect(await found('certificates')).toMatchObject([{ session: GONE, round: 1, transcript_gone: true }])
  expect(await found('quokkas')).toMatchObject([{ round: 2 }])
  expect(await found('axolotl')).toMatchObject([{ client: 'codex', started: '2026-02-02T10:00:00.000Z' }])
  expect(await listed()).toMatchObject([
    { session: GONE, transcript_gone: true, cwd: '/work', live: false },
    { session: 'codex-1', transcript_gone: true },
  ])
  expect((await captureAll()).sessions).toEqual([])
  expect(await verify(bench.workspace)).toMatchObject({ ok: true })
  expect(await check(bench.workspace, GONE)).toMatchObject({ byte_exact: true, rerender_exact: true })
})

it('a later prompt of it is added, and none is stored twice', async () => {
  putHistory(prompt('rotate the certificates', GONE))
  await captureAll()
  putHistory(prompt('rotate the certificates', GONE), prompt('and the keys', GONE, { timestamp: AT + 1000 }))
  await captureAll()
  expect(await bench.workspace.store.listRounds(GONE as never)).toHaveLength(2)
})

it('prompts of a transcript that is there, of a running session and of no session are left out', async () => {
  putTranscript(THERE)
  putHistory(
    prompt('already said', THERE),
    prompt('just begun', GONE, { timestamp: bench.workspace.clock().getTime() }),
    prompt('whose is it'),
    'no prompt\n',
  )
  await captureAll()
  expect((await listed()).map(({ session }) => session)).toEqual([THERE])
})

it("prompts of Stet's own summarizer are left out", async () => {
  putHistory(prompt(`${ensureSummarizerMark(bench.workspace)} say what was decided`, GONE))
  await captureAll()
  expect(await listed()).toEqual([])
})

it('a transcript that comes after all stands for its prompts', async () => {
  putHistory(prompt('rotate the certificates', GONE))
  await captureAll()
  putTranscript(GONE)
  await captureAll()
  expect(await listed()).toMatchObject([{ transcript_gone: false, current: true }])
  expect(await found('certificates')).toEqual([])
})

it('what was forgotten does not come back, neither its transcript nor its prompts', async () => {
  putHistory(prompt('rotate the certificates', GONE), prompt('already said', THERE))
  putTranscript(THERE)
  await captureAll()
  const old = await forgettable(bench.workspace, { before: '2026-03-01T00:00:00.000Z' })
  await forget(bench.workspace, [THERE, ...old.map(({ id }) => id)])
  await captureAll()
  expect(await listed()).toEqual([])
})

it('a session of which only prompts are left cannot be resumed or restored', async () => {
  putHistory(prompt('rotate the certificates', GONE))
  await captureAll()
  const resumed = resumeSession(bench.workspace, GONE, { ensure: true, dryRun: false })
  await expect(resumed).rejects.toMatchObject({ code: 'not-resumable' })
  expect(await restore(bench.workspace, 'all')).toEqual({ missing: [], restored: [] })
})

it('doctor names the transcripts that the client is about to delete', async () => {
  put('.claude/settings.json', JSON.stringify({ cleanupPeriodDays: 10 }))
  const day = 86_400_000
  const age = (path: string, days: number) => {
    const at = new Date(bench.workspace.clock().getTime() - days * day)
    utimesSync(path, at, at)
    return path
  }
  const first = age(putTranscript(THERE), 9)
  await captureAll()
  const second = age(putTranscript(GONE), 5)
  age(putTranscript(uuidOf('a new session')), 1)
  const { deletions } = await examine(bench.workspace, [], { all: false })
  expect(deletions).toMatchObject([
    {
      client: 'claude-code',
      days: 10,
      next: [
        { path: first, recorded: true },
        { path: second, recorded: false },
      ],
    },
  ])
})
