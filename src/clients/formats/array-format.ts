import type { BlockKind } from '../../model/block.ts'
import { blockSize } from '../../model/tokens.ts'
import { encodeItems, itemsIn, plainValue } from './cbor.ts'
import type { Count, Message, WritableFormat } from './format.ts'

interface Items {
  readonly id: string
  readonly description: string
  readonly holds: readonly BlockKind[]
  /** What an item says, as JSON has it. */
  read(item: unknown): readonly Message[]
  write(messages: readonly Message[]): readonly unknown[]
  /** An item as CBOR has it, of one that may have come as JSON: what a call was given is then no JSON in bytes yet. */
  packed(item: unknown): unknown
}

/** A format whose deltas are arrays: read in CBOR and in JSON, written in CBOR, joined by joining the arrays. */
export function arrayFormat({ id, description, holds, read, write, packed }: Items): WritableFormat {
  const decode = (bytes: Buffer) => itemsIn(bytes)?.flatMap((item) => read(plainValue(item)))
  return {
    id,
    description,
    mediaType: 'application/cbor',
    isLines: false,
    holds: new Set(holds),
    decode,
    encoder: () => ({ write: (messages) => encodeItems(write(messages)), keep: (bytes) => bytes }),
    concat(deltas) {
      const arrays = deltas.map(itemsIn)
      return arrays.includes(undefined) ? undefined : encodeItems(arrays.flatMap((items) => items!.map(packed)))
    },
    count: (delta) => countOf(decode(delta), delta.length),
    textOf(bytes) {
      const items = itemsIn(bytes)
      return items && JSON.stringify(items.map(plainValue))
    },
  }
}

/** What a call was given, as JSON in bytes: so nothing about it changes, and so those who made these formats have it. */
export function jsonOf(input: unknown): Uint8Array {
  return input instanceof Uint8Array ? input : Buffer.from(JSON.stringify(input ?? null))
}

function countOf(messages: readonly Message[] | undefined, size: number): Count {
  if (!messages) return { messages: 0, chars: size, lastTime: null }
  const blocks = messages.flatMap((message) => message.blocks)
  return {
    messages: messages.length,
    chars: blocks.reduce((sum, { type, content }) => sum + blockSize(type, content), 0),
    lastTime: blocks.findLast(({ timestamp }) => timestamp !== null)?.timestamp ?? null,
  }
}
