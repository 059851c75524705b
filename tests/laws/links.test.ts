import fc from 'fast-check'
import { expect, it } from 'vitest'
import { activePath } from '../../src/clients/claude-code/context/active-path.ts'
import { decodeGraph, encodeGraph, type Node } from '../../src/clients/claude-code/read/graph.ts'
import { runs } from './workbench.ts'

const uuid = fc.oneof(
  { weight: 8, arbitrary: fc.nat({ max: 12 }).map((n) => `line-${n}`) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '',
      '-',
      '--',
      '%',
      '%25',
      ' ',
      '\n',
      'a b',
      '語',
      '👩‍👩‍👧',
      '\ud800',
      '\ud801',
      '-x',
      '0',
      'A.B:C_D',
    ),
  },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 4 }) },
)

const node: fc.Arbitrary<Node> = fc
  .record({
    uuid,
    parent: fc.option(uuid),
    round: fc.nat({ max: 5 }),
    kind: fc.constantFrom('message', 'message', 'message', 'note', 'other', 'foreign', 'boundary', 'leaf'),
    at: fc.oneof(fc.nat({ max: 20_000 }), fc.integer({ min: -8.64e15, max: 8.64e15 })),
    preserved: fc.option(fc.record({ head: uuid, anchor: uuid, tail: uuid })),
  })
  .map(({ preserved, ...rest }) => ({ ...rest, ...(preserved && { preserved }) }))

const graph = fc.array(node, { maxLength: 16 })

it('a graph is read back as it was written', () =>
  fc.assert(
    fc.property(graph, (nodes) => {
      expect(decodeGraph(encodeGraph(nodes))).toEqual(nodes)
    }),
    runs(2000),
  ))

it('graphs of stretches are read one after the other', () =>
  fc.assert(
    fc.property(graph, graph, (first, second) => {
      const read = [encodeGraph(first), encodeGraph(second)].flatMap((text) => decodeGraph(text))
      expect(read).toEqual([...first, ...second])
    }),
    runs(500),
  ))

it('the active path visits no line twice and ends at a line that is sent, or at the one named', () =>
  fc.assert(
    fc.property(graph, (nodes) => {
      const path = activePath(nodes)
      expect(new Set(path.map((step) => step.uuid)).size).toBe(path.length)
      expect(path.every((step) => step.kind !== 'foreign' && step.kind !== 'leaf')).toBe(true)
      const lines = new Set(
        nodes.filter((line) => line.kind !== 'foreign' && line.kind !== 'leaf').map((line) => line.uuid),
      )
      const named = nodes.findLast((line) => line.kind === 'leaf' && lines.has(line.uuid))
      const last = path.at(-1)
      if (last && last.uuid !== named?.uuid) expect(['message', 'note']).toContain(last.kind)
      if (named) expect(path.length).toBeGreaterThan(0)
      expect(activePath(structuredClone(nodes))).toEqual(path)
    }),
    runs(3000),
  ))

it('each step of the active path is the parent of the next, where all lines are said once and nothing is missing', () =>
  fc.assert(
    fc.property(fc.array(fc.nat({ max: 30 }), { maxLength: 30 }), (choices) => {
      const nodes = choices.map(
        (choice, at): Node => ({
          uuid: `line-${at}`,
          parent: at === 0 ? null : `line-${choice % at}`,
          round: 1,
          kind: 'message',
          at: 0,
        }),
      )
      const path = activePath(nodes)
      expect(path.map((step) => step.parent)).toEqual(
        [null, ...path.slice(0, -1).map((step) => step.uuid)].slice(0, path.length),
      )
      expect(path.at(-1)).toEqual(nodes.at(-1))
    }),
    runs(500),
  ))
