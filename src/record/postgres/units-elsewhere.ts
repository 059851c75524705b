import type { ArtifactId } from '../../model/id.ts'
import type { Sql } from '../../system/postgres/connect.ts'
import type { Artifacts } from '../artifacts.ts'

/** The codec of a unit whose bytes another store of artifacts keeps, such as an object store. */
export const ELSEWHERE = 2

/** So many are asked for at once: one after the other, each would wait for its own answer. */
const AT_ONCE = 8

/**
 * Bytes are put there before a row names them, inside the transaction that does: who writes alone waits for it, so that
 * a sweep never finds one without its row that a row is still to come for. What is left of a write that failed is swept.
 */
export async function putElsewhere(sql: Sql, artifacts: Artifacts, id: ArtifactId, bytes: Uint8Array): Promise<number> {
  const { deduplicated } = await artifacts.put(bytes)
  await sql`
    INSERT INTO units (unit_id, size, codec) VALUES (${id}, ${bytes.length}, ${ELSEWHERE})
    ON CONFLICT (unit_id) DO UPDATE SET codec = ${ELSEWHERE}, data = NULL WHERE units.codec <> ${ELSEWHERE}`
  return deduplicated
}

export async function getElsewhere(artifacts: Artifacts, ids: readonly ArtifactId[]): Promise<readonly Buffer[]> {
  const found: Buffer[] = []
  for (let at = 0; at < ids.length; at += AT_ONCE)
    found.push(...(await Promise.all(ids.slice(at, at + AT_ONCE).map((id) => artifacts.get(id)))))
  return found
}

export async function lostElsewhere(sql: Sql, artifacts: Artifacts): Promise<readonly ArtifactId[]> {
  const there = new Set(await allOf(artifacts))
  return (await namedIn(sql)).filter((id) => !there.has(id))
}

export async function sweepElsewhere(sql: Sql, artifacts: Artifacts): Promise<void> {
  const named = new Set(await namedIn(sql))
  const unnamed = (await allOf(artifacts)).filter((id) => !named.has(id))
  for (let at = 0; at < unnamed.length; at += AT_ONCE) {
    await sql`SELECT 1` // fails where the connection is lost, and with it the lock that keeps others from writing
    await artifacts.remove(unnamed.slice(at, at + AT_ONCE))
  }
}

/** To find them takes one question for a thousand; to list them would ask for the size of each. */
function allOf(artifacts: Artifacts): Promise<readonly ArtifactId[]> {
  return artifacts.find('art-', Number.MAX_SAFE_INTEGER)
}

async function namedIn(sql: Sql): Promise<readonly ArtifactId[]> {
  const rows = await sql<{ id: ArtifactId }[]>`
    SELECT unit_id AS id FROM units WHERE codec = ${ELSEWHERE} ORDER BY unit_id`
  return rows.map(({ id }) => id)
}
