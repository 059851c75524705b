import type { ArtifactId } from '../model/id.ts'
import {
  type EncodedArtifact,
  type EncodedDelta,
  encodeArtifact,
  encodeDelta,
  type LiveSegment,
  prefixSize,
} from '../store/encoding.ts'
import type { Store } from '../store/store.ts'
import type { Source } from './source-file.ts'

/** A shorter delta is compressed before another thread has been woken. */
const EARLY_FROM = 16 << 10

/** Encodes the commits of one capture, one behind the other. */
export interface DeltaEncoder {
  /**
   * Begins to compress these bytes, in case they become the next commit: nearly always a checkpoint is one commit of all
   * its lines. What is cut elsewhere is compressed anew.
   */
  begin(bytes: Buffer, at: number): Promise<void>
  /** A small commit, compressed against the bytes before it; the first behind larger ones starts anew. */
  small(bytes: Buffer, at: number): Promise<EncodedArtifact>
  /** A commit that stands alone. */
  large(bytes: Buffer): Promise<EncodedArtifact>
}

interface DeltaSource {
  readonly file: Source
  /** The segment that the first small commit goes on in; absent where it starts one. */
  readonly live: Promise<LiveSegment | undefined> | undefined
  /** Whether most of it may be in the record already. */
  readonly chunked: boolean
}

export function createDeltaEncoder(store: Store, { file, live: first, chunked }: DeltaSource): DeltaEncoder {
  let live = first
  let early: { readonly at: number; readonly size: number; readonly artifact: Promise<EncodedDelta> } | undefined
  const encodedIds = new Set<ArtifactId>()
  live?.catch(() => {}) // thrown where it is waited for

  async function encodeBehind(segment: typeof live, bytes: Buffer, at: number): Promise<EncodedDelta> {
    return encodeAt(await segment, { bytes, at })
  }

  /**
   * The bytes before are read from the file, which was found to be as recorded; should it have changed since, or
   * another process have gone on from it, they are not used.
   */
  function encodeAt(
    before: LiveSegment | undefined,
    { bytes, at, aside = false }: { readonly bytes: Buffer; readonly at: number; readonly aside?: boolean },
  ): Promise<EncodedDelta> {
    const prefix = Buffer.allocUnsafe(Math.min(at, prefixSize(before, bytes.length)))
    const got = file.read(prefix, at - prefix.length)
    return encodeDelta(bytes, { live: before, prefix: prefix.subarray(0, got), aside })
  }

  return {
    async begin(bytes, at) {
      if (bytes.length < EARLY_FROM) return
      const artifact = encodeAt(await live, { bytes, at, aside: true })
      artifact.catch(() => {}) // thrown where it is waited for
      early = { at, size: bytes.length, artifact }
    },
    small(bytes, at) {
      if (at === early?.at && bytes.length === early.size) {
        live = undefined // at most a line without its newline follows
        return early.artifact
      }
      const encoded = encodeBehind(live, bytes, at)
      live = encoded.then(async ({ id, live: { becomes } }) => {
        const isNew = !encodedIds.has(id) && !(await store.hasArtifact(id))
        encodedIds.add(id)
        return isNew ? becomes : undefined // bytes that are stored elsewhere end the segment
      })
      live.catch(() => {}) // thrown where the artifact is waited for
      return encoded
    },
    large(bytes) {
      live = undefined
      return encodeArtifact(bytes, { chunked })
    },
  }
}
