import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Client } from '../clients/client.ts'
import { clientOf } from '../clients/client-of.ts'
import { CLIENTS } from '../clients/index.ts'
import { RAW } from '../clients/raw/index.ts'
import { Failure, isFailure } from '../model/errors.ts'
import { type SessionId, sessionIdOf } from '../model/id.ts'
import type { LineageLink, Session } from '../model/session.ts'
import type { SourceNote } from '../store/record.ts'
import type { Store } from '../store/store.ts'
import { type Captured, type CaptureHooks, type CaptureStart, capture } from './capture.ts'
import type { CaptureContext } from './capture-context.ts'
import { linkKin } from './link-kin.ts'
import { beginsRecord, endsRecord, extendsRecord, openSource, type SourceFile, standsAt } from './source-file.ts'
import { keepWarm, takeWarm, type WarmSession } from './warm-sessions.ts'

const NEWLINE = 10

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

export interface FileHooks extends CaptureHooks {
  /** Records a file that no client recognises as it is; else it is refused. */
  readonly mayBeRaw?: boolean
  /** `unchanged-file` unless told. */
  readonly trust?: Trust
  /** Takes a session in again that was removed from the record on request. */
  readonly remembers?: boolean
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
  const found = trusted ?? (await findStart(context, file, { ...hooks, mayBeRaw }))
  if ('copied' in found) return noteCopy(context, file, found.copied)
  const { client, session, start, healed = 0 } = found
  const { path, size, modified, inode } = file
  const seen = { path, session: start.session, size, modified, inode, proven: !trusted }
  const isNoted = note?.session === start.session
  const noted = isNoted ? { ...start, note: seen } : start
  const captured = await capture(context, client, file, noted, hooks)
  if (!isNoted) {
    // A path is noted last: without a note, whoever created the session did not come this far.
    await linkKin(context, start.session)
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

/** The session that another file than its own has the beginning of: a copy that was made earlier, or only in part. */
async function findCopied(
  store: Store,
  file: SourceFile,
  generations: readonly Session[],
): Promise<Session | undefined> {
  if (generations.some(({ source }) => source === file.path)) return undefined // cut short, it is a generation of its own
  for (const session of generations) if (await beginsRecord(file, store, session)) return session
  return undefined
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

/** A file that was taken for another client's has no rounds: then it is looked at again. */
function isTakenRight(session: Session, file: SourceFile): boolean {
  return session.facts.rounds > 0 || clientOfFile(file).name === session.client
}

/** The client whose file it is, by its content; RAW where none knows it. */
function clientOfFile(file: SourceFile): Client {
  const head = file.head()
  return CLIENTS.find((known) => known.files.recognises(file.path, head)) ?? RAW
}

interface Start {
  readonly client: Client
  /** Absent where it is not in the record yet. */
  readonly session?: Session
  readonly start: CaptureStart
  readonly healed?: number
}

/** Where capture begins for the very file that was read last, when what was recorded last still is in it. */
async function findTrusted(
  { store }: CaptureContext,
  file: SourceFile,
  note: SourceNote | undefined,
  kept: WarmSession | undefined,
): Promise<Start | undefined> {
  if (!note || note.inode !== file.inode || note.size > file.size) return undefined
  if (kept) return findWarmStart(file, kept)
  const session = await store.findSession(note.session)
  if (!session || session.source !== file.path || !(await endsRecord(file, store, session))) return undefined
  if (!isTakenRight(session, file)) return undefined
  return { client: clientOf(session), session, start: await continuation(store, session, file) }
}

/** The same without asking the record; what is at its end in the file is compared byte by byte. */
function findWarmStart(file: SourceFile, { session, client, last, parser }: WarmSession): Start | undefined {
  const { id, head, bytes, tail, source } = session
  if (source !== file.path || !standsAt(file, last, bytes + tail.length - last.length)) return undefined
  const isClosed = last[last.length - tail.length - 1] === NEWLINE
  const line = isClosed ? 'closed' : lastLine(file, session)
  const start = { session: id, head, bytes, parserState: null, lastLine: line, source, links: [] }
  return { client, session, start: { ...start, warm: parser } }
}

/** Where capture begins: after the longest generation this file continues, or at the start of a new one. */
async function findStart(
  { store, clock }: CaptureContext,
  file: SourceFile,
  hooks: FileHooks,
): Promise<Start | { readonly copied: Session }> {
  const client = clientOfFile(file)
  if (client === RAW && (!hooks.mayBeRaw || file.size === 0)) throw notASession(file)
  const clientId = client.files.identify(file.path, file.head())
  const generations = await store.generations(client.name, clientId)
  const copied = await findCopied(store, file, generations)
  if (copied) return { copied }
  const longestFirst = [...generations].sort((a, b) => b.bytes + b.tail.length - (a.bytes + a.tail.length))
  for (const session of longestFirst) {
    let healed = 0
    const onHealed = () => healed++
    if (!(await extendsRecord(file, store, session, { onHealed }))) continue
    if (isLongerCopy(file, session)) continue
    return { client, session, start: await continuation(store, session, file), healed }
  }
  if (generations.some((known) => known.bytes + known.tail.length > file.size) && file.hasGrown()) throw outrun(file)
  if (await store.isForgotten(client.name, clientId)) {
    if (!hooks.remembers) throw forgotten(file)
    await store.remember(client.name, clientId)
  }
  const { generation, before: known } = await freeGeneration(store, file, {
    client: client.name,
    clientId,
    generations,
  })
  const session = sessionIdOf(clientId, generation)
  const links: LineageLink[] = known.map((before) => ({
    child: session,
    parent: before.id,
    kind: before.source === file.path ? 'rewrite' : 'fork',
    at: clock().toISOString(),
    detail: {},
  }))
  const create = { client: client.name, clientId, generation, format: client.format }
  const fresh = { head: null, bytes: 0, parserState: null, lastLine: 'closed' } as const
  return { client, start: { session, create, source: file.path, links, ...fresh } }
}

/**
 * The first number that no session of this name has yet, and the session it comes after. One that was recorded under
 * another client, because its file was taken for that one's, keeps its number; one of the same client that was not there
 * a moment ago was begun by another process, and may be what this file goes on from.
 */
async function freeGeneration(
  store: Store,
  file: SourceFile,
  { client, clientId, generations }: { client: string; clientId: string; generations: readonly Session[] },
) {
  let before = generations.slice(-1)
  for (let generation = generations.length; ; generation++) {
    const taken = await store.findSession(sessionIdOf(clientId, generation))
    if (!taken) return { generation, before }
    const isKnown = generations.some(({ id }) => id === taken.id)
    if (!isKnown && taken.client === client && taken.clientId === clientId) throw outrun(file)
    before = [taken]
  }
}

/** Another file that goes on from a recorded one, while that one is still there, is a session of its own. */
function isLongerCopy(file: SourceFile, session: Session): boolean {
  const longer = file.size > session.bytes + session.tail.length
  return longer && session.source !== file.path && existsSync(session.source)
}

/** A copy with nothing new does not take the place of the file that may go on. */
async function continuation(store: Store, session: Session, file: SourceFile): Promise<CaptureStart> {
  const parserState = await store.findParserState(session.id)
  return {
    session: session.id,
    head: session.head,
    bytes: session.bytes,
    parserState,
    lastLine: parserState === null ? replayed(session, lastLine(file, session)) : lastLine(file, session),
    source: existsSync(session.source) ? session.source : file.path,
    links: [],
  }
}

/** The state of the parser is lost: everything is parsed again, as for a line that goes on. */
function replayed(session: Session, last: CaptureStart['lastLine']): CaptureStart['lastLine'] {
  if (session.bytes === 0) return last
  if (last !== 'torn') return 'reopened'
  throw new Failure('record-corrupt', `What was derived of session ${session.id} is damaged.`, {
    facts: { session: session.id },
    hint: 'Run `stet verify --rebuild`, then the same command again.',
  })
}

function lastLine(file: SourceFile, session: Session): CaptureStart['lastLine'] {
  if (session.bytes === 0) return 'closed'
  const around = Buffer.alloc(2)
  const got = file.read(around, session.bytes - 1)
  if (around[0] === NEWLINE) return 'closed'
  if (got === 1 || around[1] === NEWLINE) return 'open'
  return file.hasNewline(session.bytes) ? 'reopened' : 'torn'
}

/** Another process recorded more of the file than it had when it was opened here: not cut, only seen too early. */
function outrun(file: SourceFile): Failure {
  return new Failure('chain-moved', `The file ${file.path} grew while it was read, and another process was first.`, {
    facts: { path: file.path },
    hint: 'Run the same command again.',
  })
}

function forgotten({ path }: SourceFile): Failure {
  return new Failure('session-forgotten', `The session in ${path} was removed from the record with \`stet forget\`.`, {
    facts: { path },
    hint: `Run \`stet inscribe ${path}\` to take it in again.`,
  })
}

function notASession(file: SourceFile): Failure {
  const what = file.size === 0 ? 'is empty' : 'is not a session file of a client Stet knows'
  return new Failure('file-not-a-session', `The file ${file.path} ${what}.`, {
    facts: { path: file.path, size: file.size, clients: CLIENTS.map((client) => client.name) },
    hint: 'Give the path of a transcript, or run `stet inscribe --all`.',
  })
}
