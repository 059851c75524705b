import { describe, expect, it } from 'vitest'
import type { Node, NodeKind, Preserved } from '../read/graph.ts'
import { activePath } from './active-path.ts'

/** A line said in second `at`. */
const line = (uuid: string, parent: string | null, at = 0, kind: NodeKind = 'message'): Node => ({
  uuid,
  parent,
  round: 1,
  kind,
  at: at * 1000,
})
const leaf = (uuid: string): Node => line(uuid, null, 0, 'leaf')
const boundary = (uuid: string, preserved?: Preserved): Node => ({
  ...line(uuid, null, 100, 'boundary'),
  ...(preserved && { preserved }),
})
const pathOf = (...nodes: readonly Node[]) =>
  activePath(nodes)
    .map((node) => node.uuid)
    .join(' ')

it('of nothing is nothing', () => {
  expect(pathOf()).toBe('')
  expect(pathOf(leaf('a'))).toBe('')
  expect(pathOf(line('a', null, 0, 'other'))).toBe('')
})

describe('the leaf', () => {
  const branches = [line('a', null), line('b', 'a'), line('c', 'a'), line('d', 'c')]

  it('is the last one in the file', () => {
    expect(pathOf(...branches)).toBe('a c d')
    expect(pathOf(...branches, line('e', 'b'))).toBe('a b e')
  })

  it('is the one a side record names, the last such record counting', () => {
    expect(pathOf(...branches, leaf('b'))).toBe('a b')
    expect(pathOf(leaf('b'), ...branches)).toBe('a b')
    expect(pathOf(...branches, leaf('b'), leaf('d'))).toBe('a c d')
  })

  it('is the last one below an inner line that is named', () => {
    expect(pathOf(...branches, line('e', 'b'), leaf('c'))).toBe('a c d')
  })

  it('is not one that is not there', () => {
    expect(pathOf(...branches, leaf('gone'))).toBe('a c d')
    expect(pathOf(...branches, leaf('b'), leaf('gone'))).toBe('a b')
  })

  it('is never a line nothing is said in', () => {
    expect(pathOf(...branches, line('x', 'a', 0, 'other'))).toBe('a c d')
  })
})

describe('a gap', () => {
  it('is bridged to the line before when that is at most five seconds older', () => {
    expect(pathOf(line('a', null, 0), line('b', 'gone', 5))).toBe('a b')
    expect(pathOf(line('a', null, 0), line('b', 'gone', 6))).toBe('b')
  })

  it('is left by a line of another tool', () => {
    expect(pathOf(line('a', null, 0), line('f', 'a', 1, 'foreign'), line('b', 'f', 60))).toBe('b')
    expect(pathOf(line('a', null, 0), line('f', 'a', 1, 'foreign'), line('b', 'f', 2))).toBe('a b')
  })

  it('is not bridged at a root', () => {
    expect(pathOf(line('a', null), line('b', null))).toBe('b')
  })
})

it('a uuid that is there twice means the last line of it', () => {
  expect(pathOf(line('a', null), line('b', 'a'), line('c', 'b'), line('b', null))).toBe('b c')
})

it('a cycle is walked once', () => {
  expect(pathOf(line('a', 'c'), line('b', 'a'), line('c', 'b'))).toBe('a b c')
  expect(pathOf(line('a', 'a'))).toBe('a')
})

it('a cycle is left to the line before it, as any gap', () => {
  const cycle = (at: number) => [line('b', 'c', at), line('c', 'b', at), line('d', 'c', at)]
  expect(pathOf(line('a', null, 0), ...cycle(5))).toBe('a b c d')
  expect(pathOf(line('a', null, 0), ...cycle(6))).toBe('b c d')
})

describe('a compaction', () => {
  const before = [line('a', null), line('b', 'a'), line('c', 'b'), line('d', 'c')]

  it('ends the path', () => {
    expect(pathOf(...before, boundary('x'), line('s', 'x', 100, 'note'), line('e', 's', 101))).toBe('x s e')
  })

  it('links what it kept between its anchor and what follows', () => {
    const kept = boundary('x', { head: 'c', anchor: 's', tail: 'd' })
    expect(pathOf(...before, kept, line('s', 'x', 100, 'note'), line('e', 's', 101))).toBe('x s c d e')
  })

  it('links nothing when a line of the segment is not there', () => {
    const kept = boundary('x', { head: 'gone', anchor: 's', tail: 'd' })
    expect(pathOf(...before, kept, line('s', 'x', 100, 'note'), line('e', 's', 101))).toBe('x s e')
  })

  it('counts only when it is the last', () => {
    const first = boundary('x', { head: 'c', anchor: 's', tail: 'd' })
    const nodes = [
      ...before,
      first,
      line('s', 'x', 100, 'note'),
      line('e', 's', 101),
      boundary('y'),
      line('f', 'y', 102),
    ]
    expect(pathOf(...nodes)).toBe('y f')
  })
})

describe('no line is gone through again and again', () => {
  it('for each of many leaves', () => {
    const nodes = [line('a', null), line('named', 'a'), line('s0', 'a')]
    for (let at = 1; at < 20_000; at++) nodes.push(line(`s${at}`, `s${at - 1}`), line(`l${at}`, `s${at}`))
    const began = performance.now()
    expect(pathOf(...nodes, leaf('named'))).toBe('a named')
    expect(performance.now() - began).toBeLessThan(5000) // it takes most of a minute from each leaf to the root
  })

  it('for each of many gaps', () => {
    let looks = 0
    const twin = (at: number): Node => ({
      ...line('twin', 'gone', at),
      get uuid() {
        looks++
        return 'twin'
      },
    })
    const nodes = [line('a', null), ...Array.from({ length: 1000 }, (_, at) => twin(at)), line('b', 'twin', 1000)]
    expect(activePath(nodes)).toHaveLength(2)
    expect(looks).toBeLessThan(20 * nodes.length)
  })
})
