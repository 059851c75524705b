import { describe, expect, it } from 'vitest'
import { pushSpan, SIDE, type Span, tilingFault } from './span.ts'

describe('a span', () => {
  it('joins the one before where that is its own', () => {
    const spans: Span[] = []
    for (const [start, end, owner] of [
      [0, 5, 1],
      [5, 9, 1],
      [9, 9, 2],
      [9, 12, SIDE],
      [12, 13, 1],
    ] as const)
      pushSpan(spans, start, end, owner)
    expect(spans).toEqual([
      { start: 0, end: 9, owner: 1 },
      { start: 9, end: 12, owner: SIDE },
      { start: 12, end: 13, owner: 1 },
    ])
  })
})

describe('tiling', () => {
  const spans = [
    { start: 0, end: 5, owner: 1 },
    { start: 5, end: 9, owner: SIDE },
  ]

  it('holds where every byte has one owner', () => {
    expect(tilingFault(spans, 9)).toBeUndefined()
    expect(tilingFault([], 0)).toBeUndefined()
  })

  it('names bytes with no owner, with two, and an end that is not the end', () => {
    expect(tilingFault(spans.slice(1), 9)).toBe('bytes 0 to 5 have no owner')
    expect(tilingFault([...spans, { start: 4, end: 6, owner: 2 }], 9)).toBe('bytes 4 to 5 have two owners')
    expect(tilingFault(spans, 10)).toBe('spans end at 9, the record at 10')
  })
})
