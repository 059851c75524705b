import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ArtifactId, CommitId } from '../../src/model/id.ts'
import { openSqliteStore } from '../../src/record/sqlite/open-sqlite-store.ts'
import { Database } from '../../src/system/sqlite/database.ts'
import { describeArtifacts } from './artifacts.ts'
import { describeRecord } from './record.ts'

const FRAME_OF =
  '(SELECT frame FROM pieces JOIN artifacts USING (artifact) WHERE artifact_id = ? ORDER BY piece LIMIT 1)'

describeArtifacts('sqlite', async () => {
  const bench = await openBench()
  const store = await bench.connect()
  return {
    artifacts: store.artifacts,
    storedBytes: bench.storedBytes,
    flipByte: bench.damage.flipByte,
    dropBytes: bench.damage.dropBytes,
    dispose: async () => {
      await store.close()
      await bench.dispose()
    },
  }
})

describeRecord('sqlite', openBench, { seals: true })

async function openBench() {
  const directory = await mkdtemp(join(tmpdir(), 'stet-store-'))
  const beside = <T>(use: (database: Database) => T): T => {
    const database = new Database(join(directory, 'sessions.db'))
    try {
      return use(database)
    } finally {
      database.close()
    }
  }
  const change = async (sql: string, ...params: string[]) =>
    beside((database) => void database.prepare(sql).run(...params))
  return {
    connect: async () => openSqliteStore({ directory }),
    storedBytes: async (artifact: ArtifactId) =>
      beside((database) =>
        Number(
          database
            .prepare<[number]>(`SELECT length(data) FROM frames WHERE frame = ${FRAME_OF}`)
            .raw()
            .get(artifact)?.[0],
        ),
      ),
    query: async (sql: string) => beside((database) => database.prepare<Record<string, unknown>>(sql).all()),
    damage: {
      flipByte: async (artifact: ArtifactId, at: number) =>
        beside((database) => {
          const { frame, data } = database
            .prepare(`SELECT frame, data FROM frames WHERE frame = ${FRAME_OF}`)
            .get(artifact) as {
            frame: number
            data: Buffer
          }
          data[at] = data[at]! ^ 0x10
          database.prepare('UPDATE frames SET data = ? WHERE frame = ?').run(data, frame)
        }),
      dropBytes: async (artifact: ArtifactId) =>
        beside((database) => {
          database.pragma('foreign_keys = OFF')
          database.prepare(`DELETE FROM frames WHERE frame = ${FRAME_OF}`).run(artifact)
        }),
      rotCommit: (commit: CommitId) =>
        change("UPDATE commits SET machine = machine || '.' WHERE commit_id = ?", commit),
      makeCommitNewer: (commit: CommitId) =>
        change('UPDATE commits SET schema_version = 99 WHERE commit_id = ?', commit),
      rotTags: () => change("UPDATE tag_journal SET engagement_id = 'rotten'"),
      makeNewer: () => change("UPDATE meta SET value = '99' WHERE key = 'schema_version'"),
    },
    dispose: () => rm(directory, { recursive: true, force: true }),
  }
}
