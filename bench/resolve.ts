import { join } from 'node:path'
import { resolveAt } from '../src/brief/history.ts'
import { Database } from '../src/system/sqlite/database.ts'
import { closeWorkspace, openWorkspace } from '../src/workspace/open-workspace.ts'
import { withFolder } from './lib/place.ts'
import { report } from './lib/report.ts'
import { createRandom, median, percentile } from './lib/statistics.ts'

// Who knew what when: the nearest commit at or before a time, among a million.
const COMMITS = 1_000_000
const PRINCIPALS = 50
const DRAWS = 2000
const FIRST = Date.UTC(2024, 0, 1)

async function main(): Promise<void> {
  await withFolder(async (folder) => {
    const storeDir = join(folder, 'store')
    const open = () => openWorkspace({ storeDir, user: 'bench', machine: 'bench', cwd: '/', configDirs: {} })
    await closeWorkspace(await open())
    fill(join(storeDir, 'sessions.db'))
    const workspace = await open()
    try {
      const random = createRandom(7)
      const times: number[] = []
      for (let n = 0; n < DRAWS; n++) {
        const at = new Date(FIRST + random() * COMMITS * 1000).toISOString()
        const began = performance.now()
        const { commit_id } = await resolveAt(workspace, `p${Math.floor(random() * PRINCIPALS)}`, at)
        times.push(performance.now() - began)
        if (commit_id === null && n > 100) continue
      }
      report(
        `resolve: one moment among ${COMMITS} commits`,
        [
          {
            figure: 'p50, ms',
            ours: `${median(times).toFixed(3)} ms`,
            reference: '',
            median: median(times),
            must: { atMost: 1 },
          },
          {
            figure: 'p95, ms',
            ours: `${percentile(times, 0.95).toFixed(3)} ms`,
            reference: '',
            median: percentile(times, 0.95),
            must: { atMost: 1 },
          },
        ],
        {},
      )
    } finally {
      await closeWorkspace(workspace)
    }
  })
}

/** A million rows one by one would measure the writing of them; resolving reads no more than an index. */
function fill(path: string): void {
  const database = new Database(path)
  const insert = database.prepare(
    `INSERT INTO commits (commit_id, parent, commit_type, artifact_ref, format, template, principal, machine, session_id,
       checkpoint, message_count, token_count, created_at, recorded_at, start, "end", schema_version, summary_checksum, checksum)
     VALUES (?, NULL, 'delta', 'art-0', 'claude-code-v1', '', ?, '', '', 'explicit', 0, 0, ?, '', 0, 0, 1, '', '')`,
  )
  database.transaction(() => {
    for (let n = 0; n < COMMITS; n++) {
      insert.run(
        `ctx-${n.toString(16).padStart(8, '0')}`,
        `p${n % PRINCIPALS}`,
        new Date(FIRST + n * 1000).toISOString(),
      )
    }
  })()
  database.close()
}

main()
