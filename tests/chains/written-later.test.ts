import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
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

/** The commit that a session's file was captured to; small files are one. */
const headOf = async (session: string) => (await stet.run('ctx', 'current', '--session', session)).value.context_id
const shown = async (commit: string) => (await stet.run('ctx', 'show', commit)).value

async function contextOf(commit: string, ...stop: string[]): Promise<string> {
  const out = join(stet.home, `${commit}-${stop.length}.jsonl`)
  await stet.run('ctx', 'materialize', commit, '--out', out, '--force', ...stop)
  return readFileSync(out, 'utf8')
}

describe('what an operation wrote', () => {
  it('begins with a snapshot of its own whose parent is the tip of its source, and no context has both', async () => {
    const tip = await headOf(ID)
    const { value } = await stet.run('compress-before', ID, 'round:4', '--keep')
    const [made] = value.sessions
    const written = readFileSync(made.path, 'utf8')
    const first = await headOf(made.session)
    expect(await shown(first)).toMatchObject({ parent: tip, commit_type: 'snapshot', session: made.session })
    expect((await shown(tip)).children).toContain(first)
    const { commits } = (await stet.run('ctx', 'history', first)).value
    expect(commits.slice(0, 2).map((commit: { id: string }) => commit.id)).toEqual([first, tip])
    expect(await contextOf(first)).toBe(written)
    const more = grow(made.path, 'worked on')
    const head = await headOf(made.session)
    expect(await shown(head)).toMatchObject({ parent: first, commit_type: 'delta' })
    expect(await contextOf(head)).toBe(written + more)
    expect(await contextOf(head, '--stop', 'root')).toBe(written + more)
    expect(await contextOf(head, '--stop', tip)).toBe(written + more)
    const raw = join(stet.home, 'raw.jsonl')
    await stet.run('export', made.session, '--to', 'raw', '--out', raw)
    expect(readFileSync(raw, 'utf8')).toBe(written + more)
    expect((await stet.run('verify')).value.damaged).toEqual([])
  })

  it('has the commit as its parent that it was materialized or forked from', async () => {
    const named = await headOf(ID)
    grow(path, 'later than the named commit')
    for (const command of [
      ['fork', named],
      ['materialize', named, '--to', 'claude-code'],
    ]) {
      const { value } = await stet.run('ctx', ...command)
      const written = readFileSync(value.path, 'utf8')
      const more = grow(value.path, `worked on after ${command[0]}`)
      const head = await headOf(value.session)
      const { parent: first } = await shown(head)
      expect(await shown(first)).toMatchObject({ parent: named, commit_type: 'snapshot', session: value.session })
      expect(await contextOf(head, '--stop', 'root')).toBe(written + more)
    }
  })

  it('is in the context once when it has several commits', async () => {
    const long = uuidOf('long')
    const source = join(dirname(path), `${long}.jsonl`)
    const lines = transcript({ sessionId: long, rounds: 6, roundBytes: 200_000 })
    writeFileSync(source, lines.join('').replaceAll('/home/user/project', join(stet.home, 'project')))
    const { value } = await stet.run('drop', source, '1', '--keep')
    const [made] = value.sessions
    const written = readFileSync(made.path, 'utf8')
    const head = await headOf(made.session)
    const { commits } = (await stet.run('ctx', 'history', head)).value
    const own = commits.filter((commit: { session: string }) => commit.session === made.session)
    expect(own.length).toBeGreaterThan(1)
    expect(own.at(-1)).toMatchObject({ commit_type: 'snapshot', parent: await headOf(long) })
    expect(await contextOf(head)).toBe(written)
    expect(await contextOf(head, '--stop', 'root')).toBe(written)
    expect(await contextOf(head, '--stop', await headOf(long))).toBe(written)
  })

  it('of several sources is a root', async () => {
    const { value } = await stet.run('merge', ID, uuidOf('fresh'), '--keep')
    const first = await headOf(value.sessions[0].session)
    expect(await shown(first)).toMatchObject({ parent: null, commit_type: 'snapshot' })
  })

  it('needs nothing of a source that is forgotten', async () => {
    const source = uuidOf('fresh')
    const tip = await headOf(source)
    const { value } = await stet.run('ctx', 'fork', tip)
    const first = await headOf(value.session)
    const before = await contextOf(first)
    expect((await shown(first)).parent).toBe(tip)
    await stet.run('forget', source)
    expect((await stet.run('verify')).value.damaged).toEqual([])
    expect(await contextOf(first, '--stop', 'root')).toBe(before)
    expect((await stet.run('ctx', 'show', tip)).status).not.toBe(0)
  })
})

/** Appends a line as a client does; returns it. */
function grow(file: string, name: string): string {
  const last = readFileSync(file, 'utf8').trim().split('\n').at(-1)!
  const line = `${JSON.stringify({ ...JSON.parse(last), uuid: uuidOf(name), timestamp: new Date().toISOString() })}\n`
  appendFileSync(file, line)
  return line
}
