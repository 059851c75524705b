import { expect, it } from 'vitest'
import type { RoundId, SessionId } from '../model/id.ts'
import type { Piece, RoundRef } from '../model/plan.ts'
import { FULL } from './fidelity.ts'
import { joinIndexes } from './pieces.ts'

const ref = (round: number): RoundRef => ({ session: 'a' as SessionId, round, roundId: `a-${round}` as RoundId })
const row = (round: number): Piece => ({ kind: 'index', refs: [ref(round)], ack: true })

it('only indexes that are next to one another become one, and what was given stays as it was', () => {
  const round: Piece = { kind: 'round', ref: ref(3), fidelity: FULL }
  const given = [row(1), row(2), round, row(4), row(5), row(6)]
  const copy = structuredClone(given)
  expect(joinIndexes(given)).toEqual([
    { kind: 'index', refs: [ref(1), ref(2)], ack: true },
    round,
    { kind: 'index', refs: [ref(4), ref(5), ref(6)], ack: true },
  ])
  expect(given).toEqual(copy)
})

it('a run of many rounds is not copied for each of them', () => {
  const given = Array.from({ length: 140_000 }, (_, at) => row(at))
  const began = performance.now()
  const [index] = joinIndexes(given)
  expect(performance.now() - began).toBeLessThan(5000) // it takes over a minute where each one copies those before it
  expect(index).toMatchObject({ kind: 'index', refs: { length: given.length } })
})
