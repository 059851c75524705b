import { setImmediate as nextTurn } from 'node:timers/promises'
import { isFailure } from '../model/errors.ts'
import type { ArtifactId } from '../model/id.ts'
import type { Store } from '../record/store.ts'

/** Looked up together, up to this many bytes; each by itself takes as long as decoding it. */
const AT_ONCE = 512
const BYTES_AT_ONCE = 16 << 20

/** A larger artifact is read chunk by chunk. */
const WHOLE_BYTES = 16 << 20

interface Listed {
  readonly id: ArtifactId
  readonly size: number
}

/** Reads every artifact for its hash alone; gives those that are not as they were written. `onRead` hears how many were. */
export async function* unreadableArtifacts(
  { artifacts }: Pick<Store, 'artifacts'>,
  onRead: (artifacts: number) => void,
): AsyncIterable<ArtifactId> {
  let batch: Listed[] = []
  let bytes = 0
  for await (const artifact of artifacts.list()) {
    batch.push(artifact)
    bytes += artifact.size
    if (batch.length === AT_ONCE || bytes >= BYTES_AT_ONCE) yield* readBatch()
  }
  yield* readBatch()

  async function* readBatch(): AsyncIterable<ArtifactId> {
    const areRead = await isReadable(artifacts.getAll(batch.filter(isSmall).map(({ id }) => id)))
    for (const one of batch) {
      const isRead = isSmall(one)
        ? areRead || (await isReadable(artifacts.getAll([one.id])))
        : await isReadable(artifacts.stream(one.id))
      if (!isRead) yield one.id
    }
    onRead(batch.length)
    batch = []
    bytes = 0
    await nextTurn() // what was decoded is given back to the system between two turns only
  }
}

/** Whether an artifact reads as it was written, or is not there any more. */
export async function isSound({ artifacts }: Pick<Store, 'artifacts'>, id: ArtifactId): Promise<boolean> {
  return (await isReadable(artifacts.stream(id))) || !(await artifacts.has(id))
}

function isSmall({ size }: Listed): boolean {
  return size <= WHOLE_BYTES
}

async function isReadable(chunks: AsyncIterable<Buffer>): Promise<boolean> {
  try {
    for await (const _ of chunks);
    return true
  } catch (error) {
    if (!isFailure(error, 'artifact-missing', 'artifact-corrupt')) throw error
    return false
  }
}
