import { type Failure, isFailure } from '../../model/errors.ts'
import { frame, readFrames } from './frames.ts'
import type { Place } from './place.ts'

/** Answers what another machine asks of a remote that is here, message by message, until it asks for nothing more. */
export async function* servePlace(place: Place, input: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  yield frame({ stet: 1 })
  for await (const { head, bytes } of readFrames(input)) {
    const name = String(head.name ?? '')
    try {
      yield await answer(place, { op: head.op, name, bytes })
    } catch (error) {
      if (!isFailure(error)) throw error
      const { code, message } = error as Failure
      yield frame({ failed: { code, message } })
    }
  }
}

async function answer(
  place: Place,
  { op, name, bytes }: { readonly op: unknown; readonly name: string; readonly bytes: Buffer },
): Promise<Buffer> {
  switch (op) {
    case 'list':
      return frame({ names: await place.list(name) })
    case 'read': {
      const found = await place.read(name)
      return found ? frame({ found: true }, found) : frame({ found: false })
    }
    case 'write':
      return frame({ written: await place.write(name, bytes) })
    case 'remove':
      await place.remove(name)
      return frame({ removed: true })
    default:
      return frame({ failed: { code: 'not-supported', message: `The other machine asks for ${String(op)}.` } })
  }
}
