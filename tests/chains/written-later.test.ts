import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildBundle } from '../cli/box.ts'
import { openStet, type Stet } from '../clients/oracle/stet.ts'
import { transcript, uuidOf } from '../faults/transcript.ts'

const ID = uuidOf('written-later')

let stet: Stet
let path: string
beforeAll(async () => {
  buildBundle()
  stet = openStet()
  const project = join(stet.home, 'project')
  path = join(stet.home, '.claude/projects', project.replace(/[^A-Za-z0-9]/g, '-'), `${ID}.jsonl`)
  mkdirSync(dirname(path), { recursive: true })
  const lines = transcript({ sessionId: ID, rounds: 6, roundBytes: 4000 })
  writeFileSync(path, lines.join('').replaceAll('/home/user/project', project))
  await stet.run('inscribe', path)
})
afterAll(() => stet.remove())

const resolved = async (at: string) => (await stet.run('ctx', 'resolve', '--at', at)).value

it('a time in the past has no session that an operation wrote since', async () => {
  const before = await resolved('2026-03-20T00:00:00Z')
  expect(before.context_id).toMatch(/^ctx-/)
  const { value } = await stet.run('compress-before', ID, 'round:4')
  const [made] = value.sessions
  const captured = (await stet.run('inscribe', made.path)).value.sessions[0]
  expect(captured.head).not.toBe(before.context_id)
  expect(await resolved('2026-03-20T00:00:00Z')).toEqual(before)
  expect((await resolved(new Date(Date.now() + 60_000).toISOString())).context_id).toBe(captured.head)
})

it('the commit of this moment has what its session got since it was captured', async () => {
  const { value: first } = await stet.run('ctx', 'current', '--session', ID)
  const last = readFileSync(path, 'utf8').trim().split('\n').at(-1)!
  const line = { ...JSON.parse(last), uuid: uuidOf('one more'), timestamp: '2026-03-19T23:00:00.000Z' }
  appendFileSync(path, `${JSON.stringify(line)}\n`)
  const { value: then } = await stet.run('ctx', 'current', '--session', ID)
  expect(then.context_id).toMatch(/^ctx-/)
  expect(then.context_id).not.toBe(first.context_id)
})

it('a session that was never captured is found too', async () => {
  const fresh = uuidOf('fresh')
  const lines = transcript({ sessionId: fresh, rounds: 2 }).join('').replaceAll('2026-03-19', '2027-03-19')
  writeFileSync(
    join(dirname(path), `${fresh}.jsonl`),
    lines.replaceAll('/home/user/project', join(stet.home, 'project')),
  )
  const { value } = await stet.run('ctx', 'current')
  const { value: shown } = await stet.run('ctx', 'show', value.context_id)
  expect(shown.session).toBe(fresh)
})
