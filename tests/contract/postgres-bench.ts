import postgres from 'postgres'
import type { ArtifactId, CommitId } from '../../src/model/id.ts'
import type { Artifacts } from '../../src/record/artifacts.ts'
import { openPostgresStore } from '../../src/record/postgres/open-postgres-store.ts'
import { SCHEMA } from '../../src/record/postgres/schema.ts'

const TABLES = [...SCHEMA.matchAll(/CREATE TABLE (\w+)/g)].map(([, name]) => name!).filter((name) => name !== 'meta')

let benches = 0
/** Schemas with empty tables: to make them takes longer than most tests. */
const spare: string[] = []

/** An empty store in a schema of its own, and the ways to reach it that the interface does not offer. */
export async function openPostgresBench(server: string, artifacts?: Artifacts) {
  const schema = (artifacts ? undefined : spare.pop()) ?? `bench_${process.pid}_${benches++}`
  let isSpoiled = artifacts !== undefined // it knows where its bytes are
  const url = `${server}?schema=${schema}`
  const sql = postgres(server, { max: 1, onnotice: () => undefined, connection: { search_path: schema } })
  return {
    url,
    connect: () =>
      openPostgresStore({ url, ...(artifacts && { artifacts: 'elsewhere', openArtifacts: async () => artifacts }) }),
    storedBytes: async (artifact: ArtifactId) => {
      const [row] =
        await sql`SELECT octet_length(data) AS bytes FROM units WHERE unit_id = ${await firstUnit(artifact)}`
      return Number(row?.bytes)
    },
    query: async (text: string) =>
      (await sql.unsafe(text)).map((row) => ({ ...row, token_count: Number(row.token_count) })),
    damage: {
      flipByte: async (artifact: ArtifactId, at: number) => {
        await sql`
          UPDATE units SET data = set_byte(data, ${at}, get_byte(data, ${at}) # 16)
           WHERE unit_id = ${await firstUnit(artifact)}`
      },
      dropBytes: async (artifact: ArtifactId) => {
        await sql`DELETE FROM units WHERE unit_id = ${await firstUnit(artifact)}`
      },
      rotCommit: async (commit: CommitId) => {
        await sql`UPDATE commits SET machine = machine || '.' WHERE commit_id = ${commit}`
      },
      makeCommitNewer: async (commit: CommitId) => {
        await sql`UPDATE commits SET schema_version = 99 WHERE commit_id = ${commit}`
      },
      rotTags: async () => {
        await sql`UPDATE tag_journal SET engagement_id = 'rotten'`
      },
      makeNewer: async () => {
        isSpoiled = true
        await sql`UPDATE meta SET value = '99' WHERE key = 'schema_version'`
      },
    },
    dispose: async () => {
      if (isSpoiled) await sql`DROP SCHEMA IF EXISTS ${sql(schema)} CASCADE`
      else {
        await sql.unsafe(TABLES.map((table) => `DELETE FROM ${table};`).join(' '))
        spare.push(schema)
      }
      await sql.end()
    },
  }

  async function firstUnit(artifact: ArtifactId): Promise<string> {
    const [row] = await sql`
      SELECT unit_id FROM pieces JOIN artifacts USING (artifact) WHERE artifact_id = ${artifact} ORDER BY piece LIMIT 1`
    return String(row?.unit_id)
  }
}
