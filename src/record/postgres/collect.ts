import type { ArtifactId, CommitId } from '../../model/id.ts'
import type { Connection, Sql } from '../../system/postgres/connect.ts'
import { type Ephemeral, unheld, whoseTimeCame } from '../rules/collect.ts'
import type { Collected } from '../store.ts'
import { removeArtifacts } from './artifacts.ts'
import { writeAlone } from './locks.ts'
import { STORED } from './sizes.ts'
import type { Units } from './units.ts'

interface Doomed {
  readonly commits: readonly CommitId[]
  readonly artifacts: readonly ArtifactId[]
  readonly units: number
  readonly bytes: number
}

/**
 * Marks and sweeps while nobody else writes. What is kept elsewhere goes in a second step, when no row names it any more:
 * a process that stops in between leaves bytes that the next sweep takes.
 */
export async function collect(
  connection: Connection,
  units: Units,
  { now, dryRun }: { readonly now: string; readonly dryRun: boolean },
): Promise<Collected> {
  const collected = await writeAlone(connection, async (sql) => {
    const doomed = await mark(sql, now)
    const there = await countAll(sql)
    if (!dryRun) await sweep(sql, doomed)
    const removed = doomed.commits.length + doomed.artifacts.length + doomed.units
    return { removed, kept: there - removed, bytesFreed: doomed.bytes, leavesWords: false } // the server sees to that
  })
  if (!dryRun) await writeAlone(connection, (sql) => units.sweep(sql))
  return collected
}

async function mark(sql: Sql, now: string): Promise<Doomed> {
  const commits = await doomedCommits(sql, now)
  const rows = await sql<{ artifact: number; id: ArtifactId }[]>`
    SELECT artifact, artifact_id AS id FROM artifacts
     WHERE NOT EXISTS (SELECT 1 FROM side_files WHERE artifact_ref = artifact_id)
       AND NOT EXISTS (
         SELECT 1 FROM commits WHERE artifact_ref = artifact_id AND NOT commit_id = ANY(${commits as CommitId[]}::text[]))`
  const [unused] = await sql<{ units: number; bytes: number }[]>`
    SELECT count(*) AS units, coalesce(sum(${sql.unsafe(STORED)}), 0)::bigint AS bytes FROM units
     WHERE NOT EXISTS (
       SELECT 1 FROM pieces WHERE pieces.unit_id = units.unit_id
          AND NOT artifact = ANY(${rows.map(({ artifact }) => artifact)}::bigint[]))`
  return { commits, artifacts: rows.map(({ id }) => id), ...unused! }
}

/** Ephemeral commits whose time has come and that nothing kept leads to: no chain, name or ticket, no commit after them. */
async function doomedCommits(sql: Sql, now: string): Promise<readonly CommitId[]> {
  const rows = await sql<Ephemeral[]>`
    SELECT commits.commit_id AS id, commits.parent, retention.*,
           EXISTS (SELECT 1 FROM chain WHERE chain.commit_id = commits.commit_id)
             OR EXISTS (SELECT 1 FROM context_names WHERE context_names.commit_id = commits.commit_id)
             OR EXISTS (SELECT 1 FROM tickets WHERE strpos(content, '"' || commits.commit_id || '"') > 0) AS held
      FROM retention JOIN commits USING (commit_id) WHERE retention.policy = 'ephemeral'`
  const over = whoseTimeCame(rows, now)
  const followed = await sql<{ parent: CommitId }[]>`
    SELECT DISTINCT parent FROM commits WHERE parent = ANY(${[...over.keys()]}::text[])
       AND NOT commit_id = ANY(${[...over.keys()]}::text[])`
  const leading = new Set(followed.map(({ parent }) => parent))
  return unheld(over, (id) => leading.has(id))
}

async function sweep(sql: Sql, { commits, artifacts }: Doomed): Promise<void> {
  for (const table of ['retention', 'commits'])
    await sql`DELETE FROM ${sql(table)} WHERE commit_id = ANY(${commits as CommitId[]}::text[])`
  await removeArtifacts(sql, artifacts)
}

async function countAll(sql: Sql): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    SELECT (SELECT count(*) FROM commits) + (SELECT count(*) FROM artifacts) + (SELECT count(*) FROM units) AS count`
  return row!.count
}
