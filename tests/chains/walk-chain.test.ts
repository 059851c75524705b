import { expect, it } from 'vitest'
import type { Commit } from '../../src/model/commit.ts'
import { walkChain } from '../../src/record/chain/walk-chain.ts'
import type { Store } from '../../src/record/store.ts'

it('a chain that runs in a circle is a failure of its own', async () => {
  const commits = ['ctx-1', 'ctx-2', 'ctx-3'].map(
    (id, at, all) => ({ id, parent: all[(at + 1) % 3], type: 'delta' }) as Commit,
  )
  const store = {
    async *listAncestors() {
      for (let at = 0; ; at++) yield commits[at % 3]!
    },
  } as unknown as Store
  await expect(walkChain(store, commits[0]!, 'root')).rejects.toMatchObject({
    code: 'chain-cycle',
    facts: { at: 'ctx-1' },
  })
})
