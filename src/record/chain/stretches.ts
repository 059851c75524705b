import type { Commit } from '../../model/commit.ts'
import { type ArtifactId, artifactIdOf } from '../../model/id.ts'
import type { Store } from '../store.ts'

/** A stretch of an artifact that is part of the context. */
export interface Stretch {
  readonly artifact: ArtifactId
  readonly start: number
  readonly end: number
}

const NEWLINE = Buffer.from('\n')

/** Ends a line whose own newline is not there. */
export const NEWLINE_STRETCH: Stretch = { artifact: artifactIdOf(NEWLINE), start: 0, end: 1 }

/** The bytes of artifacts among the stretches that the store may not have. */
export function ownArtifacts(stretches: readonly Stretch[]): readonly Uint8Array[] {
  return stretches.includes(NEWLINE_STRETCH) ? [NEWLINE] : []
}

/** The bytes of stretches in order. An artifact that serves several stretches in a row is read once. */
export async function* readStretches(store: Store, stretches: readonly Stretch[]): AsyncIterable<Buffer> {
  const stored = stretches.filter((stretch) => stretch !== NEWLINE_STRETCH)
  const wanted = stored.map(({ artifact }) => artifact).filter((artifact, at, all) => artifact !== all[at - 1])
  const read = store.artifacts.getAll(wanted)[Symbol.asyncIterator]()
  let held: { readonly artifact: ArtifactId; readonly bytes: Buffer } | undefined
  for (const stretch of stretches) {
    if (stretch === NEWLINE_STRETCH) {
      yield NEWLINE
      continue
    }
    if (held?.artifact !== stretch.artifact)
      held = { artifact: stretch.artifact, bytes: (await read.next()).value as Buffer }
    yield held.bytes.subarray(stretch.start, stretch.end)
  }
}

/** All of them in a row. */
export async function bytesOf(store: Store, stretches: readonly Stretch[]): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const bytes of readStretches(store, stretches)) chunks.push(bytes)
  return Buffer.concat(chunks)
}

/** Whether two deltas lie end to end as they are: in one file they do, else the first must end its last line. */
export async function joins(store: Store, a: Commit, b: Commit): Promise<boolean> {
  return (a.session === b.session && a.end === b.start && a.end > a.start) || endsLine(store, a)
}

export async function endsLine(store: Store, { artifact }: Commit): Promise<boolean> {
  const bytes = await store.artifacts.get(artifact)
  return bytes.length === 0 || bytes.at(-1) === 10
}
