import { expect, it } from 'vitest'
import { createGraphJoiner, decodeGraph, encodeGraph, type Node } from './graph.ts'

const node = (uuid: string, parent: string | null, more: Partial<Node> = {}): Node => ({
  uuid,
  parent,
  round: 1,
  kind: 'message',
  at: 0,
  ...more,
})

it('leaves out a parent that is the line before', () => {
  expect(encodeGraph([node('a', null), node('b', 'a'), node('c', 'a')])).toBe('a - 1 0 0\nb  1 0 0\nc a 1 0 0\n')
})

it('costs little more than the uuids', () => {
  const uuid = (n: number) => `01234567-89ab-cdef-0123-${String(n).padStart(12, '0')}`
  const nodes = Array.from({ length: 100 }, (_, n) =>
    node(uuid(n), n === 0 ? null : uuid(n - 1), { round: 9, at: 1_770_000_000_000 + n }),
  )
  expect(encodeGraph(nodes).length / nodes.length).toBeLessThan(36 + 16)
})

it.each(['', '-', '%', ' ', 'a b', 'a\nb', '-a', '語', '\ud800', '%25'])('keeps the id %j', (id) => {
  const nodes = [node(id, id), node('x', id), node(id, null, { preserved: { head: id, anchor: id, tail: id } })]
  expect(decodeGraph(encodeGraph(nodes))).toEqual(nodes)
})

it('does not mistake a parent called - for none', () => {
  expect(decodeGraph(encodeGraph([node('a', '-')]))).toEqual([node('a', '-')])
})

it('of nothing is nothing', () => {
  expect(encodeGraph([])).toBe('')
  expect(decodeGraph('')).toEqual([])
})

it.each([[['a', 'b', 'c', 'd', 'e']], [['', '', 'x', '-', '%', '\ud800']]])(
  'of stretches together is that of the whole: %j',
  (ids) => {
    const nodes = ids.flatMap((id, at) => [node(id, ids[at - 1] ?? ''), node(`${id}2`, null), node(`${id}3`, `${id}2`)])
    for (let cut = 0; cut <= nodes.length; cut++) {
      for (let next = cut; next <= nodes.length; next++) {
        const join = createGraphJoiner()
        const stretches = [nodes.slice(0, cut), nodes.slice(cut, next), nodes.slice(next)]
        expect(stretches.map((some) => join(Buffer.from(encodeGraph(some)))).join('')).toBe(encodeGraph(nodes))
      }
    }
  },
)
