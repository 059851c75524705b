import { resolve } from 'node:path'
import { isFailure } from '../../model/errors.ts'
import { type RoundId, type SessionId, splitSessionId } from '../../model/id.ts'
import type { LineageLink, Session, SessionFacts } from '../../model/session.ts'
import { toUtc } from '../../model/time.ts'
import type { SourceNote } from '../record.ts'
import { type Captured, type CaptureHooks, capture } from './capture.ts'
import type { CaptureContext } from './capture-context.ts'
import { type CaptureStart, findTrusted, isTakenRight } from './capture-start.ts'
import { findStart, type StartOptions } from './find-start.ts'
import { openSource, type SourceFile } from './source-file.ts'
import { keepWarm, takeWarm, type WarmSession } from './warm-sessions.ts'

/** How often a capture starts over because another process appended to the same session first. */
const TRIES = 100

/**
 * What is believed of a file that was read before. `nothing`: every byte recorded of it is compared, in the file and in
 * the store. `unchanged-file`: the same, but a file that looks as it did is not read. `last-commit`: for the same file at the
 * same place, what was recorded last is compared, so that a checkpoint costs the same however long the session is; the
 * next capture that trusts less makes up for it.
 */
export type Trust = 'nothing' | 'unchanged-file' | 'last-commit'

export interface FileInscribed {
  readonly session: SessionId
  readonly client: string
  /** Whether the session was not in the record before. */
  readonly isNew: boolean
  readonly newBytes: number
  readonly deduplicated: number
  /** What the record has of the session now, where that is known without asking. */
  readonly after?: Session | undefined
  /** Whether the search index has all of it. */
  readonly isIndexed: boolean
  /** How many commits of it could not be read from the store any more, and were put back. */
  readonly healed: number
  /** Bytes that are not recorded: of a last line that is not finished and longer than what is kept until it is. */
  readonly left: number
}

export interface FileHooks extends CaptureHooks, StartOptions {
  /** `unchanged-file` unless told. */
  readonly trust?: Trust
  /** Where the file lies now, if not at the path it is known by. */
  readonly movedTo?: string
}

/**
 * Brings the record of one file up to date: what is new is appended, an unchanged file costs a look, and a file that
 * is no continuation of what was recorded starts a new generation that names the one before.
 */
export async function inscribeFile(
  context: CaptureContext,
  path: string,
  hooks: FileHooks = {},
): Promise<FileInscribed> {
  for (let tries = 0; ; tries++) {
    const file = openSource(resolve(context.cwd, path), hooks.movedTo)
    try {
      return await inscribeOpen(context, file, hooks)
    } catch (error) {
      if (!isFailure(error, 'chain-moved') || tries >= TRIES) throw error
      await new Promise((wake) => setTimeout(wake, Math.random() * 20))
    } finally {
      file.close()
    }
  }
}

async function inscribeOpen(context: CaptureContext, file: SourceFile, hooks: FileHooks): Promise<FileInscribed> {
  const { store } = context
  const warm = hooks.trust === 'last-commit' ? context.warm : undefined
  const kept = warm && (await takeWarm(warm, store, file))
  const note = kept?.note ?? (await store.findSource(file.path))
  const mayBelieve = hooks.trust === 'last-commit' || (hooks.trust !== 'nothing' && note?.proven)
  const unchanged = mayBelieve ? await findUnchanged(context, file, note, kept) : undefined
  if (unchanged) {
    if (warm && kept) keepWarm(warm, kept)
    const { id, client } = unchanged
    return {
      session: id,
      client,
      isNew: false,
      newBytes: 0,
      deduplicated: 0,
      after: unchanged,
      isIndexed: false,
      healed: 0,
      left: 0,
    }
  }
  const trusted = hooks.trust === 'last-commit' ? await findTrusted(context, file, note, kept) : undefined
  const mayBeRaw = hooks.mayBeRaw === true || note !== undefined // recorded before, whatever it was taken for
  const found = trusted ?? (await findStart(context, file, { ...hooks, mayBeRaw, note }))
  if ('copied' in found) return noteCopy(context, file, found.copied)
  const { client, session, start, healed = 0 } = found
  const { path, size, modified, inode } = file
  const seen = { path, session: start.session, size, modified, inode, proven: !trusted }
  const isNoted = note?.session === start.session
  const noted = isNoted ? { ...start, note: seen } : start
  const captured = await capture(context, client, file, noted, hooks)
  if (!isNoted) {
    // A path is noted last: without a note, whoever created the session did not come this far.
    if (captured.facts.surgery || !client.files.isNamedByFile)
      await recordLineage(context, start.session, captured.facts) // a hash of words tells no copy
    await store.noteSource(seen)
  }
  const after = session && afterCapture(session, start, captured)
  if (warm && after && captured.end) keepWarm(warm, { session: after, client, note: seen, ...captured.end })
  return {
    session: start.session,
    client: client.name,
    isNew: start.create !== undefined,
    newBytes: captured.newBytes,
    deduplicated: captured.deduplicated,
    after,
    isIndexed: captured.isIndexed,
    healed,
    left: captured.left,
  }
}

/** The record has all of it; that the file was read is noted, so that it is not read again. */
async function noteCopy({ store }: CaptureContext, file: SourceFile, session: Session): Promise<FileInscribed> {
  const { path, size, modified, inode } = file
  await store.noteSource({ path, session: session.id, size, modified, inode, proven: true })
  const { id, client } = session
  const nothing = { isNew: false, newBytes: 0, deduplicated: 0, isIndexed: false, healed: 0, left: 0 }
  return { session: id, client, after: session, ...nothing }
}

function afterCapture(session: Session, { source }: CaptureStart, captured: Captured): Session {
  const { head, newBytes, tail, facts } = captured
  return { ...session, head, bytes: session.bytes + newBytes, tail, source, facts, damage: null }
}

/** The session of a file that looks exactly as it did when it was last read whole. */
async function findUnchanged(
  { store }: CaptureContext,
  file: SourceFile,
  note: SourceNote | undefined,
  kept: WarmSession | undefined,
): Promise<Session | undefined> {
  if (!note || note.size !== file.size || note.modified !== file.modified || note.inode !== file.inode) return undefined
  const session = kept?.session ?? (await store.findSession(note.session))
  if (!session || session.bytes + session.tail.length < file.size) return undefined
  return isTakenRight(session, file) ? session : undefined
}

/** Anybody may have written the line: other words are no operation's name. */
const IS_NAME = /^[a-z][a-z-]{0,39}$/

/** Links a session to those it came from: as its first line says, or as the rounds it shares with others show. */
async function recordLineage(
  context: CaptureContext,
  id: SessionId,
  { surgery: note }: Pick<SessionFacts, 'surgery'>,
): Promise<void> {
  if (!note || note.parents.length === 0) return linkForks(context, id)
  const kind = IS_NAME.test(note.kind) ? note.kind : 'surgery'
  const at = toUtc(note.at) ?? context.clock().toISOString()
  const parents = note.parents.filter((parent) => parent !== id)
  await context.store.link(parents.map((parent) => ({ child: id, parent, kind, at, detail: {} })))
}

/**
 * Recognises a client's own fork or copy: the same rounds, by their identity, in a session recorded before. The
 * session that shares most of them is the parent. One recorded later never is, whenever this one is looked at again:
 * else the two would be each other's parents.
 */
async function linkForks({ store, clock }: CaptureContext, session: SessionId): Promise<void> {
  const own = await store.listRounds(session)
  const ids = own.filter((row) => row.round > 0).map((row) => row.roundId as RoundId)
  if (ids.length === 0) return
  const shared = new Map<SessionId, number>()
  const { clientId } = splitSessionId(session) // generations of one session are told apart elsewhere
  for (const place of await store.findRounds(ids)) {
    if (place.session === session) break // they come in the order of the record
    if (splitSessionId(place.session).clientId !== clientId)
      shared.set(place.session, (shared.get(place.session) ?? 0) + 1)
  }
  const parent = [...shared].sort((a, b) => b[1] - a[1])[0]
  if (!parent) return
  const links: LineageLink[] = [
    { child: session, parent: parent[0], kind: 'fork', at: clock().toISOString(), detail: { rounds: parent[1] } },
  ]
  await store.link(links)
}
