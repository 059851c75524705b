import { existsSync } from 'node:fs'
import { type ArtifactId, artifactIdOf } from '../../model/id.ts'
import type { Session } from '../../model/session.ts'
import { giveBack, takeMemory } from '../../system/spare-memory.ts'
import { openSource, type SourceFile } from '../capture/source-file.ts'
import type { Store } from '../store.ts'
import { broken, refuseDamaged } from './session-bytes.ts'

/** How many commits are held: lines that answer one another lie close together, and little memory stays near. */
const HELD = 3
/** Most commits fit into this much. */
const LEAST = 1 << 20

/** Reads many stretches of a session's committed bytes, mostly one after the other. */
export interface BulkReader {
  /** What it gives is good until some more was read. */
  read(start: number, end: number): Buffer | Promise<Buffer>
  /** All of it, commit by commit. */
  all(): AsyncIterable<Buffer>
  close(): void
}

interface Stretch {
  readonly start: number
  readonly end: number
  readonly artifact: ArtifactId
}

/**
 * Takes the bytes from the client's own file as long as that is there, which is faster than decoding them, and from the
 * record where it is gone or says something else: either way each commit's bytes are checked against their hash.
 */
export async function openBulkReader(store: Store, session: Session): Promise<BulkReader> {
  refuseDamaged(session)
  const chain: Stretch[] = []
  for await (const { start, end, artifact } of store.listChain(session.id)) chain.push({ start, end, artifact })
  const held = new Map<number, Buffer>()
  const own = new Map<Buffer, Buffer>()
  const file = openFile(session)
  let isTrue = file !== undefined
  let spare: Buffer | undefined
  let last = 0

  return {
    read,
    async *all() {
      let at = 0
      for (const { start, end } of chain) {
        if (at >= session.bytes) break // written since the session was read
        if (start !== at) throw broken(session, at)
        yield await read(start, end)
        at = end
      }
      if (at !== session.bytes) throw broken(session, at)
    },
    close() {
      file?.close()
      for (const memory of own.values()) giveBack(memory)
      if (spare) giveBack(spare)
      own.clear()
      spare = undefined
    },
  }

  function read(start: number, end: number): Buffer | Promise<Buffer> {
    const place = indexOf(start)
    if (end > chain[place]!.end) return across(start, end)
    const bytes = held.get(place) ?? readFile(place)
    return bytes ? partOf(place, bytes, start, end) : across(start, end)
  }

  function partOf(place: number, bytes: Buffer, start: number, end: number): Buffer {
    return bytes.subarray(start - chain[place]!.start, end - chain[place]!.start)
  }

  function indexOf(at: number): number {
    const near = chain[last]
    if (near && at >= near.start && at < near.end) return last
    let [low, high] = [0, chain.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (chain[middle]!.end <= at) low = middle + 1
      else high = middle
    }
    if (low === chain.length || chain[low]!.start > at) throw broken(session, at)
    last = low
    return low
  }

  async function across(start: number, end: number): Promise<Buffer> {
    const chunks: Buffer[] = []
    for (let at = start; at < end; ) {
      const place = indexOf(at)
      const stretch = chain[place]!
      const bytes = held.get(place) ?? hold(place, await store.artifacts.get(stretch.artifact))
      const stop = Math.min(end, stretch.end)
      chunks.push(bytes.subarray(at - stretch.start, stop - stretch.start))
      at = stop
    }
    return chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)
  }

  function readFile(place: number): Buffer | undefined {
    if (!file || !isTrue) return undefined
    const { start, end, artifact } = chain[place]!
    const memory = memoryFor(end - start)
    const bytes = memory.subarray(0, end - start)
    isTrue = isRead(file, bytes, start) && artifactIdOf(bytes) === artifact
    if (!isTrue) return undefined
    own.set(bytes, memory)
    return hold(place, bytes)
  }

  /** That of a commit no longer held, where it is large enough: fresh memory costs as much as the reading. */
  function memoryFor(length: number): Buffer {
    const memory = spare
    spare = undefined
    return memory && memory.length >= length ? memory : takeMemory(Math.max(length, LEAST))
  }

  function hold(place: number, bytes: Buffer): Buffer {
    held.set(place, bytes)
    if (held.size <= HELD) return bytes
    const [oldest, given] = held.entries().next().value!
    held.delete(oldest)
    spare = own.get(given)
    own.delete(given)
    return bytes
  }
}

/** A file that can no longer be read is no loss. */
function isRead(file: SourceFile, bytes: Buffer, start: number): boolean {
  try {
    return file.read(bytes, start) === bytes.length
  } catch {
    return false
  }
}

function openFile({ source }: Session): SourceFile | undefined {
  try {
    return existsSync(source) ? openSource(source) : undefined
  } catch {
    return undefined // the record has it all
  }
}
