import { artifactIdOf, type CommitId, type SessionId } from '../../model/id.ts'
import type { Connection, Sql } from '../../system/postgres/connect.ts'
import type { Append, Appended, NewCommit } from '../record.ts'
import { expectNext } from '../rules/commits.ts'
import { expectNoMore, type Head } from '../rules/sessions.ts'
import { writeArtifact } from './artifacts.ts'
import { linkCommit, writeCommit } from './commits.ts'
import { writeDerived } from './derived.ts'
import { writeLink } from './lineage.ts'
import { writeTogether } from './locks.ts'
import { writeTokens } from './rounds.ts'
import { createSession, expectHead, moveHead } from './sessions.ts'
import { markOf, writeSource } from './sources.ts'
import type { Units } from './units.ts'
import { numberCreated } from './workers.ts'

/** Writes artifacts, commits, head, derived: in this order, in one transaction, after a look at where the chain ends. */
export function append(connection: Connection, units: Units, entry: Append): Promise<Appended> {
  const { session, create, derived, active, cut, replaces } = entry
  const work = async (sql: Sql) => {
    if (create) await createSession(sql, { session, source: entry.source, ...create })
    const old = await expectHead(sql, session, entry.from)
    if (entry.commits.length === 0) expectNoMore(session, old.tail, entry.tail)
    let head: Head = { commit: old.head, bytes: old.bytes }
    let deduplicated = 0
    for (const commit of entry.commits) {
      const parent = head.commit ?? entry.cutFrom ?? null
      const chunked = entry.mostlyKnown ?? false
      const moved = await writeCommitted(sql, units, { ...commit, session, old: head, parent, chunked })
      head = moved.head
      deduplicated += moved.deduplicated
    }
    const { commit, bytes } = head
    await moveHead(sql, old, { commit, bytes, tail: entry.tail, source: entry.source, derived })
    await writeDerived(sql, { session, start: replaces ? 0 : old.bytes, derived, active, cut, replaces })
    if (old.chars_a_token !== derived.facts.charsAToken) await writeTokens(sql, session, derived.facts.charsAToken)
    if (create && derived.facts.surgery !== null) await numberCreated(sql, session)
    for (const link of entry.links) await writeLink(sql, link)
    if (entry.note) await writeSource(sql, entry.note)
    return { head: commit, deduplicated, mark: entry.note && (await markOf(sql, entry.note.path)) }
  }
  return writeTogether(connection, work, session)
}

interface Committed extends NewCommit {
  readonly session: SessionId
  readonly old: Head
  readonly parent: CommitId | null
  readonly chunked: boolean
}

async function writeCommitted(sql: Sql, units: Units, { session, old, parent, draft, bytes, chunked }: Committed) {
  expectNext(draft, bytes.length, old.bytes)
  const artifact = artifactIdOf(bytes)
  const deduplicated = await writeArtifact(sql, units, { id: artifact, bytes, chunked })
  const id = await writeCommit(sql, { ...draft, artifact, parent })
  await linkCommit(sql, session, { id, start: draft.start, end: draft.end })
  return { head: { commit: id, bytes: draft.end }, deduplicated }
}
