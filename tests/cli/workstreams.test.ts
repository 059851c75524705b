import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type Box, buildBundle, openBox, seen, WORDS } from './box.ts'

let box: Box
beforeAll(() => {
  buildBundle()
  box = openBox()
  box.stet('inscribe')
})
afterAll(() => box.remove())
beforeEach(() => {
  box.stet('untag', WORDS, 'all')
})

const tagged = () =>
  (box.json('rounds', WORDS) as { round: number; engagement_id: string | null }[]).flatMap((row) =>
    row.engagement_id === null ? [] : [`${row.round} ${row.engagement_id}`],
  )

const suggest = ['tag', 'suggest', 'words', '--session', WORDS, '--engagement', 'speed-work']

it('a suggestion writes nothing; its file does, given as an argument or with --from', () => {
  const { candidates } = box.json(...suggest) as { candidates: readonly { ref: string }[] }
  const rounds = candidates.map(({ ref }) => `${ref.split(':')[1]} speed-work`).sort()
  expect(rounds.length).toBeGreaterThan(0)
  expect(tagged()).toEqual([])
  const file = box.put('elsewhere/tags.txt', box.stet(...suggest).stdout)
  expect(box.stet('tag', 'apply', '--from', file).status).toBe(0)
  expect(tagged()).toEqual(rounds)
  expect(seen(box.stet('tag', 'apply'))).toMatchInlineSnapshot(`
    "Give exactly one file, as an argument or with --from.
    → stet tag apply tags.txt
    [64]
    "
  `)
  expect(box.stet('tag', 'apply', file, '--from', file).status).toBe(64)
})

it('a suggestion is written at once with --yes', () => {
  const { tagged: now } = box.json(...suggest, '--yes') as { tagged: readonly { ref: string }[] }
  expect(now.map(({ ref }) => `${ref.split(':')[1]} speed-work`).sort()).toEqual(tagged())
  expect(tagged()).not.toEqual([])
  expect(seen(box.stet(...suggest, '--yes'))).toMatchInlineSnapshot(`
    "No round was found.
    "
  `)
})

it('a session that is one piece of work gets no suggestion, and is told so', () => {
  expect(seen(box.stet('tag', 'suggest', '--session', WORDS))).toMatchInlineSnapshot(`
    "No workstreams with files of their own were found.
    "
  `)
})

it('the matrix names every round, those of a session as a range', () => {
  box.stet('tag', WORDS, 'all', 'speed-work')
  expect(seen(box.stet('matrix', 'speed-work'))).toMatchInlineSnapshot(`
    "phase     main
    unphased  3: 5e55a001:1-3
    "
  `)
})
