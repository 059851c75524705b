import { type ArtifactId, hashHex } from '../../model/id.ts'
import { chunkEnds } from '../chunking.ts'
import type { Slice } from './artifacts.ts'
import type { Connection } from './connection.ts'
import type { DecodedFrames } from './decoded-frames.ts'
import { SMALL_BYTES } from './encoding.ts'
import { readArtifact } from './read-artifacts.ts'

interface Chunk extends Slice {
  readonly hash: string
}

/**
 * Where the stretches are of a session's earlier generations, which were written whole: a file that was rewritten shares them.
 * What cannot be read is not shared.
 */
export function* chunksOf(
  connection: Connection,
  decoded: DecodedFrames,
  { client, clientId }: { readonly client: string; readonly clientId: string },
): Iterable<Chunk> {
  const artifacts = connection.all<{ id: ArtifactId; artifact: number }>(
    `SELECT DISTINCT artifacts.artifact_id AS id, artifacts.artifact FROM sessions
       JOIN chain USING (session_id) JOIN commits USING (commit_id)
       JOIN artifacts ON artifacts.artifact_id = commits.artifact_ref
      WHERE sessions.client = ? AND sessions.client_session_id = ? AND artifacts.size > ?`,
    [client, clientId, SMALL_BYTES],
  )
  for (const { id, artifact } of artifacts) {
    const bytes = readable(() => readArtifact(connection, decoded, id))
    if (bytes) yield* within(connection, artifact, bytes)
  }
}

/** A chunk that crosses from one slice into the next is in no frame. */
function* within(connection: Connection, artifact: number, bytes: Buffer): Iterable<Chunk> {
  const slices = connection.all<Slice>('SELECT frame, offset, size FROM pieces WHERE artifact = ? ORDER BY piece', [
    artifact,
  ])
  let start = 0
  for (const end of chunkEnds(bytes)) {
    let at = 0
    for (const { frame, offset, size } of slices) {
      if (start >= at && end <= at + size)
        yield { hash: hashHex(bytes.subarray(start, end)), frame, offset: offset + start - at, size: end - start }
      at += size
    }
    start = end
  }
}

/** Another process may have encoded the frame again since it was looked at. */
export function registerChunks(connection: Connection, chunks: readonly Chunk[]): void {
  for (const { hash, frame, offset, size } of chunks)
    connection.run(
      `INSERT OR IGNORE INTO chunks (hash, frame, offset, size)
       SELECT ?, ?, ?, ? WHERE EXISTS (SELECT 1 FROM frames WHERE frame = ?)`,
      [hash, frame, offset, size, frame],
    )
}

function readable(read: () => Buffer): Buffer | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}
