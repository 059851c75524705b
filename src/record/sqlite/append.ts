import type { CommitId, SessionId } from '../../model/id.ts'
import type { Append, Appended, NewCommit } from '../record.ts'
import { expectNext } from '../rules/commits.ts'
import { expectNoMore, type Head } from '../rules/sessions.ts'
import { writeArtifact } from './artifacts.ts'
import { linkCommit, writeCommit } from './commits.ts'
import type { Connection } from './connection.ts'
import type { DecodedFrames } from './decoded-frames.ts'
import { writeDerived } from './derived.ts'
import { type EncodedArtifact, encodeArtifact } from './encode-artifact.ts'
import { writeLink } from './lineage.ts'
import { nextTurn } from './next-turn.ts'
import { chunksOf, registerChunks } from './register-chunks.ts'
import { createSession, expectHead, moveHead } from './sessions.ts'
import { markOf, writeSource } from './sources.ts'
import { numberCreated } from './workers.ts'

interface Moved {
  readonly head: Head
  readonly deduplicated: number
}

/** Encodes the bytes, then writes artifacts, commits, head, derived: in this order, in one transaction. */
export async function append(connection: Connection, decoded: DecodedFrames, entry: Append): Promise<Appended> {
  const chunked = entry.mostlyKnown ?? false
  const chunks = chunked && entry.create ? [...chunksOf(connection, decoded, entry.create)] : []
  const artifacts = entry.commits.map(({ bytes }) => encodeArtifact(connection, decoded, bytes, { chunked }))
  await nextTurn()
  return connection.write('append', 'relaxed', (passed) => {
    const { session, create, derived, active, cut, replaces } = entry
    registerChunks(connection, chunks)
    if (create) createSession(connection, { session, source: entry.source, ...create })
    const old = expectHead(connection, session, entry.from)
    if (entry.commits.length === 0) expectNoMore(session, tailOf(connection, session), entry.tail)
    let head = old
    let deduplicated = 0
    for (const [nth, { draft }] of entry.commits.entries()) {
      const parent = head.commit ?? entry.cutFrom ?? null
      const moved = writeCommitted(connection, { session, old: head, parent, passed, draft, artifact: artifacts[nth]! })
      head = moved.head
      deduplicated += moved.deduplicated
    }
    moveHead(connection, session, { ...head, tail: entry.tail, source: entry.source, derived })
    passed('head')
    writeDerived(connection, { session, start: replaces ? 0 : old.bytes, derived, active, cut, replaces })
    if (create && derived.facts.surgery !== null) numberCreated(connection, session)
    for (const link of entry.links) writeLink(connection, link)
    if (entry.note) writeSource(connection, entry.note)
    passed('derived')
    return { head: head.commit, deduplicated, mark: entry.note && markOf(connection, entry.note.path) }
  })
}

function tailOf(connection: Connection, session: SessionId): Buffer {
  return connection.get<{ tail: Buffer }>('SELECT tail FROM sessions WHERE session_id = ?', [session])!.tail
}

interface Committed extends Pick<NewCommit, 'draft'> {
  readonly session: Append['session']
  readonly artifact: EncodedArtifact
  readonly old: Head
  readonly parent: CommitId | null
  readonly passed: (step: string) => void
}

function writeCommitted(connection: Connection, { session, old, parent, draft, artifact, passed }: Committed): Moved {
  const size = artifact.bytes.length
  expectNext(draft, size, old.bytes)
  const deduplicated = writeArtifact(connection, artifact)
  passed('artifact')
  const id = writeCommit(connection, { ...draft, artifact: artifact.id, parent })
  linkCommit(connection, session, { id, start: draft.start, end: draft.end })
  passed('commit')
  return { head: { commit: id, bytes: draft.end }, deduplicated }
}
