import type { Client, Parsed, Spawn } from '../clients/client.ts'
import type { Checkpoint, CommitType } from '../model/commit.ts'
import type { ActiveRounds } from '../model/derived.ts'
import { Failure } from '../model/errors.ts'
import type { CommitId, SessionId } from '../model/id.ts'
import type { LineageLink } from '../model/session.ts'
import { estimateTokens } from '../model/tokens.ts'
import { type EncodedArtifact, encodeArtifact } from '../store/encoding.ts'
import type { Append } from '../store/store.ts'
import { createLineReader } from './line-reader.ts'
import type { SourceFile } from './source-file.ts'
import type { Workspace } from './workspace.ts'

/** Commits are cut at the end of a round once they hold this much, so that resolving and forking have points. */
const ROUND_CUT = 256 << 10
/** A longer round is cut between two lines, so that what is held in memory stays bounded. */
const LINE_CUT = 4 << 20
const NEWLINE = 10

export interface CaptureStart {
  readonly session: SessionId
  readonly head: CommitId | null
  /** Given for a session that is not in the record yet. */
  readonly create?: NonNullable<Append['create']>
  /** Bytes recorded already. */
  readonly bytes: number
  readonly parserState: string | undefined
  /** Whether the last recorded line lacks its newline, and if so, whether the file goes on within that line. */
  readonly lastLine: 'closed' | 'open' | 'reopened'
  readonly links: readonly LineageLink[]
}

export interface Captured {
  readonly head: CommitId | null
  readonly newBytes: number
  readonly deduplicated: number
}

export interface CaptureHooks {
  readonly onBytes?: (done: number, total: number) => void
  readonly signal?: AbortSignal
}

/** A stretch of the file on its way into the record: it is compressed while the next one is parsed. */
interface Stretch {
  readonly start: number
  readonly end: number
  readonly type: CommitType
  readonly createdAt: string
  readonly parsed: Parsed
  readonly artifact: Promise<EncodedArtifact>
}

interface Ending {
  readonly tail: Buffer
  readonly active: ActiveRounds
}

/**
 * Reads what is new in a client's file and appends it to the record, commit by commit.
 *
 * Memory is bounded by the largest line. Each commit is one transaction, so that a kill at any point leaves a shorter
 * record and never a wrong one; what was not derived then is caught up with the next capture.
 */
export async function capture(workspace: Workspace, client: Client, file: SourceFile, from: CaptureStart, hooks: CaptureHooks = {}): Promise<Captured> {
  const { store } = workspace
  const replays = from.lastLine === 'reopened' // then everything is parsed again and replaces what was derived
  const parser = client.parser(replays ? undefined : from.parserState)
  const reader = createLineReader(file, replays ? 0 : from.bytes)
  let start = from.bytes
  let head = from.head
  let created = from.create === undefined
  let deduplicated = 0
  let waiting: Stretch | undefined
  let compacting = false

  if (from.lastLine === 'open' && (await reader.fill()) && reader.buffer[reader.at] === NEWLINE) {
    parser.closeLine()
    reader.advance(1)
  }
  for (;;) {
    const lineEnd = reader.lineEnd()
    if (lineEnd === -1) {
      if (await reader.fill()) continue
      break
    }
    const length = lineEnd - reader.at
    const looked = parser.look(reader.buffer, reader.at, lineEnd)
    if (endsBefore(looked.sign)) await cut()
    if (looked.sign === 'compaction') compacting = true
    parser.add(looked, reader.buffer, reader.at, reader.at + length)
    reader.advance(length)
    if (compacting && looked.sign === 'compaction-end') await cut()
  }
  return finish()

  function endsBefore(sign: string): boolean {
    const held = reader.position - start
    return sign === 'compaction' || held >= LINE_CUT || (sign === 'round' && (held >= ROUND_CUT || compacting))
  }

  async function cut(): Promise<void> {
    if (reader.position <= start || replays) return
    const before = waiting
    waiting = stretch()
    if (before) await write(before)
    hooks.onBytes?.(start, file.size)
    if (hooks.signal?.aborted) {
      throw new Failure('interrupted', 'Stopped before the end of the file; what was read is in the record.', {
        hint: 'Run the same command again to go on.',
      })
    }
  }

  function stretch(): Stretch {
    const end = reader.position
    const taken: Stretch = {
      start,
      end,
      type: compacting ? 'compaction' : 'delta',
      createdAt: parser.lastTime ?? workspace.clock().toISOString(),
      parsed: parser.take(),
      artifact: encodeArtifact(reader.detach(start)),
    }
    start = end
    compacting = false
    return taken
  }

  async function write({ artifact: encoding, parsed, type, createdAt, ...place }: Stretch, ending?: Ending): Promise<void> {
    const artifact = await encoding
    const checkpoint: Checkpoint = type === 'compaction' ? 'compaction' : 'turn_boundary'
    await append(parsed, ending, {
      artifact,
      draft: {
        parent: head,
        type,
        artifact: artifact.id,
        format: client.format,
        template: client.name,
        principal: `${workspace.user}/${client.name}`,
        machine: workspace.machine,
        session: from.session,
        checkpoint,
        ticket: null,
        thread: null,
        summary: null,
        messageCount: parsed.messages,
        tokenCount: estimateTokens(parsed.rounds.reduce((sum, round) => sum + round.chars, 0)),
        createdAt,
        recordedAt: workspace.clock().toISOString(),
        ...place,
      },
    })
  }

  async function append(parsed: Parsed, ending: Ending | undefined, commit: Append['commit']): Promise<void> {
    const appended = await store.append({
      session: from.session,
      from: head,
      ...(!created && from.create && { create: from.create }),
      ...(commit && { commit }),
      tail: ending?.tail ?? Buffer.alloc(0),
      source: file.path,
      derived: parsed,
      active: ending?.active ?? 'unchanged',
      replaces: replays,
      links: [...(created ? [] : from.links), ...spawnLinks(parsed.spawns)],
    })
    head = appended.head
    deduplicated += appended.deduplicated
    created = true
  }

  /** Takes the rest of the file: a whole record without its newline is a line, anything else is the tail. */
  async function finish(): Promise<Captured> {
    let tail = Buffer.from(reader.rest())
    if (tail[0] === 0x7b) {
      const looked = parser.look(reader.buffer, reader.at, reader.at + tail.length)
      if (looked.isRecord) {
        parser.add(looked, reader.buffer, reader.at, reader.at + tail.length)
        reader.advance(tail.length)
        tail = Buffer.alloc(0)
      }
    }
    const settled = parser.pathIsSettled
    const newBytes = reader.position - from.bytes
    if (waiting && reader.position > start) await write(waiting)
    parser.settlePath()
    if (reader.position > start) {
      const last = stretch()
      await write(last, { tail, active: await activeRounds(settled, last.parsed.graph) })
    } else if (waiting) {
      const { parserState } = parser.take()
      const last = { ...waiting, parsed: { ...waiting.parsed, parserState } }
      await write(last, { tail, active: await activeRounds(settled, last.parsed.graph) })
    } else {
      const parsed = parser.take()
      await append(parsed, { tail, active: await activeRounds(settled, parsed.graph) }, undefined)
    }
    hooks.onBytes?.(file.size, file.size)
    return { head, newBytes, deduplicated }
  }

  async function activeRounds(settled: boolean, newest: Uint8Array | undefined): Promise<ActiveRounds> {
    if (settled) return 'unchanged'
    const stored = replays ? [] : await store.listGraphs(from.session)
    return client.activeRounds(newest ? [...stored, newest] : stored)
  }

  function spawnLinks(spawns: readonly Spawn[]): readonly LineageLink[] {
    return spawns.map(({ agentId, toolUseId, round }) => ({
      child: `agent-${agentId}` as SessionId,
      parent: from.session,
      kind: 'spawn',
      at: workspace.clock().toISOString(),
      detail: { round, tool_use_id: toolUseId },
    }))
  }
}
