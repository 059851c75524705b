/** A reference as people read it: the start of the id is enough. */
export function shortRef(ref: string): string {
  return ref.replace(/^([0-9a-f]{8})-[0-9a-f-]{27}/, '$1')
}
