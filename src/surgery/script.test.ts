import { expect, it } from 'vitest'
import type { Entry, EntryBlock } from '../model/entry.ts'
import type { RoundId, SessionId } from '../model/id.ts'
import { CHARS_A_TOKEN, noTokens } from '../model/tokens.ts'
import { compressBefore } from './compress.ts'
import { piecesOf } from './pieces.ts'
import { planOf } from './plan-of.ts'
import { scriptOf } from './script.ts'
import type { Subject, SubjectRound } from './subject.ts'

const SESSION = '5e55c003-0000-4000-8000-000000000003' as SessionId

const passage = { lines: [], tokens: noTokens(), charsAToken: CHARS_A_TOKEN }
const round = (number: number): SubjectRound => ({
  kind: 'round',
  ref: { session: SESSION, round: number, roundId: `round-${number}` as RoundId },
  started: null,
  ended: null,
  engagement: null,
  isPartial: false,
  ...passage,
})

/** A session of so many rounds that says it gave numbers up to `highest`. */
const subjectOf = (rounds: number, highest = rounds): Subject => ({
  session: SESSION,
  client: 'claude-code',
  title: null,
  agent: null,
  source: '/s.jsonl',
  roleOf: () => 'other',
  parts: Array.from({ length: rounds }, (_, at) => round(at + 1)),
  unsent: () => [],
  head: [],
  fixed: null,
  openCalls: [],
  origins: [],
  highest,
})

const scriptBefore = (subject: Subject, border: number) =>
  scriptOf(compressBefore(subject, { kind: 'round', round: border, text: `round:${border}` }), [subject], {
    sessionId: 'new',
  })

it('an index may have more rounds than a call has room for arguments', () => {
  const script = scriptBefore(subjectOf(150_000), 150_000)
  expect([script.indexed.length, script.full]).toEqual([149_999, [150_000]])
})

it('numbers that mean nothing cost nothing', () => {
  const began = performance.now()
  const { note } = scriptBefore(subjectOf(3, 9_999_990), 3)
  expect(performance.now() - began).toBeLessThan(2000) // it takes ten seconds and 2 GB where each is looked at
  expect(note.origins).toEqual([{ session: SESSION, from: 1, to: 9_999_990, as: 1 }])
})

it('a round of many calls without an answer is not looked through for each of them', () => {
  let looks = 0
  const lines = Array.from({ length: 300 }, (_, at) => {
    const block = { ordinal: at, kind: 'tool_use', call: `toolu_${at}` } as EntryBlock
    return {
      uuid: `line-${at}`,
      reply: `reply-${at >> 1}`,
      time: 0,
      get blocks() {
        looks++
        return [block]
      },
    } as unknown as Entry
  })
  const openCalls = lines.map((_, at) => `toolu_${at}`)
  const subject = { ...subjectOf(0, 1), openCalls, parts: [{ ...round(1), lines }] }
  const { steps } = scriptOf(planOf('repair', [subject], piecesOf(subject), {}), [subject], { sessionId: 'new' })
  const [step] = steps
  const answered = step?.kind === 'passage' ? [...step.interrupted] : []
  expect(answered.map(([{ id }, calls]) => [id, calls.length])).toEqual(
    lines.filter((_, at) => at % 2 === 1).map(({ id }) => [id, 2]),
  )
  expect(looks).toBeLessThan(20 * lines.length)
})
