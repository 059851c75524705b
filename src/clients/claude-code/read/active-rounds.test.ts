import fc from 'fast-check'
import { expect, it } from 'vitest'
import { activePath } from '../context/active-path.ts'
import { findActivePath } from './active-rounds.ts'
import { encodeGraph, type Node } from './graph.ts'

const UUIDS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']

const node: fc.Arbitrary<Node> = fc.record({
  uuid: fc.constantFrom(...UUIDS),
  parent: fc.option(fc.constantFrom(...UUIDS, 'nowhere')),
  round: fc.nat(5),
  kind: fc.constantFrom('message', 'message', 'message', 'note', 'other', 'foreign', 'boundary', 'leaf'),
  at: fc.constantFrom(0, 1000, 9000),
})

const withPreserved = node.chain((plain) =>
  plain.kind === 'boundary'
    ? fc
        .option(
          fc.record({
            head: fc.constantFrom(...UUIDS),
            anchor: fc.constantFrom(...UUIDS),
            tail: fc.constantFrom(...UUIDS),
          }),
        )
        .map((preserved) => (preserved ? { ...plain, preserved } : plain))
    : fc.constant(plain),
)

/** A graph as a client writes it: each line after its parent, most of them after the one before. */
const ordinary = fc
  .array(fc.tuple(fc.nat(4), fc.nat(20), fc.constantFrom(...(['message', 'note', 'other'] as const))), {
    maxLength: 20,
  })
  .map((steps) =>
    steps.map(([back, leap, kind], at): Node => {
      const parent =
        at === 0 ? null : leap === 0 ? 'nowhere' : leap === 1 ? null : `n${Math.max(0, at - 1 - (leap < 4 ? back : 0))}`
      return { uuid: `n${at}`, parent, round: 1 + Math.floor(at / 3), kind, at: at * 3000 }
    }),
  )

it('the walk from the end finds the rounds of the whole path', async () => {
  for (const nodes of [fc.array(withPreserved, { maxLength: 12 }), ordinary]) {
    await fc.assert(
      fc.asyncProperty(nodes, fc.nat(12), async (graph, cut) => {
        const rounds = new Set(
          activePath(graph)
            .filter((on) => on.kind === 'message' && on.round > 0)
            .map((on) => on.round),
        )
        const { rounds: found } = await findActivePath(() => stretches(graph, cut), isOrdered(graph))
        expect(found).toEqual([...rounds].sort((a, b) => a - b))
      }),
      { numRuns: 3000 },
    )
  }
})

it('a gap after every line is not another pass for each', async () => {
  const graph = Array.from(
    { length: 1000 },
    (_, at): Node => ({ uuid: `n${at}`, parent: at === 0 ? null : `gone${at}`, round: at + 1, kind: 'message', at }),
  )
  let passes = 0
  const counted = () => {
    passes++
    return stretches(graph, 500)
  }
  expect(await findActivePath(counted, true)).toEqual({
    leaf: 'n999',
    rounds: graph.map(({ round }) => round),
    cut: [],
  })
  expect(passes).toBeLessThan(20)
})

function isOrdered(nodes: readonly Node[]): boolean {
  const lines = nodes.filter((line) => line.kind !== 'leaf')
  const place = new Map(lines.map((line, at) => [line.uuid, at]))
  return (
    place.size === lines.length &&
    lines.every((line, at) => line.parent === null || (place.get(line.parent) ?? -1) < at)
  )
}

async function* stretches(nodes: readonly Node[], cut: number): AsyncIterable<Uint8Array> {
  for (const stretch of [nodes.slice(cut), nodes.slice(0, cut)]) yield Buffer.from(encodeGraph(stretch))
}
