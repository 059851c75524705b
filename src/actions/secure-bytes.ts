import type { Store } from '../store/store.ts'
import { bytesAt } from './bytes-source.ts'
import type { CaptureStart } from './capture.ts'
import type { Source } from './source-file.ts'

/** More than this is not written twice. */
const LONGEST = 1 << 20

/**
 * Puts what is new in a file on disk, and returns the file with the very bytes that are there now. Undefined where they
 * cannot be recorded from themselves alone: where a session begins, or a line goes on.
 */
export async function secureBytes(store: Store, file: Source, from: CaptureStart): Promise<Source | undefined> {
  const { session, head, bytes: start, create, lastLine } = from
  const size = file.size - start
  if (create || lastLine !== 'closed' || size > LONGEST) return undefined
  const buffer = Buffer.allocUnsafe(size)
  const bytes = buffer.subarray(0, file.read(buffer, start))
  await store.secure({ session, from: head, start, bytes })
  return bytesAt(file.path, bytes, start, file)
}
