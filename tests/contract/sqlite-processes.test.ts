import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { artifactIdOf, type CommitId } from '../../src/model/id.ts'
import { openSqliteStore } from '../../src/record/sqlite/open-sqlite-store.ts'
import { collect, derived, entry, lines, recorder, round, roundId, sessionId } from './builders.ts'
import { bundleScript, runScript } from './processes.ts'

const WRITER = `
import { openSqliteStore } from '../../src/record/sqlite/open-sqlite-store.ts'
import { recorder, sessionId } from './builders.ts'
const [directory, name, count] = process.argv.slice(2)
const store = openSqliteStore({ directory })
const record = recorder(store, sessionId(name))
for (let i = 0; i < Number(count); i++) await record.add({ text: name + ':' + i + '\\n' })
await store.close()
`

/** Does one of everything that writes, and dies at the given point. */
const VICTIM = `
import { openSqliteStore } from '../../src/record/sqlite/open-sqlite-store.ts'
import { artifactIdOf } from '../../src/model/id.ts'
import { AT, derived, draft, recorder, round, roundId, sessionId } from './builders.ts'
const [directory, point] = process.argv.slice(2)
const onWrite = (passed) => { if (passed === point) process.kill(process.pid, 'SIGKILL') }
const store = openSqliteStore({ directory, onWrite })
const session = sessionId('victim')
const record = recorder(store, session)
const patch = derived({ rounds: [round(1)], spans: [{ start: 0, end: 9, owner: 1 }] })
await record.add({ text: 'new bytes', derived: patch })
await store.journal([{ roundId: roundId('round-1'), engagement: 'x', previous: null, at: AT, by: 'me' }])
await store.link([{ child: session, parent: 'p', kind: 'fork', at: AT, detail: {} }])
await store.putSideFile({ session, path: 'f', content: Buffer.from('side'), at: AT })
await store.noteSource({ path: '/p', session, size: 1, modified: '1', inode: '1', proven: true })
await store.replaceDerived({ session, from: record.head, stretches: [{ start: 0, derived: patch }], active: [] })
const bytes = Buffer.from('by hand')
const byHand = artifactIdOf(bytes)
const commit = await store.putCommit({ bytes, draft: draft(session, { artifact: byHand, end: 7 }) })
await store.setSummary(commit, 'summary')
await store.setRetention(commit, { policy: 'pin', until: null })
await store.putManifest({ key: 'k', size: 2, detail: {}, own: [], artifact: artifactIdOf(Buffer.from('by')),
  stretches: [{ artifact: byHand, start: 0, end: 2 }] })
await store.seal(session, { everything: true, limit: 1 })
await store.collect({ now: AT, dryRun: false })
console.log('survived')
`

const STEPS = {
  append: ['artifact', 'commit', 'head', 'derived', 'before-commit', 'after-commit'],
  journal: ['rows', 'before-commit', 'after-commit'],
  link: ['rows', 'before-commit', 'after-commit'],
  'side-file': ['artifact', 'row', 'before-commit', 'after-commit'],
  source: ['row', 'before-commit', 'after-commit'],
  derived: ['rows', 'before-commit', 'after-commit'],
  commit: ['artifact', 'row', 'before-commit', 'after-commit'],
  summary: ['row', 'before-commit', 'after-commit'],
  retention: ['row', 'before-commit', 'after-commit'],
  manifest: ['artifact', 'row', 'before-commit', 'after-commit'],
  seal: ['frame', 'pieces', 'frames', 'before-commit', 'after-commit'],
  collect: ['marked', 'swept', 'before-commit', 'after-commit'],
}

/** Appends live, puts commits that are not to stay and some that are, and names what must be there at the end. */
const KEEPER = `
import { openSqliteStore } from '../../src/record/sqlite/open-sqlite-store.ts'
import { artifactIdOf } from '../../src/model/id.ts'
import { draft, lines, recorder, sessionId } from './builders.ts'
const [directory, name, count] = process.argv.slice(2)
const store = openSqliteStore({ directory, busyMs: 60_000 })
const record = recorder(store, sessionId(name))
for (let i = 0; i < Number(count); i++) {
  for (let tries = 0; ; tries++) {
    try { await record.add({ text: name + lines(4000, i) }); break }
    catch (error) { if (error.code !== 'chain-moved' || tries > 50) throw error }
  }
  for (const policy of ['ephemeral', 'pin']) {
    const bytes = Buffer.from(policy + (i % 5)) // shared by all, so often on its way out
    const id = await store.putCommit({ bytes, draft: draft(sessionId(name), { artifact: artifactIdOf(bytes), end: bytes.length, template: policy + name + i }) })
    if (policy === 'ephemeral') await store.setRetention(id, { policy, until: null }).catch((error) => { if (error.code !== 'commit-not-found') throw error })
    else console.log(id)
  }
}
await store.close()
`

const COLLECTOR = `
import { openSqliteStore } from '../../src/record/sqlite/open-sqlite-store.ts'
import { AT, sessionId } from './builders.ts'
const [directory, ...names] = process.argv.slice(2)
const store = openSqliteStore({ directory, busyMs: 60_000 })
let removed = 0
for (let i = 0; i < 40; i++) {
  removed += (await store.collect({ now: AT, dryRun: false })).removed
  for (const name of names) await store.seal(sessionId(name), { everything: i % 2 === 0, limit: 9 })
  await new Promise((wake) => setTimeout(wake, 20))
}
console.log(removed)
await store.close()
`

describe('sqlite store: processes', () => {
  let directory: string
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'stet-processes-'))
  })
  afterEach(() => rm(directory, { recursive: true, force: true }))

  it('eight open a fresh folder at once and write, and nothing is lost', async () => {
    const script = await bundleScript('writer', WRITER)
    for (const attempt of ['a', 'b', 'c']) {
      const fresh = join(directory, attempt, 'nested')
      const names = Array.from({ length: 8 }, (_, i) => `writer-${i}`)
      const ended = await Promise.all(names.map((name) => runScript(script, [fresh, name, '25'])))
      expect(ended.filter(({ code }) => code !== 0)).toEqual([])
      const store = openSqliteStore({ directory: fresh })
      for (const name of names) expect(await collect(store.listChain(sessionId(name)))).toHaveLength(25)
      expect(await store.listFaults()).toEqual([])
      await store.close()
    }
    await rm(script)
  })

  it('one killed while it makes the store leaves one that opens', async () => {
    const script = await bundleScript('creator', WRITER)
    for (let attempt = 0; attempt < 20; attempt++) {
      const fresh = join(directory, String(attempt))
      await runScript(script, [fresh, 'writer', '5'], {
        killWhen: () => existsSync(join(fresh, 'sessions.db')),
        after: attempt / 4,
      })
      const store = openSqliteStore({ directory: fresh })
      await recorder(store, sessionId('next')).add({ text: 'goes on' })
      expect(await store.listFaults()).toEqual([])
      await store.close()
    }
    await rm(script)
  })

  it('many write while one collects and seals, and nothing is lost', { timeout: 120_000 }, async () => {
    const [keeper, collector] = await Promise.all([
      bundleScript('keeper', KEEPER),
      bundleScript('collector', COLLECTOR),
    ])
    const names = ['keeper-0', 'keeper-1', 'keeper-2']
    const [collected, ...kept] = await Promise.all([
      runScript(collector, [directory, ...names]),
      ...names.map((name) => runScript(keeper, [directory, name, '40'])),
    ])
    expect([collected, ...kept].filter(({ code }) => code !== 0)).toEqual([])
    expect(Number(collected.output)).toBeGreaterThan(0)
    const store = openSqliteStore({ directory })
    for (const [n, name] of names.entries()) {
      const commits = await collect(store.listChain(sessionId(name)))
      const texts = await collect(store.artifacts.getAll(commits.map((commit) => commit.artifact)))
      expect(texts.map(String)).toEqual(Array.from({ length: 40 }, (_, i) => name + lines(4000, i)))
      const pinned = kept[n]!.output.trim().split('\n') as CommitId[]
      expect(pinned).toHaveLength(40)
      for (const id of pinned) await store.artifacts.get((await store.findCommit(id))!.artifact)
    }
    expect(await store.listFaults()).toEqual([])
    await store.close()
    await Promise.all([rm(keeper), rm(collector)])
  })

  it('one killed at any point leaves the state before or after', async () => {
    const script = await bundleScript('victim', VICTIM)
    for (const [verb, steps] of Object.entries(STEPS)) {
      for (const step of steps) {
        const place = join(directory, `${verb}-${step}`)
        const ended = await runScript(script, [place, `${verb}:${step}`])
        expect(ended).toMatchObject({ signal: 'SIGKILL', output: '' })

        const store = openSqliteStore({ directory: place })
        const done = (name: string) => verbsDone(verb, step).includes(name)
        const session = await store.findSession(sessionId('victim'))
        expect([verb, step, session?.bytes]).toEqual([verb, step, done('append') ? 9 : undefined])
        const kept = [done('append'), done('side-file'), done('commit'), done('manifest') && !done('collect')]
        expect(await collect(store.artifacts.list())).toHaveLength(kept.filter(Boolean).length)
        for (const { id } of await collect(store.artifacts.list())) await store.artifacts.get(id)
        const commits = await Promise.all((await store.findCommits('ctx-', 9)).map((id) => store.findCommit(id)))
        const byHand = commits.find((commit) => commit?.artifact === artifactIdOf(Buffer.from('by hand')))
        expect(byHand !== undefined).toBe(done('commit'))
        if (byHand) {
          expect(byHand.summary).toBe(done('summary') ? 'summary' : null)
          expect(await store.findRetention(byHand.id)).toEqual(
            done('retention') ? { policy: 'pin', until: null } : undefined,
          )
        }
        expect(await store.findManifest('k')).toEqual(
          done('manifest') && !done('collect') ? expect.anything() : undefined,
        )
        expect((await store.seal(sessionId('victim'), { everything: true, limit: 1 })).segments).toBe(
          Number(done('append') && !done('seal')),
        )
        expect(await collect(store.listTags())).toHaveLength(Number(done('journal')))
        expect(await store.listLineage()).toHaveLength(Number(done('link')))
        expect(await store.findSource('/p')).toEqual(done('source') ? expect.anything() : undefined)
        const rows = await store.listRounds(sessionId('victim'))
        expect(rows.map((row) => row.active)).toEqual(done('append') ? [!done('derived')] : [])
        expect(await store.listFaults()).toEqual([])
        if (!session) {
          await recorder(store, sessionId('victim')).add({ text: 'new bytes' }) // and it can go on
        } else {
          const patch = derived({ rounds: [round(2, { roundId: roundId('later') })] })
          await store.append(entry(session.id, { from: session.head, derived: patch }))
        }
        await store.close()
      }
    }
    await rm(script)
  })
})

function verbsDone(verb: string, step: string): readonly string[] {
  const verbs = Object.keys(STEPS)
  return verbs.slice(0, verbs.indexOf(verb) + (step === 'after-commit' ? 1 : 0))
}
