import fc from 'fast-check'
import { expect, it } from 'vitest'
import { encodeItems } from '../../src/clients/formats/cbor.ts'
import { describe as described } from '../../src/clients/formats/describe.ts'
import { isWritable } from '../../src/clients/formats/format.ts'
import { FORMATS } from '../../src/clients/formats/index.ts'
import { runOf } from '../../src/clients/formats/run.ts'
import { translate } from '../../src/clients/formats/translate.ts'

const PLACE = { sessionId: '019d0b1d-de00-7239-aa0a-1c67b26481b7', cwd: null, at: '2026-03-19T10:00:00.000Z' }

/** Events and messages with fields of any kind, and values that are neither. */
const field = fc.oneof(
  fc.jsonValue(),
  fc.uint8Array({ maxLength: 5 }),
  fc.constantFrom('text', 'tool_use', 'injected', 'compact_boundary'),
)
const payload = fc.dictionary(
  fc.constantFrom('content', 'source', 'parts', 'id', 'name', 'input', 'output', 'subtype', 'message'),
  field,
)
const type = fc.constantFrom('prompt', 'response', 'tool_call', 'tool_result', 'system', 'error', 'metric')
const event = fc.tuple(type, payload, field).map(([name, one, timestamp]) => ({ type: name, timestamp, [name]: one }))
const piece = fc.record({ Type: field, Text: field, Kind: field, ToolUse: payload, ToolResult: field })
const message = fc.record({ Role: field, Content: fc.oneof(field, fc.array(piece)) })
const items = fc.array(fc.oneof(event, message, field)).map(encodeItems)
const lines = fc.array(fc.jsonValue()).map((values) => Buffer.from(values.map((one) => JSON.stringify(one)).join('\n')))
const bytes = fc.oneof(
  items,
  lines,
  fc.uint8Array({ maxLength: 60 }).map((one) => Buffer.from(one)),
)

it('whatever the bytes are, each format reads them or says that it cannot, and each can be translated', () => {
  fc.assert(
    fc.property(bytes, fc.constantFrom('nobody-v9', 'codex-v0', ...FORMATS.map(({ id }) => id)), (given, format) => {
      for (const known of FORMATS) {
        const messages = known.decode(given)
        expect(messages === undefined || messages.every(({ blocks }) => blocks.length > 0)).toBe(true)
        expect(known.count(given).messages).toBeGreaterThanOrEqual(0)
        known.textOf(given)
      }
      const run = runOf(format, [given])
      expect(described(run)).toContain(format)
      for (const to of FORMATS.filter(isWritable)) {
        const { bytes: made, tiers } = translate([run], to, PLACE)
        expect(to.concat([made])).toBeDefined()
        if (tiers[0] === 'raw') expect(format === 'nobody-v9' || !run.isReadable).toBe(true)
      }
    }),
    { numRuns: 300 },
  )
})
