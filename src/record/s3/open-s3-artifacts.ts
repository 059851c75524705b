import { S3Error, S3mini, S3ServiceError } from 's3mini'
import { Failure, isFailure } from '../../model/errors.ts'
import { type ArtifactId, artifactIdOf } from '../../model/id.ts'
import { corrupt, missing } from '../artifact-failures.ts'
import type { Artifacts } from '../artifacts.ts'
import { CODEC, packAlways, unpack } from '../pack.ts'
import { inBatches } from '../rules/pages.ts'
import { contentSize } from './content-size.ts'
import { parseS3Address } from './parse-s3-address.ts'

export interface S3Options {
  /** `s3://bucket/prefix?endpoint=https://host&region=name`. */
  readonly url: string
  /** What is below the prefix and has these objects alone. */
  readonly folder?: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

const NAME = /^art-[0-9a-f]{64}$/
const ALL = Number.MAX_SAFE_INTEGER
/** Asked for at once: one after the other, each would wait for its own answer. */
const AT_ONCE = 8
const WAITS_MS: readonly number[] = [100, 400, 1600]

/**
 * Artifacts as objects of an S3-compatible server, each a frame of zstd under its own name. An object is written once and
 * never changed, so that nothing depends on who of several was first; no server need honour conditions on a write.
 */
export function openS3Artifacts({ url, folder, accessKeyId, secretAccessKey }: S3Options): Artifacts {
  const address = parseS3Address(url)
  const { endpoint, region } = address
  const prefix = folder === undefined ? address.prefix : `${address.prefix}${folder}/`
  const server = new S3mini({ endpoint, region, accessKeyId, secretAccessKey })
  const key = (id: ArtifactId) => prefix + id

  /** A server that is busy is asked again, a little later each time. */
  async function asked<T>(work: () => Promise<T>, waits = WAITS_MS): Promise<T> {
    try {
      return await work()
    } catch (error) {
      const failure = toFailure(error, endpoint)
      const [wait, ...rest] = waits
      if (wait === undefined || !isFailure(failure, 'store-busy')) throw failure
      await new Promise((done) => setTimeout(done, wait))
      return asked(work, rest)
    }
  }

  /** The bytes, whatever they are; undefined where there is no such object, or none that can be decoded. */
  async function read(id: ArtifactId): Promise<{ readonly bytes: Buffer | undefined } | undefined> {
    const found = await asked(() => server.getObjectArrayBuffer(key(id)))
    if (found === null) return undefined
    try {
      return { bytes: unpack({ codec: CODEC.zstd, data: Buffer.from(found) }) }
    } catch {
      return { bytes: undefined }
    }
  }

  async function get(id: ArtifactId): Promise<Buffer> {
    const found = await read(id)
    if (!found) throw missing(id)
    if (!found.bytes) throw corrupt(id, 'it cannot be decoded')
    if (artifactIdOf(found.bytes) !== id) throw corrupt(id, 'its bytes no longer match its hash')
    return found.bytes
  }

  async function find(start: string, limit: number): Promise<readonly ArtifactId[]> {
    const listed = await asked(() => server.listObjects('/', prefix + start, limit === ALL ? undefined : limit))
    const names = (listed ?? []).map(({ Key }) => Key.slice(prefix.length)).filter((name) => NAME.test(name))
    return names.sort().slice(0, limit) as ArtifactId[]
  }

  async function sizeOf(id: ArtifactId): Promise<number> {
    const head = await asked(async () => (await server.getObjectRaw(key(id), false, 0, 32)).arrayBuffer())
    return contentSize(Buffer.from(head)) ?? (await get(id)).length
  }

  return {
    async put(bytes) {
      const id = artifactIdOf(bytes)
      const there = (await read(id))?.bytes
      if (there && artifactIdOf(there) === id) return { id, deduplicated: bytes.length }
      await asked(() => server.putObject(key(id), packAlways(bytes), 'application/zstd'))
      return { id, deduplicated: 0 }
    },
    get,
    async *getAll(ids) {
      for await (const batch of inBatches(ids, AT_ONCE)) yield* await Promise.all(batch.map(get))
    },
    async *stream(id) {
      yield await get(id)
    },
    has: async (id) => (await asked(() => server.objectExists(key(id)))) === true,
    async *list() {
      for await (const batch of inBatches(await find('art-', ALL), AT_ONCE)) {
        const sizes = await Promise.all(batch.map(sizeOf))
        yield* batch.map((id, at) => ({ id, size: sizes[at]! }))
      }
    },
    find,
    remove: async (ids) => {
      for await (const batch of inBatches(ids, AT_ONCE))
        await asked(() => Promise.all(batch.map((id) => server.deleteObject(key(id)))))
    },
  }
}

/** Turns what the server and the network say into a failure with a next step; anything else comes back as it is. */
function toFailure(error: unknown, endpoint: string): unknown {
  if (!(error instanceof S3Error)) return error
  const status = error instanceof S3ServiceError ? error.status : 0
  const reason = error instanceof S3ServiceError ? `${error.serviceCode ?? ''} ${status}`.trim() : error.message
  const code = status === 507 ? 'store-full' : status === 503 ? 'store-busy' : 'store-unreadable'
  return new Failure(code, `The object store at ${endpoint} refused a request (${reason}).`, {
    facts: { endpoint, reason },
    hint: 'Check the address of the artifacts, STET_S3_ACCESS_KEY_ID and STET_S3_SECRET_ACCESS_KEY.',
    cause: error,
  })
}
