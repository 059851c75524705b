import { expect, it } from 'vitest'
import { hashHex, type RoundId } from '../../model/id.ts'
import { readRecord } from '../json-record.ts'
import { linesOf } from '../lines.ts'
import { startRound } from './numbering.ts'
import { parserOf } from './parser.ts'

/** A client whose lines are `{"said":…}` by a person and `{"answer":…}` by the agent. */
const createParser = parserOf<{ answers: number }, Readonly<Record<string, unknown>>>(
  () => ({ answers: 0 }),
  ({ state, count, turn }) => ({
    read: readRecord,
    role: ({ said }) => (said === undefined ? 'message' : 'round'),
    add({ said, answer }, bytes) {
      if (said !== undefined) turn(`r ${startRound(state)}`)
      else state.answers++
      count({
        owner: state.round,
        drafts: [
          {
            role: 'user',
            timestamp: null,
            type: said === undefined ? 'assistant-text' : 'user-text',
            content: said ?? answer,
          },
        ],
        at: null,
        idOf: () => hashHex(bytes) as RoundId,
        isHuman: said !== undefined,
        isReply: said === undefined,
      })
      return state.round
    },
  }),
)

const FILE = Buffer.from('{"said":"one"}\n{"answer":"first"}\n\nbroken\n{"said":"two"}\n{"answer":"second"}')

it('a client says whose its lines are, and rounds, spans, words, counts and problems come of it', () => {
  const parser = createParser()
  feed(parser, FILE)
  const { rounds, spans, texts, problems, facts, graph } = parser.take()
  expect(rounds.map(({ round, userPreview, agentPreview }) => [round, userPreview, agentPreview])).toEqual([
    [1, 'one', 'first'],
    [2, 'two', 'second'],
  ])
  expect(spans.map(({ start, end, owner }) => [start, end, owner])).toEqual([
    [0, 34, 1],
    [34, 35, -1],
    [35, 42, -2],
    [42, 76, 2],
  ])
  expect(texts.map(({ text }) => text.trim().split(/\n+/))).toEqual([
    ['one', 'first'],
    ['two', 'second'],
  ])
  expect(problems).toEqual([{ line: 4, problem: 'not a JSON object' }])
  expect(facts).toMatchObject({ title: 'one', rounds: 2, messages: 4, blocks: 4, lines: 6 })
  expect(graph?.toString()).toBe('r 1\nr 2\n')
})

it('a parser that goes on from a saved state ends in the state of one that was given everything', () => {
  const whole = createParser()
  feed(whole, FILE)
  whole.take()
  let parser = createParser()
  let at = 0
  for (const line of linesOf(FILE)) {
    feed(parser, FILE, at, at + line.length)
    at += line.length
    parser.take()
    parser = createParser(parser.save())
  }
  expect(parser.save()).toBe(whole.save())
})

function feed(parser: ReturnType<typeof createParser>, file: Buffer, from = 0, to = file.length): void {
  let at = from
  for (const line of linesOf(file.subarray(from, to))) {
    const end = at + line.length
    parser.add(parser.classify(file, at, end), file, at, end)
    at = end
  }
}
