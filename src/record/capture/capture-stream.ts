import { setTimeout as wait } from 'node:timers/promises'
import type { Client, LiveStream } from '../../clients/client.ts'
import { CLIENTS } from '../../clients/index.ts'
import { lineEnd } from '../../clients/lines.ts'
import { FAILURES, Failure, isFailure } from '../../model/errors.ts'
import { type SessionId, safeName, sessionIdOf, splitSessionId } from '../../model/id.ts'
import { streamIdOf } from '../naming/streams.ts'
import type { Store } from '../store.ts'
import { bytesAt } from './bytes-at.ts'
import { capture } from './capture.ts'
import type { CaptureContext } from './capture-context.ts'

/** How often the commit at the end of the stream is tried: after it there is no other that would take its bytes. */
const LAST_TRIES = 5
const WAIT_MS = 50

/** When a commit is made: at the end of every turn, of every so many turns, or at events such as a compaction only. */
export type StreamFrequency = number | 'events'

export interface StreamOptions {
  readonly every?: StreamFrequency
  /** A commit that failed does not end the capture: its bytes go into the next one. */
  readonly onFailed?: (failure: Failure) => void
}

export interface StreamInscribed {
  readonly session: SessionId
  readonly bytes: number
  readonly commits: number
}

/**
 * Captures a client's live output, line by line, as a session of its own: `stream-<id of the session>`.
 *
 * The bytes are recorded as they came. What could not be committed is kept and tried again at the next point; only
 * when the stream has ended, and trying again did not help, does a failure end the capture too.
 */
export async function captureStream(
  context: CaptureContext,
  input: AsyncIterable<Uint8Array>,
  { every = 1, onFailed = () => undefined }: StreamOptions = {},
): Promise<StreamInscribed> {
  let held = Buffer.alloc(0) // bytes not committed yet
  let searched = 0
  let turns = 0
  let stream: Stream | undefined
  let session: SessionId | undefined
  let isOurs = false // a session of that id may be there because another stream made it
  let recorded = 0
  let commits = 0
  const store: Store = {
    ...context.store,
    async append(entry) {
      const appended = await context.store.append(entry)
      isOurs = true
      return appended
    },
  }

  for await (const chunk of input) {
    held = Buffer.concat([held, chunk])
    for (let end = lineEnd(held, searched, held.length); end !== -1; end = lineEnd(held, searched, held.length)) {
      const line = held.subarray(searched, end)
      searched = end
      stream ??= streamOf(line)
      const sign = stream?.live.sign(line)
      if (sign === 'turn') turns++
      if (sign !== 'event' && !(sign === 'turn' && every !== 'events' && turns % every === 0)) continue
      await commit(end).catch((error: unknown) => {
        if (!isFailure(error)) throw error
        onFailed(error)
      })
    }
  }
  if (held.length > 0) await commitLast()
  if (!session)
    throw new Failure('file-not-a-session', 'No line of the stream is from a client that Stet knows.', {
      hint: `Example: ${streamExample()} | stet inscribe --stream`,
    })
  return { session, bytes: recorded + held.length, commits }

  async function commit(until: number): Promise<void> {
    if (!stream) return
    const { client } = stream
    session = isOurs && session ? session : await newSession(stream)
    const known = isOurs ? await store.findSession(session) : undefined
    // A long commit goes in chunk by chunk: of one that failed, the first chunks may be in the record.
    const done = known ? known.bytes - recorded : 0
    drop(done)
    const end = until - done
    const source = bytesAt(session, held.subarray(0, end), recorded) // what is committed is not kept here
    const { newBytes } = await capture({ ...context, store }, client, source, {
      session,
      head: known?.head ?? null,
      ...(!known && { create: { client: client.name, ...splitSessionId(session), format: client.format } }),
      bytes: recorded,
      parserState: known ? await store.findParserState(session) : null,
      lastLine: 'closed',
      source: session,
      links: [],
    })
    if (newBytes > 0) commits++
    drop(newBytes) // what is the session's tail goes along with the next commit
  }

  /** Forgets bytes that are in the record. */
  function drop(bytes: number): void {
    recorded += bytes
    held = held.subarray(bytes)
    searched = Math.max(0, searched - bytes)
  }

  async function commitLast(): Promise<void> {
    for (let tries = 1; ; tries++) {
      try {
        return await commit(held.length)
      } catch (error) {
        if (!isFailure(error) || !FAILURES[error.code].retry || tries === LAST_TRIES) throw error
        onFailed(error)
        await wait(WAIT_MS * 2 ** tries * Math.random()) // two that met do not meet again
      }
    }
  }

  /** A generation that is not there yet. Should another stream of this id make it first, the next try takes another. */
  async function newSession({ client, id }: Stream): Promise<SessionId> {
    return sessionIdOf(id, (await store.generations(client.name, id)).length)
  }
}

interface Stream {
  readonly client: Client
  readonly live: LiveStream
  /** What the session is called. */
  readonly id: string
}

function streamExample(): string {
  return CLIENTS.map(({ stream }) => stream?.example).find((example) => example !== undefined) ?? 'client'
}

/** Whose stream this is, by a line of it. */
function streamOf(line: Buffer): Stream | undefined {
  for (const client of CLIENTS) {
    const name = client.stream?.sessionOf(line)
    if (client.stream && name !== undefined) return { client, live: client.stream, id: safeName(streamIdOf(name)) }
  }
  return undefined
}
