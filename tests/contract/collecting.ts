import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type ArtifactId, artifactIdOf, type CommitId } from '../../src/model/id.ts'
import type { Retention } from '../../src/record/record.ts'
import type { Store } from '../../src/record/store.ts'
import { collect, draft, lines, recorder, sessionId } from './builders.ts'
import type { ChainBench } from './chains.ts'

const NOW = '2026-06-01T00:00:00.000Z'
const PAST = '2026-05-31T23:59:59.999Z'
const FUTURE = '2026-06-01T00:00:00.001Z'
const EPHEMERAL: Retention = { policy: 'ephemeral', until: null }

/** What every store must do when it removes what nothing kept leads to. */
export function describeCollecting({ store: current }: ChainBench): void {
  const a = sessionId('session-a')
  const idOf = (text: string) => artifactIdOf(Buffer.from(text))
  const sweep = (store: Store) => store.collect({ now: NOW, dryRun: false })
  const put = async (store: Store, text: string, parent: CommitId | null = null, retention?: Retention) => {
    const bytes = Buffer.from(text)
    const id = await store.putCommit({ bytes, draft: draft(a, { artifact: idOf(text), parent, end: bytes.length }) })
    if (retention) await store.setRetention(id, retention)
    return id
  }

  describe('collect', () => {
    it('removes nothing from a store where everything is kept', async () => {
      const store = current()
      const record = recorder(store, a)
      for (let i = 0; i < 9; i++) await record.add({ text: lines(2000, i) })
      await store.putSideFile({ session: a, path: 'f', content: Buffer.from('side'), at: NOW })
      await put(store, 'by hand')
      expect(await sweep(store)).toEqual({ removed: 0, kept: 10 + 11 + 11, bytesFreed: 0, leavesWords: false })
    })

    it('removes ephemeral commits with what only they hold, and says so beforehand', async () => {
      const store = current()
      await put(store, 'kept')
      const shared = await put(store, 'shared', null, EPHEMERAL)
      const gone = await put(store, lines(5000, 1), shared, { policy: 'ephemeral', until: PAST })
      await store.putSideFile({ session: a, path: 'f', content: Buffer.from('shared'), at: NOW })
      const before = await store.sizes()
      const said = await store.collect({ now: NOW, dryRun: true })
      expect(await store.sizes()).toEqual(before)
      expect(await sweep(store)).toEqual(said)
      const after = await store.sizes()
      expect(said).toMatchObject({ removed: 2 + 1 + 1, kept: 5, bytesFreed: before.storedBytes - after.storedBytes })
      expect(said.bytesFreed).toBeGreaterThan(100)
      expect(await store.findCommit(gone)).toBeUndefined()
      expect(await store.findRetention(gone)).toBeUndefined()
      expect(await store.artifacts.has(idOf(lines(5000, 1)))).toBe(false)
      expect(String(await store.artifacts.get(idOf('shared')))).toBe('shared')
      expect(await sweep(store)).toMatchObject({ removed: 0, bytesFreed: 0 })
      expect(await put(store, lines(5000, 1), null)).toBeDefined() // and may come again
    })

    it.each([
      ['pin', { policy: 'pin', until: PAST }],
      ['default', { policy: 'default', until: PAST }],
      ['replicate', { policy: 'replicate', until: null }],
      ['ephemeral until later', { policy: 'ephemeral', until: FUTURE }],
      ['ephemeral until no time at all', { policy: 'ephemeral', until: 'soon' }],
    ] as const)('keeps what is %s, with everything before it', async (_, retention) => {
      const store = current()
      const root = await put(store, 'root', null, EPHEMERAL)
      const middle = await put(store, 'middle', root, EPHEMERAL)
      const tip = await put(store, 'tip', middle, retention)
      const after = await put(store, 'after', tip, EPHEMERAL)
      await sweep(store)
      const there = await Promise.all([root, middle, tip, after].map((id) => store.findCommit(id)))
      expect(there.map((commit) => commit !== undefined)).toEqual([true, true, true, false])
    })

    it('keeps what a session leads to', async () => {
      const store = current()
      const record = recorder(store, a)
      const { head } = await record.add({ text: 'one' })
      await store.setRetention(head!, EPHEMERAL)
      await record.add({ text: 'two' })
      const root = await put(store, 'root', null, EPHEMERAL)
      await put(store, 'after it', root, EPHEMERAL)
      expect((await sweep(store)).removed).toBe(6)
      expect(await collect(store.listChain(a))).toHaveLength(2)
    })

    it('removes manifests that nothing else names, and they can be made again', async () => {
      const store = current()
      const record = recorder(store, a)
      for (const text of ['one', 'two']) await record.add({ text })
      const stretches = ['one', 'two'].map((text) => ({ artifact: idOf(text), start: 0, end: 3 }))
      const manifest = { key: 'k', artifact: idOf('onetwo'), size: 6, detail: {}, stretches, own: [] }
      await store.putManifest(manifest)
      expect(await sweep(store)).toMatchObject({ removed: 1, bytesFreed: 0 })
      expect(await store.findManifest('k')).toBeUndefined()
      await store.putManifest(manifest)
      await store.putCommit({ draft: draft(a, { type: 'snapshot', artifact: manifest.artifact, end: 6 }) })
      expect((await sweep(store)).removed).toBe(0)
      expect(await store.findManifest('k')).toMatchObject({ artifact: manifest.artifact })
      expect(String(await store.artifacts.get(manifest.artifact))).toBe('onetwo')
    })

    it('never removes what is reachable, and removes everything else', async () => {
      let runs = 0
      await fc.assert(
        fc.asyncProperty(fc.array(aStep, { minLength: 5, maxLength: 60 }), async (steps) => {
          const store = current()
          const model = emptyModel()
          const records = [0, 1].map((n) => recorder(store, sessionId(`s${n}-${runs}`)))
          runs++
          for (const step of steps) {
            if (step.kind === 'append') {
              const text = `${runs}:${step.text}\n`.repeat(200)
              const { head } = await records[step.session]!.add({ text })
              model.commits.set(head!, (await store.findCommit(head!))!)
              model.chained.add(head!)
            } else if (step.kind === 'put') {
              const id = await put(store, `${runs}:${step.text}\n`.repeat(200), pick(model, step.parent) ?? null)
              model.commits.set(id, (await store.findCommit(id))!)
            } else if (step.kind === 'retain') {
              const id = pick(model, step.commit)
              if (!id) continue
              await store.setRetention(id, step.retention)
              model.retention.set(id, step.retention)
            } else if (step.kind === 'seal') {
              await store.seal(sessionId(`s${step.session}-${runs - 1}`), { everything: true, limit: 9 })
            } else {
              await checkCollect(store, model)
            }
          }
          await checkCollect(store, model)
          expect(await store.listFaults()).toEqual([])
        }),
        { numRuns: 25 },
      )
    })
  })

  async function checkCollect(store: Store, model: Model): Promise<void> {
    const said = await store.collect({ now: NOW, dryRun: true })
    const before = await store.sizes()
    expect(await sweep(store)).toEqual(said)
    const after = await store.sizes()
    expect(said.bytesFreed).toBe(before.storedBytes - after.storedBytes)
    const kept = reachable(model)
    const gone = [...model.commits.keys()].filter((id) => !kept.has(id))
    for (const id of gone) expect(await store.findCommit(id)).toBeUndefined()
    const artifacts = new Set([...kept].map((id) => model.commits.get(id)!.artifact))
    for (const id of gone) {
      const { artifact } = model.commits.get(id)!
      expect([artifact, await store.artifacts.has(artifact)]).toEqual([artifact, artifacts.has(artifact)])
      model.commits.delete(id)
      model.retention.delete(id)
    }
    for (const id of kept) expect(await store.findCommit(id)).toMatchObject({ id })
    for await (const bytes of store.artifacts.getAll(artifacts)) expect(artifacts.has(artifactIdOf(bytes))).toBe(true)
  }
}

type Step =
  | { readonly kind: 'append'; readonly session: number; readonly text: number }
  | { readonly kind: 'put'; readonly parent: number; readonly text: number }
  | { readonly kind: 'retain'; readonly commit: number; readonly retention: Retention }
  | { readonly kind: 'seal'; readonly session: number }
  | { readonly kind: 'collect' }

const aPlace = fc.integer({ min: -3, max: 40 })
const aText = fc.nat({ max: 12 }) // few, so that they are shared
const aRetention: fc.Arbitrary<Retention> = fc.record({
  policy: fc.constantFrom('ephemeral', 'ephemeral', 'ephemeral', 'default', 'pin', 'replicate'),
  until: fc.constantFrom(null, PAST, NOW, FUTURE, 'whenever'),
})
const aStep: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('append'), session: fc.nat(1), text: aText }),
  },
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('put'), parent: aPlace, text: aText }) },
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('retain'), commit: aPlace, retention: aRetention }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('seal'), session: fc.nat(1) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('collect') }) },
) as fc.Arbitrary<Step>

/** A plain picture of the record, and what is reachable in it said as plainly as can be. */
interface Model {
  readonly commits: Map<CommitId, { readonly parent: CommitId | null; readonly artifact: ArtifactId }>
  readonly retention: Map<CommitId, Retention>
  readonly chained: Set<CommitId>
}

function emptyModel(): Model {
  return { commits: new Map(), retention: new Map(), chained: new Set() }
}

function pick({ commits }: Model, place: number): CommitId | undefined {
  return place < 0 || commits.size === 0 ? undefined : [...commits.keys()][place % commits.size]
}

function reachable({ commits, retention, chained }: Model): Set<CommitId> {
  const kept = new Set<CommitId>()
  for (const id of commits.keys()) {
    const { policy, until } = retention.get(id) ?? { policy: 'default', until: null }
    const over = policy === 'ephemeral' && (until === null || until === PAST || until === NOW)
    if (over && !chained.has(id)) continue
    for (let up: CommitId | null = id; up !== null; up = commits.get(up)!.parent) kept.add(up)
  }
  return kept
}
