import type { Append, Appended } from '../../store.ts'
import { writeArtifact } from './artifacts.ts'
import { linkCommit, writeCommit } from './commits.ts'
import type { Connection } from './connection.ts'
import { writeDerived } from './derived.ts'
import { writeLink } from './lineage.ts'
import { createSession, expectHead, type Head, moveHead } from './sessions.ts'

interface Moved {
  readonly head: Head
  readonly deduplicated: number
}

/** Artifact, commit, head, derived: in this order, in one transaction. */
export function append(connection: Connection, entry: Append): Appended {
  return connection.write('append', 'relaxed', (passed) => {
    const { session, create, commit, derived, active, replaces } = entry
    if (create) createSession(connection, { session, source: entry.source, ...create })
    const old = expectHead(connection, session, entry.from)
    const moved = commit
      ? writeCommitted(connection, { session, old, passed, ...commit })
      : { head: old, deduplicated: 0 }
    moveHead(connection, session, { ...moved.head, tail: entry.tail, source: entry.source })
    passed('head')
    writeDerived(connection, { session, start: replaces ? 0 : old.bytes, derived, active, replaces })
    for (const link of entry.links) writeLink(connection, link)
    passed('derived')
    return { head: moved.head.commit, deduplicated: moved.deduplicated }
  })
}

type Committed = NonNullable<Append['commit']> & {
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
  const deduplicated = writeArtifact(connection, artifact)
  passed('artifact')
  const id = writeCommit(connection, draft)
  linkCommit(connection, session, { id, start: draft.start, end: draft.end })
  passed('commit')
  return { head: { commit: id, bytes: draft.end }, deduplicated }
}
