import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { derivedFault } from '../../src/care/derived-fault.ts'
import { verify } from '../../src/care/verify.ts'
import { inject, injectRaw } from '../../src/read/inject.ts'
import { show } from '../../src/read/show.ts'
import { refreshDerived } from '../../src/record/derived/refresh-derived.ts'
import { resolveRef } from '../../src/record/naming/resolve-ref.ts'
import type { Workspace } from '../../src/record/workspace.ts'
import { search } from '../../src/search/search.ts'
import { collect, temporaryFolder, withRecord } from '../faults/record.ts'
import { hash, makeOlderStore, references } from './older-store-fixture.ts'

const A = 'aaaaaaaa-0000-4000-8000-00000000000a'

let folder: string
let store: string
beforeEach(() => {
  folder = temporaryFolder('older-numbers')
  store = join(folder, 'store')
  makeOlderStore(store)
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const refreshed = <T>(use: (workspace: Workspace) => Promise<T>) =>
  withRecord(store, async (workspace) => {
    await refreshDerived(workspace)
    return use(workspace)
  })

it('every reference written before leads to the same bytes, and a block to the same text', async () => {
  await refreshed(async (workspace) => {
    for (const [reference, { raw, blocks, text }] of Object.entries(references)) {
      if (text !== undefined)
        expect([reference, hash((await inject(workspace, reference)).text)]).toEqual([reference, text])
      if (raw === undefined) continue
      const bytes = Buffer.concat(
        await collect(injectRaw(workspace, await resolveRef(workspace, reference, undefined))),
      )
      expect([reference, hash(bytes)]).toEqual([reference, raw])
      expect([reference, (await inject(workspace, reference)).blocks.length]).toEqual([reference, blocks])
    }
  })
})

it('rounds keep their numbers and their place; those found inside of them come after the highest, with their tag', async () => {
  await refreshed(async ({ store }) => {
    const rows = await store.listRounds(A as never)
    expect(rows.map(({ round, within, userPreview, engagement }) => [round, within, userPreview, engagement])).toEqual([
      [5, 0, '/review the parser', null],
      [1, undefined, 'Write the plan.', 'plan'],
      [2, undefined, 'Now the store.', 'store-work'],
      [6, 2, '/greet the team', 'store-work'],
      [3, undefined, 'And the tests.', null],
      [4, undefined, 'Thank you.', null],
    ])
    expect((await store.listRounds(A as never, { last: 2 })).map(({ round }) => round)).toEqual([3, 4])
    expect((await store.listRounds(A as never, { after: 2, first: 2 })).map(({ round }) => round)).toEqual([6, 3])
  })
})

it('a number in a range means what it meant, and a new one means itself', async () => {
  await refreshed(async (workspace) => {
    const shown = async (range: string) => (await show(workspace, A, { range })).rounds.map(({ round }) => round)
    expect(await shown('2')).toEqual([2, 6])
    expect(await shown('6')).toEqual([6])
  })
})

it('is done once, is found by its words, and verifies', async () => {
  await refreshed(async (workspace) => {
    expect(await workspace.store.listOutdated()).toEqual([])
    expect((await search(workspace, 'greet team')).hits.map(({ round }) => round)).toContain(6)
    for await (const session of workspace.store.listSessions())
      expect([session.id, await derivedFault(workspace, session)]).toEqual([session.id, undefined])
    expect(await verify(workspace)).toMatchObject({ ok: true, damaged: [] })
    expect(await verify(workspace, { rebuild: true })).toMatchObject({ ok: true, rebuilt: 0 })
  })
})
