import { existsSync } from 'node:fs'
import type { Client } from '../../clients/client.ts'
import { clientOf } from '../../clients/client-of.ts'
import type { Parser } from '../../clients/parser.ts'
import { Failure } from '../../model/errors.ts'
import type { CommitId, SessionId } from '../../model/id.ts'
import type { EarlierNumbers, LineageLink, Session } from '../../model/session.ts'
import type { Append, SourceNote } from '../record.ts'
import type { Store } from '../store.ts'
import type { CaptureContext } from './capture-context.ts'
import { clientOfFile } from './client-of-file.ts'
import { endsRecord, holdsAt, type SourceFile } from './source-file.ts'
import type { WarmSession } from './warm-sessions.ts'

const NEWLINE = 10

/** Where a capture begins. */
export interface CaptureStart {
  readonly session: SessionId
  readonly head: CommitId | null
  /** Given for a session that is not in the record yet. */
  readonly create?: NonNullable<Append['create']>
  /** Bytes recorded already. */
  readonly bytes: number
  readonly parserState: string | null
  /** What an older Stet numbered of the session. */
  readonly earlier?: EarlierNumbers | null
  /** Given where it is known already: the parser as it is after those bytes. */
  readonly warm?: Parser
  /**
   * Whether the last recorded line lacks its newline, and if so, whether the file goes on within that line: to its end
   * (`reopened`) or not yet (`torn`).
   */
  readonly lastLine: 'closed' | 'open' | 'reopened' | 'torn'
  /** The file the session is known by. */
  readonly source: string
  readonly links: readonly LineageLink[]
  /** Kept with the last of what is captured: what the file looks like now. */
  readonly note?: SourceNote
}

/** The same, with whose file it is. */
export interface Start {
  readonly client: Client
  /** Absent where it is not in the record yet. */
  readonly session?: Session
  readonly start: CaptureStart
  readonly healed?: number
}

/** Where capture begins for the very file that was read last, when what was recorded last still is in it. */
export async function findTrusted(
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
  if (source !== file.path || !holdsAt(file, last, bytes + tail.length - last.length)) return undefined
  const isClosed = last[last.length - tail.length - 1] === NEWLINE
  const line = isClosed ? 'closed' : lastLine(file, session)
  const start = { session: id, head, bytes, parserState: null, lastLine: line, source, links: [] }
  return { client, session, start: { ...start, warm: parser } }
}

/** A copy with nothing new does not take the place of the file that may go on. */
export async function continuation(store: Store, session: Session, file: SourceFile): Promise<CaptureStart> {
  const parserState = await store.findParserState(session.id)
  return {
    session: session.id,
    head: session.head,
    bytes: session.bytes,
    parserState,
    earlier: session.earlier,
    lastLine: parserState === null ? replayed(session, lastLine(file, session)) : lastLine(file, session),
    source: existsSync(session.source) ? session.source : file.path,
    links: [],
  }
}

/** The state of the parser is lost: everything is parsed again, as for a line that goes on. */
function replayed(session: Session, last: CaptureStart['lastLine']): CaptureStart['lastLine'] {
  if (session.bytes === 0) return last
  if (last !== 'torn') return 'reopened'
  throw new Failure('record-corrupt', `The computed data of session ${session.id} is damaged.`, {
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

/** A file that was taken for another client's has no rounds: then it is looked at again. */
export function isTakenRight(session: Session, file: SourceFile): boolean {
  return session.facts.rounds > 0 || clientOfFile(file).name === session.client
}
