import { describe, expect, it } from 'vitest'
import { artifactIdOf } from '../../src/model/id.ts'
import type { Store } from '../../src/record/store.ts'
import { collect, lines, recorder, sessionId } from './builders.ts'
import type { ChainBench } from './chains.ts'

const KB = 1 << 10
const EVERYTHING = { everything: true, limit: 1000 }

/** What a store must do that encodes chains again, in segments; one that need not has nothing to seal, and says so. */
export function describeSealing({ store: current, connect, damage }: ChainBench): void {
  const a = sessionId('session-a')
  const idOf = (text: string) => artifactIdOf(Buffer.from(text))
  const hasText = async (store: Store, text: string) => String(await store.artifacts.get(idOf(text))) === text
  const stored = async (store: Store) => (await store.sizes()).storedBytes

  describe('sealing', () => {
    it('makes a small session one frame, once', async () => {
      const store = current()
      const record = recorder(store, a)
      const texts = Array.from({ length: 20 }, (_, i) => lines(5 * KB, i))
      for (const text of texts) await record.add({ text })
      const before = await stored(store)
      expect(await store.seal(a, { everything: false, limit: 9 })).toEqual({
        segments: 0,
        bytesBefore: 0,
        bytesAfter: 0,
      })
      const sealed = await store.seal(a, EVERYTHING)
      expect(sealed).toEqual({ segments: 1, bytesBefore: before, bytesAfter: await stored(store) })
      expect(sealed.bytesAfter).toBeLessThan(before)
      expect((await store.seal(a, EVERYTHING)).segments).toBe(0)
      for (const text of texts) expect(await hasText(store, text)).toBe(true)
      expect(await store.seal(sessionId('none'), EVERYTHING)).toMatchObject({ segments: 0 })
    })

    it('takes full segments only, unless told otherwise, and no more than asked', async () => {
      const store = current()
      const record = recorder(store, a)
      const texts = Array.from({ length: 80 }, (_, i) => lines(250 * KB - i, i)) // 20 MB
      for (const text of texts) await record.add({ text })
      const some = { everything: false, limit: 2 }
      expect((await store.seal(a, some)).segments).toBe(2)
      expect((await store.seal(a, { ...some, limit: 100 })).segments).toBe(3)
      expect((await store.seal(a, { ...some, limit: 100 })).segments).toBe(0)
      expect((await store.seal(a, EVERYTHING)).segments).toBe(1)
      await record.add({ text: lines(9, 99) })
      expect((await store.seal(a, { ...some, limit: 100 })).segments).toBe(0)
      expect((await store.seal(a, EVERYTHING)).segments).toBe(1) // joined with the last, which was not full
      const fresh = await connect()
      const read = await collect(fresh.artifacts.getAll(texts.map(idOf)))
      expect(read.every((bytes, i) => String(bytes) === texts[i])).toBe(true)
    })

    it('is done by two at once, and once', async () => {
      const [store, other] = [current(), await connect()]
      const record = recorder(store, a)
      const texts = Array.from({ length: 30 }, (_, i) => lines(200 * KB, i))
      for (const text of texts) await record.add({ text })
      const done = await Promise.all([store.seal(a, EVERYTHING), other.seal(a, EVERYTHING)])
      expect(done[0]!.segments + done[1]!.segments).toBe(2)
      for (const own of [store, other]) for (const text of texts) expect(await hasText(own, text)).toBe(true)
    })

    it('leaves what is damaged as it is', async () => {
      const store = current()
      const record = recorder(store, a)
      const [good, bad] = [lines(3000, 1), lines(3000, 2)]
      await record.add({ text: good })
      await record.add({ text: bad })
      await damage().flipByte(idOf(bad), 100)
      expect((await store.seal(a, EVERYTHING)).segments).toBe(0)
      await expect(store.artifacts.get(idOf(bad))).rejects.toMatchObject({ code: 'artifact-corrupt' })
      await damage().flipByte(idOf(bad), 100)
      expect(await hasText(store, bad)).toBe(true)
      expect((await store.seal(a, EVERYTHING)).segments).toBe(1)
    })
  })
}
