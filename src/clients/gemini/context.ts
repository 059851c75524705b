import type { Context, ContextPart } from '../../model/context.ts'
import { answersIn, callsIn, type Entry, type EntryBlock } from '../../model/entry.ts'
import type { ContextReader, ContextReading } from '../client.ts'
import { jsonLine, textEnd } from '../lines.ts'
import { type ContextMessage, contextMessageOf, type Owned } from './context-message.ts'
import { MessageLog } from './inner-records.ts'
import { type Fields, readLine } from './schema.ts'

/** A part of what is sent while it is put together. */
interface Draft {
  readonly kind: ContextPart['kind']
  readonly text?: string
  readonly messages: ContextMessage[]
}

/**
 * Reads a session record by record and tells what the client would send of it: the messages that it holds, in their order.
 *
 * Of the originals, it is all that was said and not taken back. What the client tells the model at the beginning it tells it anew, and an answer that it wrote twice is one. What it notes for
 * the person goes along with the round it is in.
 */
export function createContextReader({
  inOutline = false,
  mends = false,
  originals = false,
}: ContextReading = {}): ContextReader {
  const all: ContextMessage[] = []
  const ids = new Set<string>()
  let number = 0
  let offset = 0
  let current: Buffer = Buffer.alloc(0)
  let about: Fields = {}
  const log = new MessageLog<ContextMessage>(
    (message) => {
      const read = contextMessageOf(message, current, { number, at: offset }, inOutline)
      if (message.isFirsthand || !ids.has(read.id)) all.push(read) // what an update repeats is no round's own
      ids.add(read.id)
      return read
    },
    { keepsAll: originals, mends },
  )

  return {
    add(bytes, length = bytes.length) {
      number++
      const line = readLine(bytes.subarray(0, textEnd(bytes, 0, bytes.length)))
      if (line) {
        current = bytes.subarray(0, textEnd(bytes, 0, bytes.length))
        if (line.kind === 'about' || line.kind === 'update') about = { ...about, ...withoutMessages(line.fields) }
        log.add(line, current)
      } else if (bytes.toString('latin1').trim() !== '')
        all.at(-1)?.skipped.push({ start: offset, end: offset + length })
      offset += length
    },
    context: (roundAt) => contextOf([...log.held()], all, { about, roundAt }),
  }
}

function withoutMessages({ messages: _, memoryScratchpad: __, ...rest }: Fields): Fields {
  return rest
}

interface Known {
  readonly about: Fields
  readonly roundAt: (at: number) => number
}

function contextOf(held: readonly ContextMessage[], all: readonly ContextMessage[], known: Known): Context {
  const rounds = roundsOf(all, known.roundAt)
  const drafts = draftsOf(held)
  const sent = drafts.map(({ messages, kind }) => {
    const round = kind === 'round' || kind === 'rest' ? rounds.of(messages[0]!) : 0
    const own = messages.filter((message) => message.kind !== 'note' || rounds.of(message) === round)
    return own.map((message) => rounds.entryOf(message, round))
  })
  const calls = new Set(sent.flat().flatMap(callsIn))
  const answers = new Set(sent.flat().flatMap(answersIn))
  const parts = drafts.map(({ kind, text }, at): ContextPart => {
    const lines = withoutRepeats(sent[at]!, calls)
    const round = kind === 'round' || kind === 'rest' ? (lines[0]?.round ?? 0) : 0
    return { kind, round, lines, ...(text !== undefined && { text }) }
  })
  return {
    parts: parts.filter(({ lines }) => lines.length > 0),
    head: Object.keys(known.about).length > 0 ? [jsonLine(known.about)] : [],
    openCalls: [...calls].filter((call) => !answers.has(call)),
    linesOf: (round) => {
      const lines = rounds.messagesOf(round).map((message) => rounds.entryOf(message, round))
      return withoutRepeats(lines, new Set(lines.flatMap(callsIn)))
    },
  }
}

/** Without answers that have no call, or were given before. */
function withoutRepeats(lines: readonly Entry[], calls: ReadonlySet<string>): readonly Entry[] {
  const answered = new Set<string>()
  return lines.filter((entry) => {
    const answers = answersIn(entry)
    const isRepeat = callsIn(entry).length === 0 && answers.length > 0 && answers.every((call) => answered.has(call))
    for (const call of answers) answered.add(call)
    return !isRepeat && answers.every((call) => calls.has(call))
  })
}

function draftsOf(held: readonly ContextMessage[]): readonly Draft[] {
  const parts: Draft[] = []
  let before: ContextMessage | undefined
  for (const message of held) {
    const last = parts.at(-1)
    switch (message.kind) {
      case 'injected':
        continue
      case 'human':
        parts.push({ kind: 'round', messages: [message] })
        break
      case 'synthetic':
        parts.push({ kind: 'synthetic', text: message.text, messages: [message] })
        break
      case 'snapshot':
        parts.push({ kind: 'other', messages: [message] })
        break
      case 'ack':
      case 'note':
        last?.messages.push(message)
        break
      default:
        if (last?.kind === 'round' || last?.kind === 'rest' || before?.kind === 'snapshot') last!.messages.push(message)
        else parts.push({ kind: 'rest', messages: [message] })
    }
    before = message
  }
  return parts
}

/** Which round each message is of, and where its blocks are in that. */
interface Rounds {
  /** The round of the first message of a part. */
  of(message: ContextMessage): number
  entryOf(message: ContextMessage, round: number): Entry
  /** The messages of a round as they were said, whether they are sent or not. */
  messagesOf(round: number): readonly ContextMessage[]
}

/**
 * A message that is repeated is of the round in which it was said, which owns its bytes there: by its id, or after a
 * compaction by its words. `all` are the messages in the order of the file.
 */
function roundsOf(all: readonly ContextMessage[], roundAt: (at: number) => number): Rounds {
  const byId = new Map<string, number>()
  const byWords = new Map<string, number>()
  const said = new Map<number, Map<string, ContextMessage>>()
  const places = new Map<number, { count: number; readonly of: Map<string, number> }>()

  for (const message of all) {
    const owner = settle(message.owned, message.id)
    if (owner !== undefined && !byId.has(message.id)) byId.set(message.id, owner)
    if (owner !== undefined && message.words !== '') byWords.set(message.words, owner)
    const round = byId.get(message.id)
    if (round === undefined || round <= 0 || !message.isFirsthand) continue
    const known = said.get(round)
    if (known) known.set(message.id, message)
    else said.set(round, new Map([[message.id, message]]))
  }

  /** Asks who owns a record, or else what is inside of it; the first round is the record's. */
  function settle(owned: Owned, id: string): number | undefined {
    owned.owner = roundAt(owned.start)
    if (owned.owner >= 0) {
      place(owned.owner, owned.keys, id)
      return owned.owner
    }
    return owned.inner.map((inner) => settle(inner, id)).find((owner) => owner !== undefined)
  }

  function place(round: number, keys: readonly string[], id: string): void {
    const known = places.get(round) ?? { count: 0, of: new Map() }
    places.set(round, known)
    for (const key of keys) {
      for (const name of [key, `${id} ${key}`]) if (!known.of.has(name)) known.of.set(name, known.count)
      known.count++
    }
  }

  return {
    of: (message) => byId.get(message.id) ?? byWords.get(message.words) ?? Math.max(0, message.owned.owner),
    entryOf(message, round) {
      const known = places.get(round)
      const blocks = message.blocks.map((block, at): EntryBlock => {
        const key = message.owned.keys[at] ?? ''
        const found = known?.of.get(`${message.id} ${key}`) ?? known?.of.get(key)
        return { ...block, ordinal: found ?? (known?.count ?? 0) + at }
      })
      return { ...message.entry, round, blocks, skipped: message.skipped }
    },
    messagesOf: (round) => [...(said.get(round)?.values() ?? [])],
  }
}
