import { describe, expect, it } from 'vitest'
import { loadIds, loadRounds, saveIds, saveRounds } from './links.ts'

describe('saved rounds', () => {
  it.each([
    [[]],
    [[['a', 3]]],
    [
      [
        ['a', 3],
        ['b', 3],
        ['c', 4],
        ['d', 3],
      ],
    ],
    [
      [
        ['1', 0],
        ['2', 1],
      ],
    ],
  ] as [string, number][][][])('come back in their order: %j', (entries) => {
    expect([...loadRounds(saveRounds(new Map(entries)))]).toEqual(entries)
  })

  it('name a round once for the ids that follow each other', () => {
    expect(
      saveRounds(
        new Map([
          ['a', 3],
          ['b', 3],
          ['c', 4],
        ]),
      ),
    ).toEqual([3, 'a', 'b', 4, 'c'])
  })
})

describe('rounds saved by an older Stet', () => {
  it('are read', () => {
    expect([
      ...loadRounds([
        ['a', 3],
        ['b', 4],
      ]),
    ]).toEqual([
      ['a', 3],
      ['b', 4],
    ])
  })
})

describe('saved ids', () => {
  it.each([
    [['b', 'c'], 2],
    [[], 0],
    [['a', 'b', 'c'], 3],
    [
      ['a', 'b'],
      ['a', 'b'],
    ],
    [
      ['x', 'a', 'b', 'c'],
      ['x', 'a', 'b', 'c'],
    ],
  ])('%j are %j of a, b, c', (ids, saved) => {
    expect(saveIds(ids, ['a', 'b', 'c'])).toEqual(saved)
    expect(loadIds(saved, ['a', 'b', 'c'])).toEqual(ids)
  })
})
