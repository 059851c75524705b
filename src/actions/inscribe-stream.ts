import type { Client } from '../clients/client.ts'
import { CLIENTS } from '../clients/index.ts'
import { lineEnd } from '../clients/lines.ts'
import { Failure, isFailure } from '../model/errors.ts'
import { type SessionId, safeName, sessionIdOf } from '../model/id.ts'
import { capture } from './capture.ts'
import type { Source } from './source-file.ts'
import type { Workspace } from './workspace.ts'

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
 * when the stream has ended does a failure end the capture too.
 */
export async function inscribeStream(
  workspace: Workspace,
  input: AsyncIterable<Uint8Array>,
  { every = 1, onFailed = () => undefined }: StreamOptions = {},
): Promise<StreamInscribed> {
  let held = Buffer.alloc(0) // bytes not committed yet
  let searched = 0
  let turns = 0
  let client: Client | undefined
  let session: SessionId | undefined
  let recorded = 0
  let commits = 0

  for await (const piece of input) {
    held = Buffer.concat([held, piece])
    for (let end = lineEnd(held, searched, held.length); end !== -1; end = lineEnd(held, searched, held.length)) {
      const line = held.subarray(searched, end)
      searched = end
      client ??= CLIENTS.find((known) => known.streamOf(line) !== undefined)
      const sign = client?.streamSign(line)
      if (sign === 'turn') turns++
      if (sign !== 'event' && !(sign === 'turn' && every !== 'events' && turns % every === 0)) continue
      await commit(end).catch((error: unknown) => {
        if (!isFailure(error)) throw error
        onFailed(error)
      })
    }
  }
  if (held.length > 0) await commit(held.length)
  if (!session)
    throw new Failure('file-not-a-session', 'The stream held no line of a client Stet knows.', {
      hint: 'Example: claude -p "…" --output-format stream-json --verbose | stet inscribe --stream',
    })
  return { session, bytes: recorded, commits }

  async function commit(end: number): Promise<void> {
    if (!client) return
    session ??= await newSession(client)
    const known = await workspace.store.findSession(session)
    const source = bytesAt(session, held.subarray(0, end), recorded)
    await capture(workspace, client, source, {
      session,
      head: known?.head ?? null,
      ...(!known && {
        create: {
          client: client.name,
          clientId: baseOf(session),
          generation: generationOf(session),
          format: client.format,
        },
      }),
      bytes: recorded,
      parserState: known?.parserState ?? null,
      lastLine: 'closed',
      source: session,
      links: [],
    })
    commits++
    recorded += end
    held = held.subarray(end)
    searched = Math.max(0, searched - end)
  }

  async function newSession(of: Client): Promise<SessionId> {
    const id = safeName(`stream-${of.streamOf(held.subarray(0, lineEnd(held, 0, held.length))) ?? 'unnamed'}`)
    return sessionIdOf(id, (await workspace.store.generations(of.name, id)).length)
  }
}

/** Bytes in memory that stand at this place of a file. */
function bytesAt(name: string, bytes: Buffer, start: number): Source {
  return {
    path: name,
    size: start + bytes.length,
    read: (buffer, position) =>
      position < start ? 0 : bytes.copy(buffer, 0, position - start, position - start + buffer.length), // what is committed is not kept here
  }
}

function baseOf(session: SessionId): string {
  return session.replace(/~\d+$/, '')
}

function generationOf(session: SessionId): number {
  return Number(/~(\d+)$/.exec(session)?.[1] ?? 0)
}
