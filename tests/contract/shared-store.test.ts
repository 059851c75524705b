import { S3mini } from 's3mini'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type ArtifactId, artifactIdOf } from '../../src/model/id.ts'
import type { Artifacts } from '../../src/record/artifacts.ts'
import { openS3Artifacts } from '../../src/record/s3/open-s3-artifacts.ts'
import type { Store } from '../../src/record/store.ts'
import { postgresForTests } from '../servers/postgres.ts'
import { SWIFT_KEYS, swiftForTests } from '../servers/swift.ts'
import { AT, collect, lines, recorder, sessionId } from './builders.ts'
import { openPostgresBench } from './postgres-bench.ts'
import { bundleScript, runScript } from './processes.ts'

const [database, objects] = await Promise.all([postgresForTests(), swiftForTests()])
const a = sessionId('session-a')
const idOf = (text: string) => artifactIdOf(Buffer.from(text))

describe.skipIf(!database || !objects)('a shared store with its bytes in an object store', () => {
  let bench: Awaited<ReturnType<typeof openPostgresBench>>
  let store: Store
  let artifacts: Artifacts
  let beside: S3mini
  beforeEach(async () => {
    const bucket = `shared-${Math.random().toString(36).slice(2)}`
    beside = new S3mini({ ...SWIFT_KEYS, endpoint: `${objects!.url}/${bucket}`, region: 'us-east-1' })
    await beside.createBucket()
    artifacts = openS3Artifacts({ url: `s3://${bucket}?endpoint=${objects!.url}`, ...SWIFT_KEYS })
    bench = await openPostgresBench(database!.url, artifacts)
    store = await bench.connect()
  })
  afterEach(async () => {
    await store.close()
    await bench.dispose()
  })
  const stored = async () => (await artifacts.find('art-', 1000)).toSorted()

  it('keeps chains, side files and manifests, and no bytes in the database', async () => {
    const record = recorder(store, a)
    const texts = [lines(5000, 1), '', lines(9000, 2)]
    for (const text of texts) await record.add({ text })
    const file = lines(1 << 20, 3)
    const longer = `${file.slice(0, 1000)}x${file.slice(1000)}`
    await store.putSideFile({ session: a, path: 'f', content: Buffer.from(file), at: AT })
    const again = await store.putSideFile({ session: a, path: 'f', content: Buffer.from(longer), at: AT })
    expect(again.deduplicated).toBeGreaterThan(0.7 * file.length)
    const whole = texts.join('')
    const stretches = texts.map((text) => ({ artifact: idOf(text), start: 0, end: text.length }))
    await store.putManifest({ key: 'k', artifact: idOf(whole), size: whole.length, detail: {}, stretches, own: [] })

    const other = await bench.connect()
    for (const text of [...texts, file, longer, whole]) expect(String(await other.artifacts.get(idOf(text)))).toBe(text)
    expect((await collect(other.artifacts.getAll(texts.map(idOf)))).map(String)).toEqual(texts)
    expect(await other.listFaults()).toEqual([])
    await other.close()
    expect(await bench.query('SELECT data FROM units WHERE data IS NOT NULL')).toEqual([])
  })

  it('names the commit though its object is gone, says which is missing, and takes it again', async () => {
    const { head } = await recorder(store, a).add({ text: 'kept elsewhere' })
    await beside.deleteObject(idOf('kept elsewhere'))
    expect(await store.findCommit(head!)).toMatchObject({ artifact: idOf('kept elsewhere') })
    await expect(store.artifacts.get(idOf('kept elsewhere'))).rejects.toMatchObject({
      code: 'artifact-missing',
      facts: { artifact: idOf('kept elsewhere') },
    })
    expect(await store.listFaults()).toMatchObject([{ where: expect.stringContaining(idOf('kept elsewhere')) }])
    await store.artifacts.put(Buffer.from('kept elsewhere'))
    expect(await store.listFaults()).toEqual([])
  })

  it('collects what no row names, also what a write that failed left there, and nothing else', async () => {
    await recorder(store, a).add({ text: 'kept' })
    await store.artifacts.put(Buffer.from('unnamed'))
    await artifacts.put(Buffer.from('left by a write that failed'))
    const late = recorder(store, a).add({ text: 'refused' })
    await expect(late).rejects.toMatchObject({ code: 'chain-moved' })
    await store.collect({ now: AT, dryRun: true })
    expect(await stored()).toHaveLength(3)
    await store.collect({ now: AT, dryRun: false })
    expect(await stored()).toEqual([idOf('kept')])
  })
})

/** Appends to a session of its own and to one that all share, as machines do that see the same file grow. */
const WRITER = `
import { openPostgresStore } from '../../src/record/postgres/open-postgres-store.ts'
import { artifactIdOf } from '../../src/model/id.ts'
import { draft, entry, recorder, sessionId } from './builders.ts'
const [url, name, count] = process.argv.slice(2)
const store = await openPostgresStore({ url })
const own = recorder(store, sessionId(name))
const shared = sessionId('shared')
const create = { client: 'test', clientId: 'shared', generation: 0, format: 'test-v1' }
await store.append(entry(shared, { create })).catch((error) => { if (error.code !== 'chain-moved') throw error })
for (let i = 0; i < Number(count); i++) {
  await own.add({ text: 'said by everybody ' + i + '\\n' })
  const bytes = Buffer.from(name + ':' + i + '\\n')
  for (;;) {
    const { head: from, bytes: start } = await store.findSession(shared)
    const commits = [{ bytes, draft: draft(shared, { start, end: start + bytes.length }) }]
    const done = await store.append(entry(shared, { from, commits })).catch((error) => error)
    if (!(done instanceof Error)) break
    if (done.code !== 'chain-moved') throw done
  }
}
await store.close()
`

describe.skipIf(!database)('many processes', () => {
  it('capture into a new shared store at once, while one collects, and nothing is lost', async () => {
    const [writers, each] = [5, 12]
    const bench = await openPostgresBench(database!.url)
    const script = await bundleScript('shared-writer', WRITER)
    const names = Array.from({ length: writers }, (_, i) => `writer-${i}`)
    const running = Promise.all(names.map((name) => runScript(script, [bench.url, name, `${each}`])))
    const store = await bench.connect()
    let isOver = false
    const collecting = (async () => {
      while (!isOver) await store.collect({ now: AT, dryRun: false })
    })()
    expect((await running).map(({ code, output }) => [code, output])).toEqual(names.map(() => [0, '']))
    isOver = true
    await collecting
    const textOf = async (id: ArtifactId) => String(await store.artifacts.get(id))
    const shared = await collect(store.listChain(sessionId('shared')))
    const texts = await Promise.all(shared.map((commit) => textOf(commit.artifact)))
    const wanted = names.flatMap((name) => Array.from({ length: each }, (_, i) => `${name}:${i}\n`))
    expect(texts.toSorted()).toEqual(wanted.toSorted())
    for (const name of names) expect(await collect(store.listChain(sessionId(name)))).toHaveLength(each)
    expect(await store.listFaults()).toEqual([])
    expect((await store.sizes()).artifacts).toBe(writers * each + each)
    await store.close()
    await bench.dispose()
  })
})
