import { describe, expect, it } from 'vitest'
import type { CommitId } from '../../src/model/id.ts'
import { recorder, sessionId } from './builders.ts'
import type { ChainBench } from './chains.ts'

/** What every store must do with bytes that are secured before they are recorded. */
export function describeSecuring({ store: current, connect }: Pick<ChainBench, 'store' | 'connect'>): void {
  const a = sessionId('a')
  const secure = (from: CommitId | null, start: number, text: string, session = a) =>
    current().secure({ session, from, start, bytes: Buffer.from(text), user: 'ann@here', machine: 'here' })
  const secured = async (store = current()) =>
    (await store.listSecured()).map(({ session, start, bytes }) => `${session} ${start} ${Buffer.from(bytes)}`)

  describe('bytes that are secured', () => {
    it('are there for whoever comes next, in the order they came', async () => {
      const first = recorder(current(), a)
      await first.add({ text: 'one' })
      const id = await secure(first.head, 3, 'two')
      await secure(first.head, 3, 'three')
      expect(await secured(await connect())).toEqual(['a 3 two', 'a 3 three'])
      expect((await current().listSecured())[0]).toMatchObject({ id, user: 'ann@here', machine: 'here' })
    })

    it('are kept once where the same and more is secured later', async () => {
      const first = recorder(current(), a)
      await first.add({ text: 'one' })
      for (const text of ['t', 'two', 'other', 'two and three', 'two']) await secure(first.head, 3, text)
      expect(await secured()).toEqual(['a 3 other', 'a 3 two and three', 'a 3 two'])
    })

    it('go with what records them, and with nothing else', async () => {
      const first = recorder(current(), a)
      await first.add({ text: 'one' })
      const id = await secure(first.head, 3, 'two')
      await secure(first.head, 3, 'other')
      await first.add({ text: 'two', secured: id })
      expect(await secured()).toEqual(['a 3 other'])
      const [other] = await current().listSecured()
      await first.add({ text: 'far more than was secured' })
      expect(await secured()).toEqual(['a 3 other'])
      await current().forgetSecured(other!.id)
      expect(await secured()).toEqual([])
    })

    it('follow the record: where its head moved they are refused', async () => {
      const first = recorder(current(), a)
      await first.add({ text: 'one' })
      const { head } = first
      await first.add({ text: 'two' })
      await expect(secure(head, 3, 'two')).rejects.toMatchObject({ code: 'chain-moved' })
      await expect(secure(first.head, 3, 'two')).rejects.toThrow('do not follow')
      expect(await secured()).toEqual([])
    })
  })

  it('a tail is not cut by who saw less of the file', async () => {
    const first = recorder(current(), a)
    await first.add({ text: 'one', tail: Buffer.from('{"torn') })
    for (const tail of ['', '{"to'])
      await expect(first.add({ tail: Buffer.from(tail) })).rejects.toMatchObject({ code: 'chain-moved' })
    for (const tail of ['{"torn on', 'other', '{"torn on']) await first.add({ tail: Buffer.from(tail) })
    await first.add({ text: 'two', tail: Buffer.alloc(0) })
    expect((await current().findSession(a))?.tail).toHaveLength(0)
  })
}
