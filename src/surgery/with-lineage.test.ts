import { expect, it } from 'vitest'
import type { Plan } from '../model/plan.ts'
import { withLineage } from './with-lineage.ts'

const PLAN: Plan = {
  pieces: [],
  sources: [],
  target: { client: 'claude-code', name: null, renumbers: false },
  lineage: { kind: 'trim', parents: [], params: {} },
}

it('tells every session that a merge joined, and counts the operations, not the sessions', () => {
  const merged = { session: 'merged', kind: 'trim', into: '', file: '/m.jsonl' }
  const joined = ['a', 'b'].map((session) => ({ session, kind: 'merge', into: 'merged', file: `/${session}.jsonl` }))
  const [note] = withLineage(PLAN, [merged, ...joined]).pieces
  expect(note?.kind === 'text' && note.text.split('\n').filter((line) => /cut|^\| [abm]/.test(line))).toEqual([
    '# This context was cut 2 times',
    '| merged | trim | /m.jsonl |',
    '| a | merge | /a.jsonl |',
    '| b | merge | /b.jsonl |',
  ])
})

it('says nothing of a single step', () => {
  expect(withLineage(PLAN, [{ session: 'a', kind: 'trim', into: '', file: '/a.jsonl' }]).pieces).toEqual([])
})
