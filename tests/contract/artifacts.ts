import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type ArtifactId, artifactIdOf } from '../../src/model/id.ts'
import type { Artifacts } from '../../src/record/artifacts.ts'
import { collect, lines } from './builders.ts'

const MB = 1 << 20

/** Artifacts with nothing in them, and what time and bad disks do to them. */
export interface ArtifactsBench {
  readonly artifacts: Artifacts
  /** How many bytes are stored for the artifact. */
  storedBytes(artifact: ArtifactId): Promise<number>
  /** Changes one stored byte of the artifact. */
  flipByte(artifact: ArtifactId, at: number): Promise<void>
  /** Takes away the stored bytes of the artifact. */
  dropBytes(artifact: ArtifactId): Promise<void>
  dispose(): Promise<void>
}

/** What everything that keeps artifacts must do. A new driver adds one call to this and nothing else. */
export function describeArtifacts(name: string, open: () => Promise<ArtifactsBench>): void {
  describe(`artifacts: ${name}`, () => {
    let bench: ArtifactsBench
    let artifacts: Artifacts
    beforeEach(async () => {
      bench = await open()
      artifacts = bench.artifacts
    })
    afterEach(() => bench.dispose())

    const put = async (text: string) => (await artifacts.put(Buffer.from(text))).id

    it('are named by their bytes and come back, from nothing to many frames', async () => {
      for (const text of ['', 'x', 'y'.repeat(100_000), `${'z'.repeat(9 << 20)}end`]) {
        const bytes = Buffer.from(text)
        expect(await artifacts.put(bytes)).toEqual({ id: artifactIdOf(bytes), deduplicated: 0 })
        expect((await artifacts.get(artifactIdOf(bytes))).equals(bytes)).toBe(true)
        expect(await artifacts.has(artifactIdOf(bytes))).toBe(true)
      }
    })

    it('come back piece by piece too, and say at the end where they are damaged', async () => {
      for (const bytes of [Buffer.alloc(0), Buffer.from('x'), Buffer.from(lines(9 * MB, 3))]) {
        const { id } = await artifacts.put(bytes)
        expect(Buffer.concat(await collect(artifacts.stream(id))).equals(bytes)).toBe(true)
      }
      const id = await put('exactly that')
      await bench.flipByte(id, 3)
      await expect(collect(artifacts.stream(id))).rejects.toMatchObject({ code: 'artifact-corrupt' })
      const none = artifactIdOf(Buffer.from('never'))
      await expect(collect(artifacts.stream(none))).rejects.toMatchObject({ code: 'artifact-missing' })
    })

    it('come back exactly, whatever their bytes', async () => {
      await fc.assert(
        fc.asyncProperty(fc.uint8Array({ maxLength: 3000 }), async (bytes) => {
          const { id } = await artifacts.put(bytes)
          expect((await artifacts.get(id)).equals(Buffer.from(bytes))).toBe(true)
        }),
        { numRuns: 50 },
      )
    })

    it('are kept once, and say so', async () => {
      const bytes = randomBytes(5000)
      await artifacts.put(bytes)
      expect(await artifacts.put(bytes)).toMatchObject({ deduplicated: 5000 })
      expect(await collect(artifacts.list())).toEqual([{ id: artifactIdOf(bytes), size: 5000 }])
    })

    it('are read by many at once, and in any order', async () => {
      const texts = Array.from({ length: 60 }, (_, i) => lines(30_000, i))
      for (const text of texts) await put(text)
      const ids = texts.map((text) => artifactIdOf(Buffer.from(text)))
      const read = await Promise.all(ids.toReversed().map((id) => artifacts.get(id)))
      expect(read.map(String)).toEqual(texts.toReversed())
      expect((await collect(artifacts.getAll(ids))).map(String)).toEqual(texts)
    })

    it('that are not there are named', async () => {
      const id = artifactIdOf(Buffer.from('never'))
      expect(await artifacts.has(id)).toBe(false)
      await expect(artifacts.get(id)).rejects.toMatchObject({ code: 'artifact-missing', facts: { artifact: id } })
    })

    it('are listed, and found by how the id starts', async () => {
      const ids: ArtifactId[] = []
      for (let i = 0; i < 300; i++) ids.push(await put(`${i}`))
      expect((await collect(artifacts.list())).map(({ id }) => id).sort()).toEqual([...ids].sort())
      const prefix = ids[0]!.slice(0, 5)
      expect(await artifacts.find(prefix, 1000)).toEqual(ids.filter((id) => id.startsWith(prefix)).sort())
      expect(await artifacts.find('art-', 7)).toHaveLength(7)
      expect(await artifacts.find(ids[3]!, 5)).toEqual([ids[3]])
      expect(await artifacts.find('%', 5)).toEqual([])
    })

    it('are removed, and no others', async () => {
      const [one, two] = [await put('one'), await put('two')]
      await artifacts.remove([one, artifactIdOf(Buffer.from('never'))])
      expect([await artifacts.has(one), await artifacts.has(two)]).toEqual([false, true])
      await expect(artifacts.get(one)).rejects.toMatchObject({ code: 'artifact-missing' })
      expect(String(await artifacts.get(two))).toBe('two')
      expect(await put('one')).toBe(one)
      expect(String(await artifacts.get(one))).toBe('one')
    })

    it('with one byte changed anywhere are never given as something else', async () => {
      const bytes = Buffer.from(Array.from({ length: 40 }, (_, i) => `{"line":${i}}\n`).join(''))
      const { id } = await artifacts.put(bytes)
      for (let at = 0; at < (await bench.storedBytes(id)); at++) {
        await bench.flipByte(id, at)
        const read = await artifacts.get(id).catch((error: unknown) => error)
        if (Buffer.isBuffer(read))
          expect(read.equals(bytes)).toBe(true) // a bit of the encoding that means nothing
        else expect(read).toMatchObject({ code: 'artifact-corrupt', facts: { artifact: id } })
        await bench.flipByte(id, at)
      }
      expect((await artifacts.get(id)).equals(bytes)).toBe(true)
    })

    it('that do not compress are guarded too', async () => {
      const id = await put('exactly this')
      await bench.flipByte(id, 3)
      await expect(artifacts.get(id)).rejects.toMatchObject({ code: 'artifact-corrupt' })
    })

    it('whose bytes are gone are named', async () => {
      const id = await put('gone')
      await bench.dropBytes(id)
      await expect(artifacts.get(id)).rejects.toMatchObject({ code: 'artifact-missing', facts: { artifact: id } })
    })

    it('never depend on one another: a damaged one takes no other with it', async () => {
      const ids: ArtifactId[] = []
      for (let i = 0; i < 9; i++) ids.push(await put(lines(3000, i)))
      await bench.flipByte(ids[0]!, 100)
      for (const id of ids.slice(1)) await artifacts.get(id)
    })

    it.each(['flipByte', 'dropBytes'] as const)('are healed by the same bytes after %s', async (damage) => {
      for (const bytes of [Buffer.from(lines(3000, 1)), Buffer.from(lines(6 * MB, 2)), randomBytes(1000)]) {
        const { id } = await artifacts.put(bytes)
        await bench[damage](id, 200)
        expect(await artifacts.put(bytes)).toMatchObject({ id, deduplicated: 0 })
        expect((await artifacts.get(id)).equals(bytes)).toBe(true)
        expect(await artifacts.put(bytes)).toMatchObject({ deduplicated: bytes.length })
      }
    })
  })
}
