import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { codex } from '../../src/clients/codex/index.ts'
import type { SessionId } from '../../src/model/id.ts'
import { inscribe } from '../../src/record/capture/inscribe.ts'
import { type SearchOptions, search } from '../../src/search/search.ts'
import { type Cut, cutSession, mergeSessions, type SurgeryOptions } from '../../src/surgery/operations.ts'
import { trimSession } from '../../src/surgery/trim-session.ts'
import { answers, fileOf, human, reply, says, title } from '../laws/lines.ts'
import { openTestWorkspace, type TestWorkspace } from '../workspace.ts'

let test: TestWorkspace
beforeEach(async () => {
  test = await openTestWorkspace()
})
afterEach(() => test.close())

const ONE = '00000000-0000-4000-8000-000000000001'
const TWO = '00000000-0000-4000-8000-000000000002'

async function session(id: string, asked: string) {
  const lines = [
    human(`${id}u1`, null, asked),
    reply(`${id}c1`, `${id}u1`, [{ type: 'tool_use', id: `t${id}`, name: 'Read', input: { file_path: 'a' } }]),
    answers(`${id}r1`, `${id}c1`, `t${id}`, `heron ${'a long line of a file\n'.repeat(200)}`),
    says(`${id}a1`, `${id}r1`, 'It is the brown one.'),
    human(`${id}u2`, `${id}a1`, 'Where does it live?'),
    says(`${id}a2`, `${id}u2`, 'At the coast.'),
    title('Shorebird survey'),
  ]
  const path = join(test.home, 'sources', `${id}.jsonl`)
  mkdirSync(join(test.home, 'sources'), { recursive: true })
  writeFileSync(path, fileOf(...lines.map((line) => ({ ...line, sessionId: id, cwd: test.home }))))
  const { sessions } = await inscribe(test.workspace, [path])
  return (await test.workspace.store.findSession(sessions[0]!.session))!
}

async function cut(source: SessionId, how: Cut, options: SurgeryOptions = {}): Promise<SessionId> {
  const made = await cutSession(test.workspace, (await test.workspace.store.findSession(source))!, how, options)
  return made.sessions[0]!.session as SessionId
}

const hits = async (words: string, options: SearchOptions = {}) =>
  (await search(test.workspace, words, options)).hits.map(({ session: id, round }) => `${id}:${round}`)

it('a round and its copies are one hit, that of the original, whichever client they were written for', async () => {
  const one = await session(ONE, 'Which pelican is it?')
  const two = await session(TWO, 'Which albatross is it?')
  await trimSession(test.workspace, one, {})
  await mergeSessions(test.workspace, [one, two])
  await cut(one.id, { kind: 'export' }, { to: codex })
  expect(await hits('pelican')).toEqual([`${ONE}:1`])
  expect(await hits('albatross')).toEqual([`${TWO}:1`])
  expect(await hits('heron', { where: 'tools', session: one })).toEqual([`${ONE}:1`])
  expect(new Set(await hits('heron', { where: 'tools' }))).toEqual(new Set([`${ONE}:1`, `${TWO}:1`]))
})

it('where only the copies are looked at, one of them is the hit', async () => {
  const one = await session(ONE, 'Which pelican is it?')
  const copy = await cut(one.id, { kind: 'export' }, { to: codex })
  expect(await hits('pelican', { client: 'codex' })).toEqual([`${copy}:1`])
})

it('a title counts for the session that has it, not for what was cut from that', async () => {
  const one = await session(ONE, 'Which pelican is it?')
  await cut(one.id, { kind: 'drop', range: '1', kinds: [] })
  expect(await hits('shorebird survey')).toEqual([`${ONE}:1`])
})

it('what was said only in a session that Stet wrote says from which one that came', async () => {
  const one = await session(ONE, 'Which pelican is it?')
  const made = await cutSession(test.workspace, one, { kind: 'drop', range: '1', kinds: [] })
  const { path, session: copy } = made.sessions[0]!
  const more = { ...human('more', `${ONE}a2`, 'And the cormorant?'), sessionId: copy, cwd: test.home }
  writeFileSync(path, fileOf(more), { flag: 'a' })
  await inscribe(test.workspace, [path])
  const [hit] = (await search(test.workspace, 'cormorant')).hits
  expect(hit).toMatchObject({ session: copy, origin: ONE })
  expect((await search(test.workspace, 'pelican')).hits[0]).toMatchObject({ session: ONE, origin: null })
})
