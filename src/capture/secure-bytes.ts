import { bytesAt } from './bytes-source.ts'
import type { CaptureStart } from './capture.ts'
import type { CaptureContext } from './capture-context.ts'
import type { Source } from './source-file.ts'

/** More than this is not written twice. */
const LONGEST = 1 << 20

interface SecuredSource {
  /** The file, with the very bytes that are secured. */
  readonly file: Source
  readonly start: CaptureStart
}

/**
 * Puts what is new in a file on disk, and returns from where it is recorded. Undefined where it cannot be recorded from
 * these bytes alone: where a session begins, or a line goes on.
 */
export async function secureBytes(
  { store, user, machine }: CaptureContext,
  file: Source,
  from: CaptureStart,
): Promise<SecuredSource | undefined> {
  const { session, head, bytes: start, create, lastLine } = from
  const size = file.size - start
  if (create || lastLine !== 'closed' || size > LONGEST) return undefined
  const buffer = Buffer.allocUnsafe(size)
  const bytes = buffer.subarray(0, file.read(buffer, start))
  const secured = await store.secure({ session, from: head, start, bytes, user, machine })
  return { file: bytesAt(file.path, bytes, start, file), start: { ...from, secured } }
}
