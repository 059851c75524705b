import { Failure } from '../model/errors.ts'
import { openPostgresStore } from '../record/postgres/open-postgres-store.ts'
import { openS3Artifacts } from '../record/s3/open-s3-artifacts.ts'
import { parseS3Address } from '../record/s3/parse-s3-address.ts'
import type { Workspace } from '../record/workspace.ts'
import { openPostgresSearch } from '../search/drivers/postgres/open-postgres-search.ts'

/** A store that several machines use: a PostgreSQL database, and an object store where that keeps the bytes. */
export interface SharedStore {
  /** `postgres://user@host/database`. */
  readonly url: string
  /** Where a new one is to keep its bytes: `s3://bucket?endpoint=https://host`. */
  readonly artifacts?: string | undefined
  readonly keys?: { readonly accessKeyId: string; readonly secretAccessKey: string } | undefined
}

/** Opens it, its index, and the place where it keeps its bytes. A bundle of its own, with packages that nothing else needs. */
export async function openSharedStore({
  url,
  artifacts,
  keys,
}: SharedStore): Promise<Required<Pick<Workspace, 'store' | 'search'>>> {
  if (artifacts !== undefined) parseS3Address(artifacts) // before a store remembers it
  const store = await openPostgresStore({
    url,
    artifacts,
    openArtifacts: async (place, folder) => {
      if (!keys) throw withoutKeys(place)
      return openS3Artifacts({ url: place, folder, ...keys })
    },
  })
  return { store, search: openPostgresSearch({ url }) }
}

function withoutKeys(place: string): Failure {
  return new Failure('config-invalid', `The shared store keeps its bytes in ${place}, which needs keys.`, {
    hint: 'Set STET_S3_ACCESS_KEY_ID and STET_S3_SECRET_ACCESS_KEY.',
  })
}
