import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { WritableFormat } from '../../src/clients/formats/format.ts'
import { formatOf } from '../../src/clients/formats/index.ts'
import { runOf } from '../../src/clients/formats/run.ts'
import { translate } from '../../src/clients/formats/translate.ts'
import type { BlockDraft } from '../../src/model/block.ts'
import { blocksIn } from '../../src/record/chain/blocks-in.ts'
import { plainSummary } from '../../src/record/chain/compact.ts'

const CLAUDE = 'claude-code-v1'
const PLACE = { sessionId: '019d0b1d-de00-7239-aa0a-1c67b26481b7', cwd: null, at: '2026-03-19T10:00:00.000Z' }
const FIXTURES = resolve(import.meta.dirname, '../fixtures/claude-code')

/** What is kept on every way: what was said, calls with what they were given, results, pictures; in order. */
function told(format: string, bytes: Buffer, isText = false): readonly unknown[] {
  const messages = formatOf(format)!.decode(bytes)!
  return messages.flatMap(({ kind, blocks }) =>
    blocks
      .filter(
        ({ type }) =>
          kind === 'summary' || !['thinking', 'note', 'unknown', ...(isText ? ['image'] : [])].includes(type),
      )
      .map(({ type, content, name, tool_use_id, is_error }) => ({
        type,
        content: isText && type === 'tool_result' ? textOf(content) : content,
        name,
        tool_use_id,
        is_error,
      })),
  )
}

function textOf(content: BlockDraft['content']): unknown {
  return Array.isArray(content) ? content.map((part) => part.text ?? `[${part.type}]`).join('\n') : content
}

/** Bytes of one format by way of others. */
function by(way: readonly string[], bytes: Buffer, from = CLAUDE): Buffer {
  let [format, current] = [from, bytes]
  for (const id of way) {
    const to = formatOf(id) as WritableFormat
    current = translate([runOf(format, [current])], to, PLACE).bytes
    format = id
  }
  return current
}

describe('recorded sessions', () => {
  it.each(readdirSync(FIXTURES).filter((name) => name.endsWith('.jsonl')))('%s', (name) => {
    const bytes = readFileSync(join(FIXTURES, name))
    const before = told(CLAUDE, bytes)
    expect(before.length).toBeGreaterThan(1)
    expect(told(CLAUDE, by(['events-v1', CLAUDE], bytes))).toEqual(before)
    expect(told('events-v1', by(['events-v1'], bytes))).toEqual(before)
    expect(told(CLAUDE, by(['bureau-agent-v1', CLAUDE], bytes), true)).toEqual(told(CLAUDE, bytes, true))
    expect(by(['events-v1', CLAUDE, 'events-v1'], bytes)).toEqual(by(['events-v1', CLAUDE, 'events-v1'], bytes))
  })
})

/** A document over many lines of text and a log that repeats itself are read alike: each message once. */
describe('sessions of Gemini CLI', () => {
  const GEMINI = 'gemini-cli-v1'
  const document = resolve(FIXTURES, '../../golden/parse/gemini/a-document-of-an-older-version/input.json')
  const logs = resolve(FIXTURES, '../gemini')
  const recorded = readdirSync(logs).filter((name) => name.endsWith('.jsonl'))
  it.each([document, ...recorded.map((name) => join(logs, name))])('%s', (path) => {
    const bytes = readFileSync(path)
    const before = told(GEMINI, bytes, true)
    expect(before.length).toBeGreaterThan(1)
    expect(plainSummary(blocksIn(GEMINI, bytes))).toContain('→ ')
    expect(told('events-v1', by(['events-v1'], bytes, GEMINI), true)).toEqual(before)
    expect(told(GEMINI, by(['events-v1', GEMINI], bytes, GEMINI), true)).toEqual(before)
  })
})

/** Text as clients have it: no half of a pair, and nothing that a client itself would say. */
const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }).map((said) => `a${said}`)
const id = fc.stringMatching(/^[A-Za-z0-9_-]{1,12}$/)
const call = fc.record({
  id,
  name: fc.stringMatching(/^[A-Za-z][A-Za-z0-9_]{0,11}$/),
  input: fc.dictionary(text, fc.jsonValue()),
  failed: fc.boolean(),
})
const result = fc.oneof(
  text,
  fc.array(
    text.map((said) => ({ type: 'text', text: said })),
    { minLength: 1, maxLength: 3 },
  ),
)
const round = fc.record({
  said: text,
  answers: fc.array(fc.oneof(text, fc.tuple(call, result)), { minLength: 1, maxLength: 5 }),
})

/** The lines of such rounds, each linked to the one before. */
function linesOf(
  rounds: readonly {
    said: string
    answers: readonly (string | [{ id: string; name: string; input: unknown; failed: boolean }, unknown])[]
  }[],
): Buffer {
  const lines: object[] = []
  const put = (type: 'user' | 'assistant', content: unknown) => {
    const n = lines.length
    const message = { role: type, content, ...(type === 'assistant' && { id: `m${n}` }) }
    lines.push({
      type,
      uuid: `u${n}`,
      parentUuid: n === 0 ? null : `u${n - 1}`,
      sessionId: 's',
      timestamp: new Date(1_774_000_000_000 + n * 1000).toISOString(),
      message,
    })
  }
  for (const [nth, { said, answers }] of rounds.entries()) {
    put('user', said)
    for (const [at, answer] of answers.entries()) {
      if (typeof answer === 'string') put('assistant', [{ type: 'text', text: answer }])
      else {
        const [{ id, name, input, failed }, content] = answer
        const call = `${id}-${nth}-${at}`
        put('assistant', [{ type: 'tool_use', id: call, name, input }])
        put('user', [{ type: 'tool_result', tool_use_id: call, content, ...(failed && { is_error: true }) }])
      }
    }
  }
  return Buffer.from(lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
}

describe('any conversation', () => {
  it('comes back from events as it was: text, calls, results, order', () => {
    fc.assert(
      fc.property(fc.array(round, { minLength: 1, maxLength: 4 }), (rounds) => {
        const bytes = linesOf(rounds)
        const before = told(CLAUDE, bytes)
        expect(before).toHaveLength(
          rounds.reduce(
            (sum, { answers }) => sum + 1 + answers.reduce((n, one) => n + (typeof one === 'string' ? 1 : 2), 0),
            0,
          ),
        )
        const events = by(['events-v1'], bytes)
        expect(told('events-v1', events)).toEqual(before)
        const back = by([CLAUDE], events, 'events-v1')
        expect(told(CLAUDE, back)).toEqual(before)
        expect(by(['events-v1'], back)).toEqual(events)
        expect(told(CLAUDE, by(['bureau-agent-v1', CLAUDE], bytes), true)).toEqual(told(CLAUDE, bytes, true))
        expect(
          told('codex-v1', by(['events-v1', 'codex-v1'], bytes), true).map((one) => (one as { type: string }).type),
        ).toEqual(before.map((one) => (one as { type: string }).type))
      }),
      { numRuns: 100 },
    )
  })

  it('cut into deltas anywhere between two messages, says the same once they are joined', () => {
    fc.assert(
      fc.property(fc.array(round, { minLength: 1, maxLength: 4 }), fc.nat(), (rounds, seed) => {
        const format = formatOf(['events-v1', 'bureau-agent-v1'][seed % 2]!)!
        const messages = formatOf(CLAUDE)!.decode(linesOf(rounds))!
        const at = seed % (messages.length + 1)
        const write = format.encoder!(PLACE).write
        const whole = write(messages)
        const joined = format.concat([write(messages.slice(0, at)), write(messages.slice(at))])!
        expect(format.decode(joined)).toEqual(format.decode(whole))
        expect(joined.equals(whole) || format.id === 'bureau-agent-v1').toBe(true) // whose messages hold several
        expect(format.concat([Buffer.from(format.textOf(whole)!)])!.equals(whole)).toBe(true) // as JSON, too
      }),
    )
  })
})
