import { setTimeout as sleep } from 'node:timers/promises'
import postgres from 'postgres'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type ArtifactId, artifactIdOf } from '../../src/model/id.ts'
import { missing } from '../../src/record/artifact-failures.ts'
import type { Artifacts } from '../../src/record/artifacts.ts'
import { openPostgresStore } from '../../src/record/postgres/open-postgres-store.ts'
import type { Store } from '../../src/record/store.ts'
import { postgresForTests } from '../servers/postgres.ts'
import { AT } from './builders.ts'

const server = await postgresForTests()

/** Artifacts in memory; `beforeRemoving` is waited for. */
function inMemory(beforeRemoving: () => Promise<unknown> = async () => undefined) {
  const kept = new Map<ArtifactId, Buffer>()
  const get = async (id: ArtifactId) => {
    const bytes = kept.get(id)
    if (!bytes) throw missing(id)
    return bytes
  }
  const artifacts: Artifacts = {
    put: async (bytes) => {
      const id = artifactIdOf(bytes)
      const deduplicated = kept.has(id) ? bytes.length : 0
      kept.set(id, Buffer.from(bytes))
      return { id, deduplicated }
    },
    get,
    async *getAll(ids) {
      for await (const id of ids) yield await get(id)
    },
    async *stream(id) {
      yield await get(id)
    },
    has: async (id) => kept.has(id),
    async *list() {
      for (const [id, { length: size }] of kept) yield { id, size }
    },
    find: async (prefix, limit) => [...kept.keys()].filter((id) => id.startsWith(prefix)).slice(0, limit),
    remove: async (ids) => {
      await beforeRemoving()
      for (const id of ids) kept.delete(id)
    },
  }
  return { kept, artifacts }
}

describe.skipIf(!server)('units that are kept elsewhere', () => {
  let beside: postgres.Sql
  let url: string
  let stores: Store[]
  beforeEach(() => {
    beside = postgres(server!.url, { max: 1, onnotice: () => undefined })
    url = `${server!.url}?schema=units_${Math.random().toString(36).slice(2)}`
    stores = []
  })
  afterEach(async () => {
    await Promise.all(stores.map((store) => store.close()))
    await beside.end()
  })

  async function open(artifacts: string | undefined, openArtifacts: (place: string) => Promise<Artifacts>) {
    const store = await openPostgresStore({ url, artifacts, openArtifacts })
    stores.push(store)
    return store
  }

  it('are removed no further once the lock that guards it is lost', async () => {
    let batches = 0
    const { kept, artifacts } = inMemory(async () => {
      batches++
      await beside`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'stet'`
      await sleep(50)
    })
    const store = await open('memory', async () => artifacts)
    for (let i = 0; i < 20; i++) await artifacts.put(Buffer.from(`left ${i}`))
    await expect(store.collect({ now: AT, dryRun: false })).rejects.toMatchObject({ code: 'store-unreadable' })
    expect(batches).toBe(1)
    expect(kept.size).toBe(12)
  })
  it('can be read by all that opened a new store, whatever each was told', async () => {
    const { kept, artifacts } = inMemory()
    const first = await open(undefined, async () => artifacts)
    const second = await open('memory', async () => artifacts)
    const third = await open(undefined, async () => artifacts)
    const texts = ['by the first', 'by the second', 'by the third']
    for (const [at, store] of stores.entries()) await store.artifacts.put(Buffer.from(texts[at]!))
    expect(kept.size).toBe(3)
    for (const store of [first, second, third]) {
      for (const text of texts) expect(String(await store.artifacts.get(artifactIdOf(Buffer.from(text))))).toBe(text)
      expect(await store.listFaults()).toEqual([])
    }
  })

  it('may stand next to units in the table', async () => {
    const { artifacts } = inMemory()
    const store = await open(undefined, async () => artifacts)
    const { id: near } = await store.artifacts.put(Buffer.from('near'))
    await beside`UPDATE ${beside(new URL(url).searchParams.get('schema')!)}.meta SET value = 'memory' WHERE key = 'artifacts'`
    const { id: far } = await store.artifacts.put(Buffer.from('far'))
    for (const each of [store, await open(undefined, async () => artifacts)]) {
      expect(String(await each.artifacts.get(near))).toBe('near')
      expect(String(await each.artifacts.get(far))).toBe('far')
      expect(await each.listFaults()).toEqual([])
    }
    await store.collect({ now: AT, dryRun: false })
  })
  it('go to another place while there are none, and never to one that cannot be opened', async () => {
    const places = { wrong: inMemory(), right: inMemory() }
    const openPlace = async (place: string) => {
      if (!(place in places)) throw new Error('no such place')
      return places[place as keyof typeof places].artifacts
    }
    await expect(open('mistyped', openPlace)).rejects.toThrow('no such place')
    await open(undefined, openPlace)
    await open('wrong', openPlace)
    const store = await open('right', openPlace)
    const { id } = await store.artifacts.put(Buffer.from('bytes'))
    expect([places.wrong.kept.size, places.right.kept.size]).toEqual([0, 1])
    const late = await open('wrong', openPlace)
    await late.artifacts.put(Buffer.from('more bytes'))
    expect(String(await late.artifacts.get(id))).toBe('bytes')
    expect([places.wrong.kept.size, places.right.kept.size]).toEqual([0, 2])
    await open('mistyped', openPlace)
  })
})
