import type { CommitId } from '../../model/id.ts'
import { type Ephemeral, unheld, whoseTimeCame } from '../rules/collect.ts'
import type { Collected } from '../store.ts'
import { listChildren } from './ancestry.ts'
import { removeArtifacts } from './artifacts.ts'
import type { Connection } from './connection.ts'
import { leavesWords } from './erase.ts'
import { unusedFrames } from './frames.ts'

interface Doomed {
  readonly commits: readonly CommitId[]
  readonly artifacts: readonly number[]
  readonly frames: readonly number[]
  readonly bytes: number
}

/** Marks and sweeps in one transaction: who writes meanwhile waits, and finds what it builds on, or finds it gone. */
export function collect(
  connection: Connection,
  { now, dryRun }: { readonly now: string; readonly dryRun: boolean },
): Collected {
  if (dryRun) return connection.read(() => report(connection, mark(connection, now), 0))
  return connection.write('collect', 'durable', (passed) => {
    const doomed = mark(connection, now)
    passed('marked')
    sweep(connection, doomed)
    passed('swept')
    return report(connection, doomed, count(doomed))
  })
}

function mark(connection: Connection, now: string): Doomed {
  const commits = doomedCommits(connection, now)
  const artifacts = connection
    .all<{ artifact: number }>(
      `SELECT artifact FROM artifacts
        WHERE artifact_id NOT IN (SELECT artifact_ref FROM side_files)
          AND artifact_id NOT IN (
            SELECT artifact_ref FROM commits WHERE commit_id NOT IN (SELECT value FROM json_each(?)))`,
      [JSON.stringify(commits)],
    )
    .map((row) => row.artifact)
  const frames = unusedFrames(connection, { artifacts })
  return {
    commits,
    artifacts,
    frames: frames.map((row) => row.frame),
    bytes: frames.reduce((sum, row) => sum + row.bytes, 0),
  }
}

/** Ephemeral commits whose time has come and that nothing kept leads to: no chain, name or ticket, no commit after them. */
function doomedCommits(connection: Connection, now: string): readonly CommitId[] {
  const rows = connection.all<Ephemeral>(
    `SELECT commits.commit_id AS id, commits.parent, retention.*,
            EXISTS (SELECT 1 FROM chain WHERE chain.commit_id = commits.commit_id)
              OR EXISTS (SELECT 1 FROM context_names WHERE context_names.commit_id = commits.commit_id)
              OR EXISTS (SELECT 1 FROM tickets WHERE instr(content, '"' || commits.commit_id || '"') > 0) AS held
       FROM retention JOIN commits USING (commit_id) WHERE retention.policy = 'ephemeral'`,
  )
  const over = whoseTimeCame(rows, now)
  return unheld(over, (id) => listChildren(connection, id).some((child) => !over.has(child)))
}

function sweep(connection: Connection, { commits, artifacts }: Doomed): void {
  const listed = 'IN (SELECT value FROM json_each(?))'
  connection.run(`DELETE FROM retention WHERE commit_id ${listed}`, [JSON.stringify(commits)])
  connection.run(`DELETE FROM commits WHERE commit_id ${listed}`, [JSON.stringify(commits)])
  removeArtifacts(connection, artifacts)
}

function report(connection: Connection, doomed: Doomed, gone: number): Collected {
  const there = connection.get<{ count: number }>(
    `SELECT (SELECT count(*) FROM commits) + (SELECT count(*) FROM artifacts) + (SELECT count(*) FROM frames) AS count`,
  )
  const removed = count(doomed)
  const kept = (there?.count ?? 0) + gone - removed
  return { removed, kept, bytesFreed: doomed.bytes, leavesWords: leavesWords(connection) }
}

function count({ commits, artifacts, frames }: Doomed): number {
  return commits.length + artifacts.length + frames.length
}
