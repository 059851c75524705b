import { clientOf } from '../../clients/client-of.ts'
import { linesOf } from '../../clients/lines.ts'
import { isFailure } from '../../model/errors.ts'
import type { RoundId, SessionId } from '../../model/id.ts'
import { type RoundText, spokenChunk } from '../../model/round-text.ts'
import type { Session } from '../../model/session.ts'
import type { Span } from '../../model/span.ts'
import type { Workspace } from '../workspace.ts'
import { followSession, whereAvailable } from './search-follower.ts'
import type { Mark, SearchIndex } from './search-index.ts'

interface CaughtUp {
  /** Every session of the record. */
  readonly sessions: readonly Session[]
  /** How many of them the index has not as they are, because it cannot be written. */
  readonly behind: number
}

/** Brings the search index up to the record, session by session, and takes out what the record does not have. */
export async function catchUpSearch(workspace: Workspace): Promise<CaughtUp> {
  const { store, search } = workspace
  if (!search) return { sessions: [], behind: 0 }
  const marks = await search.listMarks()
  const known = new Map<SessionId, Session>()
  let behind = 0
  for await (const session of store.listSessions()) {
    known.set(session.id, session)
    if (!(await catchUpSession(workspace, session, marks.get(session.id)))) behind++
  }
  for (const session of marks.keys()) if (!known.has(session)) await whereAvailable(() => search.forget(session))
  return { sessions: [...known.values()], behind }
}

/**
 * The same for one session, of which the index has this much; false where the index cannot be written. What cannot be
 * read of the record is left out: `stet verify` says what that is.
 */
export async function catchUpSession(workspace: Workspace, session: Session, mark: Mark | undefined): Promise<boolean> {
  const { search } = workspace
  if (!search || session.head === null || mark?.head === session.head) return true
  const start = mark && (await isOnChain(workspace, session, mark)) ? mark : undefined
  if (mark && !start) await whereAvailable(() => search.forget(session.id))
  try {
    if (await index(workspace, session, search, start)) return true
    return (await search.findMark(session.id))?.head !== mark?.head // another process did it meanwhile
  } catch (error) {
    if (!isFailure(error, 'artifact-missing', 'artifact-corrupt', 'record-corrupt', 'store-too-new')) throw error
    return true
  }
}

async function index(
  { store }: Workspace,
  session: Session,
  search: SearchIndex,
  from: Mark | undefined,
): Promise<boolean> {
  const ids = new Map((await store.listRounds(session.id)).map((row) => [row.round, row.roundId]))
  const spans = await store.listSpans(session.id)
  const follower = followSession(search, session.id, from)
  let first = 0
  for await (const commit of store.listChain(session.id, from?.bytes ?? 0)) {
    if (commit.start >= session.bytes) break // written since the session was read
    const bytes = await store.artifacts.get(commit.artifact)
    while (first < spans.length && spans[first]!.end <= commit.start) first++
    let last = first
    while (last < spans.length && spans[last]!.start < commit.end) last++
    const texts = textsOf(session, ids, { bytes, start: commit.start, spans: spans.slice(first, last) })
    await follower.add(texts, { head: commit.id, bytes: commit.end })
  }
  return follower.flush()
}

/** What a commit adds to what each round says. Its lines are whole: no record goes over the end of a commit. */
function textsOf(
  session: Session,
  ids: ReadonlyMap<number, RoundId>,
  { bytes, start, spans }: { readonly bytes: Buffer; readonly start: number; readonly spans: readonly Span[] },
): readonly RoundText[] {
  const client = clientOf(session)
  const said = new Map<number, string>()
  for (const span of spans) {
    const roundId = ids.get(span.owner)
    if (roundId === undefined) continue
    let text = said.get(span.owner) ?? ''
    const stretch = bytes.subarray(Math.max(0, span.start - start), span.end - start)
    for (const line of linesOf(stretch, client.reader.lineEnd)) {
      for (const { type, content } of client.reader.blocks(line)) {
        if ((type === 'user-text' || type === 'assistant-text') && typeof content === 'string')
          text += spokenChunk(content)
      }
    }
    said.set(span.owner, text)
  }
  return [...said].map(([round, text]) => ({ round, roundId: ids.get(round)!, text }))
}

/** Whether a commit of the session ends where the mark says; else the record is not the one that was indexed. */
async function isOnChain({ store }: Workspace, session: Session, mark: Mark): Promise<boolean> {
  for await (const commit of store.listChain(session.id, mark.bytes - 1)) {
    return commit.id === mark.head && commit.end === mark.bytes
  }
  return false
}
