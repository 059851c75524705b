import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { artifactIdOf, type CommitId } from '../../src/model/id.ts'
import type { Ticket } from '../../src/model/ticket.ts'
import type { PutManifest } from '../../src/record/record.ts'
import type { Store } from '../../src/record/store.ts'
import { AT, collect, draft, lines, recorder, sessionId } from './builders.ts'
import type { StoreBench } from './record.ts'

const KB = 1 << 10
const MB = 1 << 20
const EVERYTHING = { everything: true, limit: 1000 }

export interface ChainBench {
  store(): Store
  connect(): Promise<Store>
  damage(): StoreBench['damage']
}

/** What every store must do with chains: small deltas, sealing, commits by hand, manifests. */
export function describeChains({ store: current, connect, damage }: ChainBench): void {
  const a = sessionId('session-a')
  const b = sessionId('session-b')
  const idOf = (text: string) => artifactIdOf(Buffer.from(text))
  const hasText = async (store: Store, text: string) => String(await store.artifacts.get(idOf(text))) === text

  describe('a session that was cut from another', () => {
    it('begins after the commit it was cut from, and does not keep it', async () => {
      const store = current()
      const source = recorder(store, a)
      await source.add({ text: 'one\n' })
      const cut = recorder(store, b)
      await cut.add({ text: 'two\n', cutFrom: source.head, draft: { type: 'snapshot' } })
      await cut.add({ text: 'three\n', cutFrom: source.head })
      const [first, second] = await collect(store.listChain(b))
      expect([first?.parent, second?.parent]).toEqual([source.head, first?.id])
      expect(await store.listChildren(source.head!)).toEqual([first?.id])
      expect(await store.forget(a)).toEqual({ dependents: [] })
      expect(await store.findCommit(source.head!)).toBeUndefined()
      expect(await collect(store.listAncestors(cut.head!, 9))).toHaveLength(2)
      expect(await store.listFaults()).toEqual([])
    })
  })

  describe('sessions that were removed on request', () => {
    it('are listed until they are remembered', async () => {
      const store = current()
      await recorder(store, a).add({ text: 'one\n' })
      const { client, clientId } = (await store.findSession(a))!
      expect([...(await store.listForgotten())]).toEqual([])
      const mark = { at: '2026-03-19T10:00:00.000Z', by: 'me@here' }
      await store.forget(a, mark)
      const forgotten = [{ client, client_id: clientId, ...mark }]
      expect([...(await store.listForgotten())]).toEqual(forgotten)
      expect([...(await store.listForgotten({ client, clientId }))]).toEqual(forgotten)
      expect([...(await store.listForgotten({ client: 'other', clientId }))]).toEqual([])
      await store.remember(client, clientId)
      expect([...(await store.listForgotten())]).toEqual([])
    })
  })

  describe('names of commits', () => {
    it('are compared before they move, where one says from what', async () => {
      const store = current()
      const record = recorder(store, a)
      await record.add({ text: 'one\n' })
      const first = record.head!
      await record.add({ text: 'two\n' })
      const second = record.head!
      await store.setName('good', first, null)
      await expect(store.setName('good', second, null)).rejects.toMatchObject({ code: 'tag-moved' })
      await expect(store.setName('good', first, second)).rejects.toMatchObject({
        code: 'tag-moved',
        facts: { name: 'good', expected: second, found: first },
      })
      await expect(store.setName('other', first, second)).rejects.toMatchObject({ code: 'tag-moved' })
      expect(await store.listNames()).toEqual([{ name: 'good', commit: first }])
      await store.setName('good', second, first)
      expect(await store.listNames()).toEqual([{ name: 'good', commit: second }])
      await store.setName('good', null)
    })
  })

  describe('tickets', () => {
    it('are listed as they were last written, and who saw an older one is refused', async () => {
      const store = current()
      const made = ticket('tkt-12ab', 1)
      await store.putTicket(made, null)
      await store.putTicket(ticket('tkt-34cd', 1), null)
      await expect(store.putTicket(made, null)).rejects.toMatchObject({ code: 'ticket-moved' })
      const closed = { ...made, version: 2, status: 'closed' as const }
      await store.putTicket(closed, 1)
      await expect(store.putTicket({ ...made, version: 2 }, 1)).rejects.toMatchObject({ code: 'ticket-moved' })
      await expect(store.putTicket(ticket('tkt-56ef', 2), 1)).rejects.toMatchObject({ code: 'ticket-moved' })
      expect(await (await connect()).listTickets()).toEqual([closed, ticket('tkt-34cd', 1)])
    })
  })

  describe('deltas', () => {
    it('come back, whatever their sizes and the order they are read in', async () => {
      let runs = 0
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.oneof(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 250 * KB })), {
            minLength: 5,
            maxLength: 20,
          }),
          fc.infiniteStream(fc.nat()),
          async (sizes, order) => {
            const store = current()
            const record = recorder(store, sessionId(`live-${runs++}`))
            const texts = sizes.map((size, i) => lines(size, runs * 1000 + i))
            for (const text of texts) await record.add({ text })
            const fresh = await connect()
            for (const text of shuffled(texts, order)) expect(await hasText(fresh, text)).toBe(true)
            for (const text of texts) expect(await hasText(store, text)).toBe(true)
          },
        ),
        { numRuns: 6 },
      )
      expect(await current().listFaults()).toEqual([])
    })

    it('are read by many at once', async () => {
      const store = current()
      const record = recorder(store, a)
      const texts = Array.from({ length: 60 }, (_, i) => lines(30 * KB, i))
      for (const text of texts) await record.add({ text })
      const fresh = await connect()
      const read = await Promise.all(texts.toReversed().map((text) => fresh.artifacts.get(idOf(text))))
      expect(read.map(String)).toEqual(texts.toReversed())
      const inOrder = await collect(fresh.artifacts.getAll(texts.map(idOf)))
      expect(inOrder.map(String)).toEqual(texts)
    })
  })

  describe('chunks', () => {
    it('of an artifact with one byte more near its start are shared', async () => {
      const store = current()
      const text = lines(5 * MB, 1)
      const longer = `${text.slice(0, 1000)}x${text.slice(1000)}`
      for (const [path, bytes] of [text, longer].map((one) => [one === text ? 'a' : 'b', Buffer.from(one)] as const)) {
        const { deduplicated } = await store.putSideFile({ session: a, path, content: bytes, at: AT })
        if (path === 'b') expect(deduplicated).toBeGreaterThan(0.9 * text.length)
      }
      for (const one of [text, longer]) expect(await hasText(store, one)).toBe(true)
    })

    it('stay shared when they are sealed', async () => {
      const store = current()
      const text = lines(2 * MB, 1)
      await recorder(store, a).add({ text, mostlyKnown: true })
      await store.seal(a, EVERYTHING)
      const longer = `${text.slice(0, 1000)}x${text.slice(1000)}`
      const { deduplicated } = await recorder(store, b).add({ text: longer, mostlyKnown: true })
      expect(deduplicated).toBeGreaterThan(0.8 * text.length)
      await store.seal(b, EVERYTHING)
      for (const one of [text, longer]) expect(await hasText(await connect(), one)).toBe(true)
      expect(await store.listFaults()).toEqual([])
    })
  })

  describe('seal', () => {
    it('keeps every byte and every id, in any order, whoever shares what', async () => {
      const step = fc.oneof(
        { weight: 6, arbitrary: fc.record({ add: fc.nat({ max: 11 }), to: fc.nat({ max: 2 }) }) },
        { weight: 2, arbitrary: fc.record({ seal: fc.nat({ max: 2 }), everything: fc.boolean() }) },
        { weight: 1, arbitrary: fc.record({ manifest: fc.nat({ max: 2 }) }) },
      )
      let runs = 0
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 40 }), async (steps) => {
          const store = current()
          runs++
          const sessions = [0, 1, 2].map((n) => sessionId(`s${n}-${runs}`))
          const records = sessions.map((session) => recorder(store, session))
          const texts: string[][] = [[], [], []]
          const manifests: string[] = []
          for (const [at, step] of steps.entries()) {
            if ('add' in step) {
              const text = lines([7, 900, 40 * KB, 260 * KB][step.add % 4]!, runs * 100 + step.add) // few, so shared
              await records[step.to]!.add({ text })
              texts[step.to]!.push(text)
            } else if ('seal' in step) {
              await store.seal(sessions[step.seal]!, { everything: step.everything, limit: 100 })
            } else {
              const whole = texts[step.manifest]!.join('')
              await store.putManifest(manifestOf(`${runs}:${at}`, texts[step.manifest]!))
              manifests.push(whole)
            }
          }
          for (const own of [store, await connect()]) {
            for (const [n, session] of sessions.entries()) {
              const commits = await collect(own.listChain(session))
              const read = await collect(own.artifacts.getAll(commits.map((commit) => commit.artifact)))
              expect(read.map(String)).toEqual(texts[n])
            }
            for (const whole of manifests) expect(await hasText(own, whole)).toBe(true)
          }
          expect(await store.listFaults()).toEqual([])
        }),
        { numRuns: 10 },
      )
      const fresh = await connect()
      expect(await fresh.collect({ now: AT, dryRun: false })).toMatchObject({ removed: expect.any(Number) })
      expect(await fresh.listFaults()).toEqual([])
    })

    it('is not seen by one who reads meanwhile', async () => {
      const [store, other] = [current(), await connect()]
      const record = recorder(store, a)
      const texts = Array.from({ length: 30 }, (_, i) => lines(200 * KB, i))
      for (const text of texts) await record.add({ text })
      const reading = collect(other.artifacts.getAll(texts.map(idOf)))
      await store.seal(a, EVERYTHING)
      expect((await reading).map(String)).toEqual(texts)
    })
  })

  describe('commits by hand', () => {
    const put = async (store: Store, text: string, changes: Parameters<typeof draft>[1] = {}) => {
      const bytes = Buffer.from(text)
      return store.putCommit({
        bytes,
        draft: draft(a, { artifact: artifactIdOf(bytes), end: bytes.length, ...changes }),
      })
    }

    it('are there at once, with every field, and twice is once', async () => {
      const store = current()
      const root = await put(store, 'one', { type: 'snapshot', summary: 'what' })
      const child = await put(store, 'two', { parent: root })
      expect(await put(store, 'two', { parent: root, machine: 'other' })).toBe(child)
      expect(await store.findCommit(child)).toEqual({
        ...draft(a, { artifact: idOf('two'), end: 3, parent: root }),
        id: child,
      })
      expect(await hasText(await connect(), 'two')).toBe(true)
      expect(await store.findSession(a)).toBeUndefined()
      expect(await collect(store.listChain(a))).toEqual([])
    })

    it('may name an artifact that is there', async () => {
      const store = current()
      await put(store, 'one')
      const again = { draft: draft(b, { artifact: idOf('one'), template: 'other' }) }
      expect(await store.findCommit(await store.putCommit(again))).toMatchObject({ artifact: idOf('one'), session: b })
    })

    it('are read though their artifact is gone', async () => {
      const store = current()
      const id = await put(store, 'one')
      await damage().dropBytes(idOf('one'))
      expect(await store.findCommit(id)).toMatchObject({ artifact: idOf('one') })
      expect(await store.resolveCommit('me@here/test', AT)).toBe(id)
      await expect(store.artifacts.get(idOf('one'))).rejects.toMatchObject({
        code: 'artifact-missing',
        message: expect.stringContaining(idOf('one').slice(0, 16)),
      })
    })

    it('need their parent, their artifact and the right one', async () => {
      const store = current()
      const nowhere = 'ctx-00000000' as CommitId
      await expect(put(store, 'x', { parent: nowhere })).rejects.toMatchObject({ code: 'commit-not-found' })
      await expect(store.putCommit({ draft: draft(a, { artifact: idOf('x') }) })).rejects.toMatchObject({
        code: 'artifact-missing',
        facts: { artifact: idOf('x') },
      })
      await expect(put(store, 'x', { artifact: idOf('y') })).rejects.toThrow('came with')
      expect(await store.sizes()).toMatchObject({ commits: 0, artifacts: 0 })
    })

    it('change their summary and how long they are kept, and nothing else', async () => {
      const store = current()
      const id = await put(store, 'one')
      const before = await store.findCommit(id)
      expect(await store.findRetention(id)).toBeUndefined()
      await store.setSummary(id, 'what it was \ud800')
      await store.setRetention(id, { policy: 'ephemeral', until: AT })
      await store.setRetention(id, { policy: 'pin', until: null })
      expect(await store.findCommit(id)).toEqual({ ...before, summary: 'what it was \ud800' })
      expect(await store.findRetention(id)).toEqual({ policy: 'pin', until: null })
      const nowhere = 'ctx-00000000' as CommitId
      await expect(store.setSummary(nowhere, 'x')).rejects.toMatchObject({ code: 'commit-not-found' })
      await expect(store.setRetention(nowhere, { policy: 'pin', until: null })).rejects.toMatchObject({
        code: 'commit-not-found',
      })
      expect(await store.listFaults()).toEqual([])
    })

    it('of a newer Stet are read and not changed', async () => {
      const store = current()
      const [own, newer] = [await put(store, 'one'), await put(store, 'two')]
      await damage().makeCommitNewer(newer)
      const tooNew = { code: 'store-too-new', facts: { commit: newer } }
      await expect(store.setSummary(newer, 'x')).rejects.toMatchObject(tooNew)
      await expect(store.setRetention(newer, { policy: 'pin', until: null })).rejects.toMatchObject(tooNew)
      expect(await store.findCommit(newer)).toMatchObject({ summary: null })
      await store.setSummary(own, 'x')
      await damage().makeNewer()
      await expect(store.setSummary(own, 'y')).rejects.toMatchObject({ code: 'store-too-new' })
      expect(await store.findCommit(own)).toMatchObject({ summary: 'x' })
    })

    it('are found by how the id starts', async () => {
      const store = current()
      const ids: CommitId[] = []
      for (let i = 0; i < 40; i++) ids.push(await put(store, `${i}`))
      expect(await store.findCommits('ctx-', 100)).toEqual([...ids].sort())
      expect(await store.findCommits('ctx-', 3)).toEqual([...ids].sort().slice(0, 3))
      expect(await store.findCommits(ids[5]!, 3)).toEqual([ids[5]])
      expect(await store.findCommits('%', 3)).toEqual([])
    })

    it('are resolved by time and principal, the last of several at one time', async () => {
      const store = current()
      const at = (second: number) => new Date(Date.UTC(2026, 2, 19, 10, 0, second)).toISOString()
      const ids: CommitId[] = []
      for (const [i, second] of [30, 10, 20, 20].entries()) {
        ids.push(await put(store, `${i}`, { principal: 'p', createdAt: at(second) }))
      }
      await put(store, 'other', { principal: 'q', createdAt: at(15) })
      expect(await store.resolveCommit('p', at(9))).toBeUndefined()
      expect(await store.resolveCommit('p', at(10))).toBe(ids[1])
      expect(await store.resolveCommit('p', at(19))).toBe(ids[1])
      expect(await store.resolveCommit('p', at(29))).toBe(ids[3])
      expect(await store.resolveCommit('p', at(59))).toBe(ids[0])
      expect(await store.resolveCommit('p', '2026-03-19T12:00:10+02:00')).toBe(ids[1])
      expect(await store.resolveCommit('none', at(59))).toBeUndefined()
    })

    it('have ancestors and children', async () => {
      const store = current()
      const chain: CommitId[] = []
      for (let i = 0; i < 600; i++) chain.push(await put(store, `${i}`, { parent: chain.at(-1) ?? null }))
      const fork = await put(store, 'fork', { parent: chain[3]! })
      const ids = async (tip: CommitId, limit: number) =>
        (await collect(store.listAncestors(tip, limit))).map((commit) => commit.id)
      expect(await ids(chain.at(-1)!, 9999)).toEqual(chain.toReversed())
      expect(await ids(chain.at(-1)!, 2)).toEqual([chain[599], chain[598]])
      expect(await ids(fork, 9999)).toEqual([fork, ...chain.slice(0, 4).toReversed()])
      expect(await ids('ctx-00000000' as CommitId, 9)).toEqual([])
      expect(await store.listChildren(chain[3]!)).toEqual([chain[4], fork])
      expect(await store.listChildren(fork)).toEqual([])
    })

    it('are the same as ancestors, whatever their text', async () => {
      const store = current()
      const text = fc.oneof(
        fc.string({ unit: 'binary' }),
        fc.constantFrom('\ud800', '\0', '\u001f\u007f\b"\\/', '\u2028'),
      )
      const texts = fc.record({ thread: text, ticket: text, template: text, principal: text, summary: text })
      let parent: CommitId | null = null
      await fc.assert(
        fc.asyncProperty(texts, async (said) => {
          parent = await put(store, 'x', { parent, ...said })
          const [commit] = await collect(store.listAncestors(parent, 1))
          expect(commit).toEqual(await store.findCommit(parent))
          expect(commit).toMatchObject(said)
        }),
        { numRuns: 100 },
      )
    })
  })

  describe('manifests', () => {
    it('are artifacts made of stretches, without new bytes', async () => {
      const store = current()
      const record = recorder(store, a)
      const texts = [lines(5 * MB, 1), 'short', lines(9000, 2)]
      for (const text of texts) await record.add({ text })
      const before = await store.sizes()
      const whole = [texts[0]!.slice(5, 4.5 * MB), texts[2]!.slice(100), '\n', texts[1]!].join('')
      const manifest = {
        key: 'key',
        artifact: idOf(whole),
        size: whole.length,
        detail: { commit_count: 3, format: 'x' },
        stretches: [
          { artifact: idOf(texts[0]!), start: 5, end: 4.5 * MB },
          { artifact: idOf(texts[2]!), start: 100, end: 9000 },
          { artifact: idOf('\n'), start: 0, end: 1 },
          { artifact: idOf(texts[1]!), start: 0, end: 5 },
        ],
        own: [Buffer.from('\n')],
      }
      await store.putManifest(manifest)
      await store.putManifest(manifest)
      expect((await store.sizes()).storedBytes).toBe(before.storedBytes + 1)
      expect(await hasText(store, whole)).toBe(true)
      const { artifact, size, detail } = manifest
      expect(await store.findManifest('key')).toEqual({ artifact, size, detail })
      expect(await store.findManifest('other')).toBeUndefined()
      await store.seal(a, EVERYTHING)
      expect(await hasText(await connect(), whole)).toBe(true)
    })

    it('need every artifact they name, and the bytes they promise', async () => {
      const store = current()
      const manifest = manifestOf('key', ['one', 'two'])
      await expect(store.putManifest(manifest)).rejects.toMatchObject({
        code: 'artifact-missing',
        facts: { artifact: idOf('one') },
      })
      const record = recorder(store, a)
      for (const text of ['one', 'two']) await record.add({ text })
      await expect(store.putManifest({ ...manifest, size: 7 })).rejects.toThrow('6 bytes')
      expect(await store.findManifest('key')).toBeUndefined()
      await store.putManifest({ ...manifest, artifact: idOf('wrong') })
      await expect(store.artifacts.get(idOf('wrong'))).rejects.toMatchObject({ code: 'artifact-corrupt' })
    })
  })

  function manifestOf(key: string, texts: readonly string[]): PutManifest {
    const whole = texts.join('')
    const stretches = texts.map((text) => ({ artifact: idOf(text), start: 0, end: text.length }))
    return { key, artifact: idOf(whole), size: whole.length, detail: {}, stretches, own: [] }
  }
}

function shuffled<T>(items: readonly T[], order: Iterator<number>): T[] {
  const left = [...items]
  return items.map(() => left.splice(order.next().value % left.length, 1)[0]!)
}

function ticket(id: string, version: number): Ticket {
  return {
    id,
    version,
    title: `Ticket \ud800 ${id}`,
    body: '',
    status: 'open',
    priority: 2,
    type: 'task',
    labels: [],
    assignee: null,
    parent: null,
    blocked_by: [],
    notes: [],
    created_by: 'ada@laptop',
    created_at: AT,
    updated_at: AT,
    closed_at: null,
    close_reason: null,
    context_id: null,
    contexts: [],
    template: null,
    review: null,
    discussions: [],
  }
}
