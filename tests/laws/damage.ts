import fc from 'fast-check'
import type { Line } from './lines.ts'

/** One thing that goes wrong with a file. Places count modulo what is there. */
export type Damage =
  | { readonly kind: 'wrong-type'; readonly line: number; readonly path: readonly string[]; readonly value: unknown }
  | { readonly kind: 'insert'; readonly line: number; readonly bytes: Buffer }
  | { readonly kind: 'join'; readonly line: number; readonly between: string }
  | { readonly kind: 'tear'; readonly line: number; readonly keep: number; readonly newline: boolean }
  | { readonly kind: 'spacing'; readonly line: number }
  | { readonly kind: 'crlf'; readonly line: number | 'all' }
  | { readonly kind: 'byte'; readonly at: number; readonly byte: number }
  | { readonly kind: 'end'; readonly cut: number }

/** Is in a record where the text gets nesting deeper than a stack. */
const DEEP = '@deep@'

const PATHS: readonly string[] = [
  ...['type', 'subtype', 'uuid', 'parentUuid', 'timestamp', 'sessionId', 'agentId', 'cwd', 'version', 'isSidechain'],
  ...[
    'isMeta',
    'isCompactSummary',
    'isApiErrorMessage',
    'origin',
    'origin.kind',
    'message',
    'message.id',
    'message.role',
  ],
  ...['message.model', 'message.content', 'message.content.0', 'message.content.0.type', 'message.content.0.text'],
  ...['message.content.0.thinking', 'message.content.0.id', 'message.content.0.name', 'message.content.0.input'],
  ...['message.content.0.tool_use_id', 'message.content.0.content', 'message.content.0.is_error', 'message.usage'],
  ...['message.usage.input_tokens', 'toolUseResult', 'toolUseResult.agentId', 'attachment', 'rendered', 'rendered.0'],
  ...['content', 'compactMetadata', 'compactMetadata.preservedSegment', 'compactMetadata.preservedSegment.headUuid'],
  ...['leafUuid', 'customTitle', 'aiTitle', 'summary', 'agentName'],
]

const VALUES: readonly unknown[] = [
  ...[5, -1.5, 1e300, 0, '', 'x', '12', '%', 'a b', '\ud800', true, false, null, [], {}, { a: 1 }, [1], [null]],
  ...[[[{ type: 'text' }]], { toString: 1, valueOf: 1 }, [{ type: 'tool_result', tool_use_id: {} }], DEEP, undefined],
]

const NOISE: readonly string[] = [
  ...[
    'not json',
    '// a comment',
    '{"type":"user","mess',
    '[1,2]',
    '5',
    'null',
    '""',
    '{',
    '}',
    '{}',
    '{"a":1}',
    '',
    '  ',
    '\t',
  ],
  ...[
    '\r',
    '{"a":1} {"b":2}',
    '{"type":"user"}{"type":"user"}',
    '{"message":{"content":"untyped"}}',
    '\u00a0',
    '"{\\"type\\":1}"',
  ],
  ...[
    '{"message":{}}{"message":{}}{"type":"mode"}',
    '{"type":"user","message":{"role":"user","content":"no uuid"}}',
    '﻿',
  ],
]

const anywhere = fc.nat({ max: 40 })
const noise = fc.oneof(
  fc.constantFrom(...NOISE).map((text) => Buffer.from(text)),
  fc
    .constantFrom([0xff, 0xfe], [0], [0xe2, 0x82], [0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])
    .map((bytes) => Buffer.from(bytes)),
)

export const damage: fc.Arbitrary<Damage> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('wrong-type' as const),
      line: anywhere,
      path: fc.constantFrom(...PATHS).map((path) => path.split('.')),
      value: fc.constantFrom(...VALUES),
    }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('insert' as const), line: anywhere, bytes: noise }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('join' as const),
      line: anywhere,
      between: fc.constantFrom('', ' ', ',', '\r'),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('tear' as const),
      line: anywhere,
      keep: fc.nat({ max: 400 }),
      newline: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('spacing' as const), line: anywhere }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('crlf' as const), line: fc.oneof(anywhere, fc.constant('all' as const)) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('byte' as const),
      at: fc.nat({ max: 5000 }),
      byte: fc.constantFrom(0, 10, 0xff, 0x22, 0x7d),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('end' as const), cut: fc.oneof(fc.constant(1), fc.nat({ max: 300 })) }),
  },
)

/** The file of these records, with everything that went wrong. */
export function damaged(records: readonly Line[], damages: readonly Damage[]): Buffer {
  const wrong = damages.filter((one) => one.kind === 'wrong-type')
  let lines: Buffer[] = records.map((record, at) => {
    const changed = wrong.reduce(
      (line, { line: place, path, value }) => (place % records.length === at ? put(line, path, value) : line),
      record,
    )
    return Buffer.from(`${JSON.stringify(changed).replaceAll(JSON.stringify(DEEP), deep(20_000))}\n`)
  })
  let ends = 0
  for (const one of damages) {
    if (one.kind === 'end') ends += one.cut
    else if (one.kind !== 'wrong-type' && one.kind !== 'byte') lines = applied(lines, one)
  }
  const bytes = Buffer.concat(lines)
  for (const one of damages) if (one.kind === 'byte' && bytes.length > 0) bytes[one.at % bytes.length] = one.byte
  return bytes.subarray(0, Math.max(0, bytes.length - ends))
}

type LineDamage = Exclude<Damage, { kind: 'wrong-type' | 'byte' | 'end' }>

function applied(lines: readonly Buffer[], one: LineDamage): Buffer[] {
  if (lines.length === 0) return one.kind === 'insert' ? [one.bytes] : []
  const place = one.line === 'all' ? 0 : one.line % lines.length
  const line = lines[place] ?? Buffer.alloc(0)
  const text = line.subarray(0, line.at(-1) === 10 ? -1 : line.length)
  switch (one.kind) {
    case 'insert':
      return lines.toSpliced(place, 0, Buffer.concat([one.bytes, Buffer.from('\n')]))
    case 'join':
      return lines.with(place, Buffer.concat([text, Buffer.from(one.between)]))
    case 'tear':
      return lines.toSpliced(
        place,
        0,
        Buffer.concat([text.subarray(0, one.keep), Buffer.from(one.newline ? '\n' : '')]),
      )
    case 'spacing':
      return lines.with(place, spaced(line))
    case 'crlf':
      return lines.map((other, at) =>
        one.line === 'all' || at === place
          ? Buffer.from(other.toString('latin1').replace(/\n$/, '\r\n'), 'latin1')
          : other,
      )
  }
}

/** The same record with spaces where JSON allows them; a line that is no record stays. */
function spaced(line: Buffer): Buffer {
  try {
    return Buffer.from(` ${JSON.stringify(JSON.parse(line.toString()), null, '\t').replaceAll('\n', ' ')} \n`)
  } catch {
    return line
  }
}

/** The record with the value at the path, whatever was there. */
function put(target: unknown, [key, ...rest]: readonly string[], value: unknown): Line {
  const inner = rest.length === 0 ? value : put((target as Line | undefined)?.[key!], rest, value)
  if (Array.isArray(target)) return Object.assign([...target], { [key!]: inner }) as unknown as Line
  return typeof target === 'object' && target !== null ? { ...target, [key!]: inner } : { [key!]: inner }
}

function deep(levels: number): string {
  return `${'['.repeat(levels)}${']'.repeat(levels)}`
}
