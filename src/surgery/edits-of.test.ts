import { expect, it } from 'vitest'
import type { Entry, EntryBlock } from '../model/entry.ts'
import { editsOf } from './edits-of.ts'
import { PRESETS } from './fidelity.ts'
import type { Subject } from './subject.ts'

it('a round of many calls is read once, not for each call', () => {
  const calls = 200
  let looks = 0
  const lines = Array.from({ length: 2 * calls }, (_, at) => {
    const kind = at % 2 === 0 ? 'tool_use' : 'tool_result'
    const block = {
      ordinal: at,
      kind,
      chars: at,
      name: 'Bash',
      call: `toolu_${at >> 1}`,
      begins: `said ${at}`,
      description: '',
      images: 0,
    }
    return {
      number: at,
      round: 1,
      ordinal: at,
      blockCount: 1,
      get blocks() {
        looks++
        return [block as unknown as EntryBlock]
      },
    } as unknown as Entry
  })
  const subject = { session: '5e55c003-0000-4000-8000-000000000003', source: '/s.jsonl' } as Subject
  const edits = editsOf({ fidelity: PRESETS.navigate! }, lines, subject)
  expect(edits.size).toBe(2 * calls)
  expect([...edits.values()].flatMap(({ blocks }) => [...blocks.values()]).slice(-2)).toMatchObject([
    { kind: 'text', text: expect.stringContaining('said 399') },
    { kind: 'remove' },
  ])
  expect(looks).toBeLessThan(10 * lines.length)
})

it('thinking that nobody can read goes without a reference, which would be longer', () => {
  const block = (ordinal: number, chars: number) => ({ ordinal, kind: 'thinking', chars, begins: '', images: 0 })
  const line = { number: 1, round: 1, ordinal: 0, blockCount: 2, blocks: [block(0, 0), block(1, 9)] }
  const subject = { session: '5e55c003-0000-4000-8000-000000000003', source: '/s.jsonl' } as Subject
  const fidelity = { ...PRESETS.full!, thinking: 'ref' as const }
  const [edits] = editsOf({ fidelity }, [line as unknown as Entry], subject).values()
  expect([...edits!.blocks.values()]).toMatchObject([
    { kind: 'remove' },
    { kind: 'text', text: expect.stringContaining('thinking · 9 chars') },
  ])
})
