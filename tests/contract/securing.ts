import { describe, expect, it } from 'vitest'
import { recorder, sessionId } from './builders.ts'
import type { ChainBench } from './chains.ts'

/** What every store must do with bytes that are secured before they are recorded. */
export function describeSecuring({ store: current, connect }: Pick<ChainBench, 'store' | 'connect'>): void {
  const a = sessionId('a')
  const secured = async (store = current()) =>
    (await store.listSecured()).map(({ session, start, bytes }) => `${session} ${start} ${Buffer.from(bytes)}`)

  describe('bytes that are secured', () => {
    it('are there for whoever comes next, in the order they came', async () => {
      const first = recorder(current(), a)
      await first.add({ text: 'one' })
      await current().secure({ session: a, from: first.head, start: 3, bytes: Buffer.from('two') })
      await current().secure({ session: a, from: first.head, start: 3, bytes: Buffer.from('two and three') })
      expect(await secured(await connect())).toEqual(['a 3 two', 'a 3 two and three'])
    })

    it('go when the last of them is recorded, as a commit or as the tail', async () => {
      const first = recorder(current(), a)
      const other = recorder(current(), sessionId('b'))
      for (const { add } of [first, other]) await add({ text: 'one' })
      await current().secure({ session: a, from: first.head, start: 3, bytes: Buffer.from('two three') })
      await other.add({ text: 'far more than was secured of the other one' })
      await first.add({ text: 'two ' })
      expect(await secured()).toEqual(['a 3 two three'])
      await first.add({ tail: Buffer.from('three') })
      expect(await secured()).toEqual([])
    })

    it('follow the record: where its head moved they are refused', async () => {
      const first = recorder(current(), a)
      await first.add({ text: 'one' })
      const { head } = first
      await first.add({ text: 'two' })
      const late = { session: a, from: head, start: 3, bytes: Buffer.from('two') }
      await expect(current().secure(late)).rejects.toMatchObject({ code: 'chain-moved' })
      await expect(current().secure({ ...late, from: first.head })).rejects.toThrow('do not follow')
      expect(await secured()).toEqual([])
    })
  })
}
