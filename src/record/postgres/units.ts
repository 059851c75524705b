import type { ArtifactId } from '../../model/id.ts'
import { artifactIdOf } from '../../model/id.ts'
import type { Sql } from '../../system/postgres/connect.ts'
import { corrupt, missing } from '../artifact-failures.ts'
import type { Artifacts } from '../artifacts.ts'
import { type Packed, pack, unpack } from '../pack.ts'
import { readPlace } from './place-of-units.ts'
import { ELSEWHERE, getElsewhere, lostElsewhere, putElsewhere, sweepElsewhere } from './units-elsewhere.ts'

/** Bytes under their hash, as the tables name them: in the tables themselves, or in another store of artifacts. */
export interface Units {
  /** Keeps bytes, and names them in the tables; returns how many were there and could be read. */
  put(sql: Sql, id: ArtifactId, bytes: Uint8Array): Promise<number>
  /** The bytes of each, in the order asked for. They may be others than were put: who reads them compares the hash. */
  get(sql: Sql, ids: readonly ArtifactId[]): Promise<readonly Buffer[]>
  /** Those that the tables name and that are not there; only of what is kept elsewhere, where that can be. */
  listLost(sql: Sql): Promise<readonly ArtifactId[]>
  /** Takes away what is kept elsewhere and the tables do not name any more; nobody may write meanwhile. */
  sweep(sql: Sql): Promise<void>
}

interface UnitRow extends Packed {
  readonly unit_id: ArtifactId
}

/**
 * Where bytes are put is asked in the transaction that puts them, since it may change while there are none; where those of
 * a unit are, its row says.
 */
export function unitsOver(open: (place: string) => Promise<Artifacts>): Units {
  async function elsewhere(sql: Sql): Promise<Artifacts | undefined> {
    const { place } = await readPlace(sql)
    return place === '' ? undefined : open(place)
  }
  return {
    async put(sql, id, bytes) {
      const artifacts = await elsewhere(sql)
      return artifacts ? putElsewhere(sql, artifacts, id, bytes) : putInTable(sql, id, bytes)
    },
    async get(sql, ids) {
      const rows = await sql<(UnitRow & { readonly place: string })[]>`
        SELECT unit_id, codec, data, (SELECT value FROM meta WHERE key = 'artifacts') AS place FROM units
         WHERE unit_id = ANY(${ids as ArtifactId[]}::text[]) AND (data IS NOT NULL OR codec = ${ELSEWHERE})`
      const far = rows.filter(({ codec, place }) => Number(codec) === ELSEWHERE && place !== '')
      const got = far.length === 0 ? [] : await getElsewhere(await open(far[0]!.place), far.map(idOf))
      const bytes = new Map(far.map((row, at) => [row.unit_id, got[at]!]))
      const near = new Map(rows.filter(({ data }) => data !== null).map((row) => [row.unit_id, row]))
      return ids.map((id) => bytes.get(id) ?? unpacked(id, near.get(id)))
    },
    async listLost(sql) {
      const artifacts = await elsewhere(sql)
      return artifacts ? lostElsewhere(sql, artifacts) : []
    },
    async sweep(sql) {
      const artifacts = await elsewhere(sql)
      if (artifacts) await sweepElsewhere(sql, artifacts)
    },
  }
}

function idOf({ unit_id }: UnitRow): ArtifactId {
  return unit_id
}

async function putInTable(sql: Sql, id: ArtifactId, bytes: Uint8Array): Promise<number> {
  const { codec, data } = pack(bytes)
  const { count } = await sql`
    INSERT INTO units (unit_id, size, codec, data) VALUES (${id}, ${bytes.length}, ${codec}, ${data})
    ON CONFLICT (unit_id) DO NOTHING`
  if (count > 0) return 0
  if (await isSound(sql, id)) return bytes.length
  await sql`UPDATE units SET codec = ${codec}, data = ${data} WHERE unit_id = ${id}`
  return 0
}

async function isSound(sql: Sql, id: ArtifactId): Promise<boolean> {
  const [row] = await sql<UnitRow[]>`SELECT unit_id, codec, data FROM units WHERE unit_id = ${id} AND data IS NOT NULL`
  if (!row) return false
  try {
    return artifactIdOf(unpack(row)) === id
  } catch {
    return false // no bytes of that codec any more: they are written again
  }
}

function unpacked(id: ArtifactId, row: UnitRow | undefined): Buffer {
  if (!row) throw missing(id)
  try {
    return unpack(row)
  } catch (error) {
    throw corrupt(id, 'it cannot be decoded', error)
  }
}
