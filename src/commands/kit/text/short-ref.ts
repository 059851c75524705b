import { shortId } from '../../../model/id.ts'

/** A reference as people read it: the start of the id is enough. */
export function shortRef(ref: string): string {
  return ref.replace(/^[^:]+/, shortId)
}
