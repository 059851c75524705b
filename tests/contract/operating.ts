import { describe, expect, it } from 'vitest'
import type { Operation } from '../../src/model/operation.ts'
import type { Store } from '../../src/record/store.ts'
import { AT, derived, entry, facts, sessionId } from './builders.ts'
import type { ChainBench } from './chains.ts'

const NOTE = {
  kind: 'trim',
  parents: ['a'],
  at: AT,
  rounds: [],
  partial: [],
  rest: null,
  origins: [],
  highest: 0,
  parser: 2,
}

/** What every store must do with operations, and how it numbers the sessions of a worker. */
export function describeOperating({ store: current }: Pick<ChainBench, 'store'>): void {
  const put = (store: Store, name: string, surgery: typeof NOTE | null = null) =>
    store.append(
      entry(sessionId(name), {
        create: { client: 'claude-code', clientId: name, generation: 0, format: 'claude-code-v1' },
        derived: derived({ facts: facts({ started: AT, surgery }) }),
      }),
    )
  const operate = (store: Store, sources: string, outputs: string, changes: Partial<Operation> = {}) =>
    store.record({
      id: `op-${sources}-${outputs}`,
      kind: 'trim',
      at: AT,
      by: 'me@here',
      sources: [...sources].map(sessionId),
      plans: [],
      outputs: [...outputs].map((name) => ({ session: sessionId(name), path: `/${name}`, bytes: 1, modified: '0' })),
      undoneAt: null,
      ...changes,
    })
  const operation = async (store: Store, id: string) => (await store.listOperations()).find((one) => one.id === id)
  const places = async (store: Store, names: string) => {
    const found = await Promise.all([...names].map((name) => store.findSession(sessionId(name))))
    return found.map((session) => session?.worker && `${session.worker.id} ${session.worker.number}`)
  }

  describe('operations', () => {
    const ends = async (store: Store, names: string) =>
      (await Promise.all([...names].map((name) => store.findSession(sessionId(name))))).map(
        (session) => session?.end?.reason ?? null,
      )

    it('end the sessions they were done to, and not what came of them', async () => {
      const store = current()
      for (const name of 'abcd') await put(store, name)
      await operate(store, 'ab', 'c', { kind: 'merge' })
      await operate(store, 'd', '', { kind: 'export' })
      expect(await ends(store, 'abcd')).toEqual(['merge', 'merge', null, null])
      expect((await store.findSession(sessionId('a')))?.end?.at).toBe(AT)
    })

    it('undone, leave a session as the others left it', async () => {
      const store = current()
      for (const name of 'abcd') await put(store, name)
      await operate(store, 'a', 'b')
      await operate(store, 'a', 'cd', { kind: 'split' })
      expect(await ends(store, 'a')).toEqual(['split'])
      await store.markUndone('op-a-cd', AT)
      expect(await ends(store, 'a')).toEqual(['trim'])
      await store.markUndone('op-a-b', AT)
      expect(await ends(store, 'a')).toEqual([null])
    })
  })

  describe('workers', () => {
    it('number nothing where there is none', async () => {
      const store = current()
      for (const name of 'ab') await put(store, name)
      await operate(store, 'a', 'b')
      expect(await places(store, 'ab')).toEqual([null, null])
      expect(await operation(store, 'op-a-b')).not.toHaveProperty('worker')
    })

    it('number the source first, then what came of it', async () => {
      const store = current()
      for (const name of 'abcde') await put(store, name)
      await operate(store, 'a', 'b', { worker: 'w "1"_%' })
      await operate(store, 'b', 'cd', { worker: 'w "1"_%', kind: 'split' })
      await operate(store, 'e', '', { worker: 'w' })
      expect(await places(store, 'abcde')).toEqual(['w "1"_% 1', 'w "1"_% 2', 'w "1"_% 3', 'w "1"_% 4', 'w 1'])
      expect(await operation(store, 'op-b-cd')).toMatchObject({
        worker: 'w "1"_%',
        outputs: [{ number: 3 }, { number: 4 }],
      })
    })

    it('number sessions that are not in the record yet, and give no number twice', async () => {
      const store = current()
      await put(store, 'a')
      await operate(store, 'a', 'bc', { worker: 'w' })
      await operate(store, 'a', 'd', { worker: 'w' })
      await put(store, 'd', NOTE)
      await put(store, 'b', NOTE)
      expect(await places(store, 'abcd')).toEqual(['w 1', 'w 2', undefined, 'w 4'])
      await put(store, 'c', NOTE)
      expect(await places(store, 'c')).toEqual(['w 3'])
    })

    it('come from the sources where those have one, whoever is at work', async () => {
      const store = current()
      for (const name of 'abcde') await put(store, name)
      await operate(store, 'a', 'b', { worker: 'w' })
      await operate(store, 'b', 'c', { worker: 'other' })
      await operate(store, 'dc', 'e', { kind: 'merge' })
      expect(await places(store, 'abcde')).toEqual(['w 1', 'w 2', 'w 3', 'w 4', 'w 5'])
    })

    it('keep their numbers when an operation is undone', async () => {
      const store = current()
      for (const name of 'abc') await put(store, name)
      await operate(store, 'a', 'b', { worker: 'w' })
      await store.markUndone('op-a-b', AT)
      await operate(store, 'a', 'c', { worker: 'w' })
      expect(await places(store, 'abc')).toEqual(['w 1', 'w 2', 'w 3'])
    })
  })
}
