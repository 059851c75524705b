import { expect, it } from 'vitest'
import type { CommitId, SessionId } from '../../model/id.ts'
import type { Operation } from '../../model/operation.ts'
import { type Ephemeral, unheld, whoseTimeCame } from './collect.ts'
import { joinedSpans } from './derived.ts'
import { unneeded } from './forget.ts'
import { retentionChecksum } from './retention-row.ts'
import { numberedBy } from './workers.ts'

const ephemeral = (id: string, parent: string | null, until: string | null, held = false): Ephemeral => ({
  id: id as CommitId,
  commit_id: id as CommitId,
  parent: parent as CommitId | null,
  policy: 'ephemeral',
  until,
  held,
  checksum: retentionChecksum(id as CommitId, { policy: 'ephemeral', until }),
})

it('a commit whose time came stays with all before it while something leads to it', () => {
  const rows = [
    ephemeral('a', null, null),
    ephemeral('b', 'a', null, true),
    ephemeral('c', null, '2026-01-01T00:00:00Z'),
    ephemeral('d', null, '2027-01-01T00:00:00Z'),
    ephemeral('e', null, 'soon'),
    { ...ephemeral('f', null, null), checksum: 'damaged' },
  ]
  const over = whoseTimeCame(rows, '2026-06-01T00:00:00Z')
  expect([...over.keys()]).toEqual(['a', 'b', 'c'])
  expect(unheld(over, () => false)).toEqual(['c'])
  expect(unheld(over, (id) => id === ('c' as CommitId))).toEqual([])
})

it('forgetting a session keeps the commits that other sessions build on', () => {
  const own = ['a', 'b', 'c'].map((id, at, all) => ({
    id: id as CommitId,
    parent: (all[at - 1] ?? null) as CommitId | null,
  }))
  expect(unneeded(own, [{ id: 'b' as CommitId, name: 'other' }])).toEqual({ gone: ['c'], dependents: ['other'] })
  expect(unneeded(own, [])).toEqual({ gone: ['a', 'b', 'c'], dependents: [] })
})

it('a worker numbers sources that have no number, then the new sessions', () => {
  const [known, fresh, made] = ['known', 'fresh', 'made'] as unknown as [SessionId, SessionId, SessionId]
  const operation = { at: 'now', sources: [known, fresh], outputs: [{ session: made }] } as unknown as Operation
  const rows = [
    { worker_id: 'w', started: 'before' },
    { worker_id: null, started: 'then' },
  ]
  const { operation: numbered, numbers } = numberedBy(operation, rows, { worker: 'w', last: 4 })
  expect(numbers).toMatchObject([
    { session: fresh, number: 5, startedAt: 'then' },
    { session: made, number: 6, startedAt: 'now' },
  ])
  expect(numbered).toMatchObject({ worker: 'w', outputs: [{ session: made, number: 6 }] })
})

it('a span that goes on with the last one that is stored is one with it', () => {
  const last = { start: 0, end: 5, owner: 1 }
  expect(joinedSpans(last, [{ start: 5, end: 9, owner: 1 }])).toEqual([{ start: 0, end: 9, owner: 1 }])
  expect(last.end).toBe(5)
})
