import { isFailure } from '../../model/errors.ts'
import { createArtifactHasher, type SessionId } from '../../model/id.ts'
import type { JoinedArtifact, SourceNote } from '../record.ts'
import type { Store } from '../store.ts'
import type { CaptureContext } from './capture-context.ts'
import { openSource, type SourceFile } from './source-file.ts'

/** A larger file goes into the store in parts of this size, so that memory stays bounded. */
const PART_BYTES = 4 << 20
/** How often the parts are put again, because somebody collected them as what nothing leads to. */
const TRIES = 5

/** A file that the client keeps next to a session's. */
export interface SideFileAt {
  readonly path: string
  /** What it is called in the record. */
  readonly name: string
}

/** Records a side file as it is now, unless it looks as it did when it was last recorded. */
export async function captureSideFile(
  { store, clock }: CaptureContext,
  session: SessionId,
  { path, name }: SideFileAt,
  { trustsLooks }: { readonly trustsLooks: boolean },
): Promise<void> {
  const file = openSource(path)
  try {
    const { size, modified, inode } = file
    const note: SourceNote = { path, session, size, modified, inode, proven: true }
    const known = trustsLooks ? await store.findSource(path) : undefined
    if (known?.session === session && looksAs(known, note)) return
    for (let tries = 1; ; tries++) {
      try {
        await store.putSideFile({
          session,
          path: name,
          content: await contentOf(store, file),
          at: clock().toISOString(),
        })
        break
      } catch (error) {
        if (!isFailure(error, 'artifact-missing') || tries === TRIES) throw error
      }
    }
    await store.noteSource(note)
  } finally {
    file.close()
  }
}

function looksAs(a: SourceNote, b: SourceNote): boolean {
  return a.size === b.size && a.modified === b.modified && a.inode === b.inode
}

async function contentOf(store: Store, file: SourceFile): Promise<Uint8Array | JoinedArtifact> {
  if (file.size <= PART_BYTES) return readAt(file, 0)
  const hasher = createArtifactHasher()
  const stretches: JoinedArtifact['stretches'][number][] = []
  let size = 0
  for (let part = readAt(file, 0); part.length > 0; part = readAt(file, size)) {
    const { id } = await store.artifacts.put(part)
    hasher.update(part)
    stretches.push({ artifact: id, start: 0, end: part.length })
    size += part.length
  }
  return { artifact: hasher.id(), size, stretches }
}

function readAt(file: SourceFile, position: number): Buffer {
  const buffer = Buffer.allocUnsafeSlow(Math.max(0, Math.min(PART_BYTES, file.size - position)))
  return buffer.subarray(0, file.read(buffer, position))
}
