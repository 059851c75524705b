import type { ArtifactId } from '../model/id.ts'

/**
 * Keeps bytes under their hash, written once. How they are encoded, cut and shared is the driver's own business.
 * The suite in tests/contract/artifacts.ts is the rest of this definition; every driver passes it.
 */
export interface Artifacts {
  /**
   * Keeps bytes and names them. What is there already is read back before it counts as kept: where it is damaged, these
   * bytes take its place.
   */
  put(bytes: Uint8Array): Promise<Put>
  /**
   * The bytes, checked against their hash. Throws `artifact-missing` or `artifact-corrupt`. They may be part of what the
   * store holds decoded: they are for reading.
   */
  get(id: ArtifactId): Promise<Buffer>
  /** The artifacts in the order asked for, as `get` gives them; the next ones are decoded meanwhile. */
  getAll(ids: Iterable<ArtifactId> | AsyncIterable<ArtifactId>): AsyncIterable<Buffer>
  /** The same chunk by chunk, for one that is too large to be held; throws at its end where the hash differs. */
  stream(id: ArtifactId): AsyncIterable<Buffer>
  has(id: ArtifactId): Promise<boolean>
  /** In an order in which they are read fastest. */
  list(): AsyncIterable<{ readonly id: ArtifactId; readonly size: number }>
  /** Those whose id starts so, at most `limit`. */
  find(prefix: string, limit: number): Promise<readonly ArtifactId[]>
  /** Removes artifacts; what is not there is no failure. Whether anything still names them is for the caller to know. */
  remove(ids: readonly ArtifactId[]): Promise<void>
}

export interface Put {
  readonly id: ArtifactId
  /** How many of the bytes were there already. */
  readonly deduplicated: number
}
