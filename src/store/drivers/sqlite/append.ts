import type { SessionId } from '../../../model/id.ts'
import type { Append, Appended, NewCommit } from '../../store.ts'
import { linkCommit, writeCommit } from './commits.ts'
import type { Connection } from './connection.ts'
import { writeDerived } from './derived.ts'
import { writeLink } from './lineage.ts'
import { writeDelta } from './live.ts'
import { forgetSecured } from './secured.ts'
import { chainMoved, createSession, expectHead, type Head, moveHead } from './sessions.ts'
import { writeSource } from './sources.ts'
import { findStanding } from './standings.ts'
import { numberCreated } from './workers.ts'

interface Moved {
  readonly head: Head
  readonly deduplicated: number
}

/** Artifacts, commits, head, derived: in this order, in one transaction. */
export function append(connection: Connection, entry: Append): Appended {
  return connection.write('append', 'relaxed', (passed) => {
    const { session, create, derived, active, replaces } = entry
    if (create) createSession(connection, { session, source: entry.source, ...create })
    const old = expectHead(connection, session, entry.from)
    if (entry.commits.length === 0) expectNoMore(connection, session, entry.tail)
    let head = old
    let deduplicated = 0
    for (const commit of entry.commits) {
      const moved = writeCommitted(connection, { session, old: head, passed, ...commit })
      head = moved.head
      deduplicated += moved.deduplicated
    }
    moveHead(connection, session, { ...head, tail: entry.tail, source: entry.source, derived })
    if (entry.secured !== undefined) forgetSecured(connection, entry.secured)
    passed('head')
    writeDerived(connection, { session, start: replaces ? 0 : old.bytes, derived, active, replaces })
    if (create && derived.facts.surgery !== null) numberCreated(connection, session)
    for (const link of entry.links) writeLink(connection, link)
    if (entry.note) writeSource(connection, entry.note)
    passed('derived')
    return { head: head.commit, deduplicated, standing: entry.note && findStanding(connection, entry.note.path) }
  })
}

/** A tail that goes on where this one ends was recorded by another process, which saw more of the file. */
function expectNoMore(connection: Connection, session: SessionId, tail: Uint8Array): void {
  const { tail: known } = connection.get<{ tail: Buffer }>('SELECT tail FROM sessions WHERE session_id = ?', [session])!
  if (tail.length < known.length && known.subarray(0, tail.length).equals(tail))
    throw chainMoved(session, 'more of its last line is there by now')
}

type Committed = NewCommit & {
  readonly session: Append['session']
  readonly old: Head
  readonly passed: (step: string) => void
}

function writeCommitted(connection: Connection, { session, old, draft, artifact, passed }: Committed): Moved {
  if (draft.artifact !== artifact.id || draft.start !== old.bytes || draft.end - draft.start !== artifact.size) {
    throw new Error(
      `a commit of [${draft.start}, ${draft.end}) does not put ${artifact.size} bytes behind ${old.bytes}`,
    )
  }
  const deduplicated = writeDelta(connection, session, artifact)
  passed('artifact')
  const id = writeCommit(connection, { ...draft, parent: old.commit })
  linkCommit(connection, session, { id, start: draft.start, end: draft.end })
  passed('commit')
  return { head: { commit: id, bytes: draft.end }, deduplicated }
}
