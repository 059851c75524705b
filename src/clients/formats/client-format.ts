import type { BlockDraft, BlockKind } from '../../model/block.ts'
import type { ContextPart } from '../../model/context.ts'
import type { Entry } from '../../model/entry.ts'
import { ownersOf, type Span } from '../../model/span.ts'
import type { Client } from '../client.ts'
import { isSummary } from '../is-summary.ts'
import { linesOf } from '../lines.ts'
import { appendLines } from './append-lines.ts'
import type { Encoder, Format, Message, Place } from './format.ts'

/** Thinking is signed or sealed for one vendor, and what a client tells its model only that client knows. */
const CROSSES: ReadonlySet<BlockKind> = new Set(['user-text', 'assistant-text', 'tool_use', 'tool_result', 'image'])

/** The format of a client's lines, by its own reader and writer. */
export function clientFormat(client: Client): Format {
  const { writer } = client
  return {
    id: client.format,
    description: `Session lines of ${client.label}: one JSON object a line, in the order they were written.`,
    mediaType: 'application/x-ndjson',
    isLines: true,
    holds: CROSSES,
    decode: (bytes) => messagesIn(client, bytes),
    ...(writer && { encoder: (place) => createEncoder(client, place) }),
    concat: appendLines,
    count: client.reader.count,
    textOf: (bytes) => bytes.toString('utf8'),
    ...(client.olderFormats && { older: client.olderFormats }),
  }
}

/** What the client would send of these lines: what was rewound, or said in another context, is not told. */
function messagesIn(client: Client, bytes: Buffer): readonly Message[] {
  const parts = partsIn(client, bytes)
  if (!parts) return recordedIn(client, bytes)
  return parts.flatMap(({ kind, lines, text }) =>
    lines.flatMap((entry, at) => {
      const line = bytes.subarray(entry.start, entry.end)
      const goesOn = kind === 'rest' || (kind === 'round' && at > 0)
      const blocks = client.reader.blocks(line, kind === 'round' && !goesOn)
      if (text !== undefined && at === 0)
        return [{ kind: 'own' as const, blocks: [noteOf(text, blocks[0]?.timestamp ?? null)] }]
      const sent = messageOf(client, line, sentOf(blocks, entry)).map((one) => (goesOn ? { ...one, goesOn } : one))
      return [...sent, ...queuedBehind(client, bytes, entry)]
    }),
  )
}

/** Everything that rounds have, where Stet does not know which of it the client would send. */
function recordedIn(client: Client, bytes: Buffer): readonly Message[] {
  let last = 0
  return spansIn(client, bytes)
    .filter(({ owner }) => owner >= 0)
    .flatMap(({ start, end, owner }) =>
      [...linesOf(bytes.subarray(start, end), client.reader.lineEnd)].flatMap((line) => {
        const goesOn = owner === last
        last = owner
        const sent = messageOf(client, line, client.reader.blocks(line, !goesOn))
        return goesOn ? sent.map((one) => ({ ...one, goesOn })) : sent
      }),
    )
}

/** What the agent was given after a line, in a line that the client does not send again. */
function queuedBehind(client: Client, bytes: Buffer, { queued = [] }: Entry): readonly Message[] {
  return queued.flatMap(({ start, end }) => {
    const line = bytes.subarray(start, end)
    return messageOf(client, line, client.reader.blocks(line)).map((one) => ({ ...one, goesOn: true }))
  })
}

/** Undefined where Stet does not know what the client would send. */
function partsIn(client: Client, bytes: Buffer): readonly ContextPart[] | undefined {
  const reader = client.context?.reader({ bridges: true })
  if (!reader) return undefined
  for (const line of linesOf(bytes, client.reader.lineEnd)) reader.add(line)
  return reader.context(ownersOf(spansIn(client, bytes))).parts
}

/** Which bytes belong to which round of these lines. */
function spansIn({ reader }: Client, bytes: Buffer): readonly Span[] {
  const parser = reader.parser()
  for (const line of linesOf(bytes, reader.lineEnd))
    parser.add(parser.classify(line, 0, line.length), line, 0, line.length)
  return parser.take().spans
}

function sentOf(blocks: readonly BlockDraft[], entry: Entry): readonly BlockDraft[] {
  let counted = 0
  return blocks.filter(({ aside }) => {
    const block = aside ? undefined : entry.blocks[counted++]
    return block?.kind !== 'unknown' && block?.size !== 0
  })
}

function messageOf(client: Client, line: Buffer, blocks: readonly BlockDraft[]): readonly Message[] {
  const told = blocks
    .filter(({ type, content, aside }) => !(type === 'thinking' && content === '') && !(aside && type === 'note'))
    .map(({ bare, aside: _, folder: __, ...block }) => (bare === undefined ? block : { ...block, content: bare }))
  if (told.length === 0) return []
  return [{ kind: isSummary(client.reader, line, told) ? 'summary' : 'said', blocks: told }]
}

/** Each line is linked to the one before, whichever run that is of. */
function createEncoder(client: Client, place: Place): Encoder {
  const writer = client.writer!(place)
  const rest = () => writer.rest?.() ?? Buffer.alloc(0)
  return {
    write: (messages) =>
      Buffer.concat([
        ...messages.flatMap(({ kind, blocks, goesOn }) => {
          const at = blocks[0]!.timestamp
          if (kind === 'own') return [rest(), writer.say(String(blocks[0]!.content), null, at)]
          return [writer.render!(blocks, at, goesOn)]
        }),
        rest(),
      ]),
    keep(bytes) {
      const entries = partsIn(client, bytes)?.flatMap(({ lines }) => lines) ?? []
      return Buffer.concat(entries.map((entry) => writer.keep(entry, bytes.subarray(entry.start, entry.end))))
    },
  }
}

function noteOf(content: string, timestamp: string | null): BlockDraft {
  return { role: 'system', type: 'note', timestamp, content }
}
