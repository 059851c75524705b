import type { Context } from '../../model/context.ts'
import type { Session } from '../../model/session.ts'

/** What a process that stays has read of sessions, the one used last at the end: their lines are parsed once. */
export type KeptContexts = Map<string, { readonly context: Promise<Context>; readonly bytes: number }>

/** So many bytes of transcripts are kept parsed; the last one is, whatever its size. */
const MOST = 200e6

/** The context of a session as it is in the record now: what was kept, or what `read` gives. */
export function keptContext(
  kept: KeptContexts,
  { id, head, bytes }: Session,
  how: string,
  read: () => Promise<Context>,
): Promise<Context> {
  const key = `${id}:${head}:${bytes}:${how}`
  const context = kept.get(key)?.context ?? read()
  for (const other of kept.keys()) if (other === key || isOlder(other)) kept.delete(other)
  kept.set(key, { context, bytes })
  context.catch(() => kept.delete(key))
  let total = [...kept.values()].reduce((sum, one) => sum + one.bytes, 0)
  for (const [other, one] of kept) {
    if (total <= MOST || other === key) break
    kept.delete(other)
    total -= one.bytes
  }
  return context

  /** The same session, read the same way, when less of it was there. */
  function isOlder(other: string): boolean {
    return other.startsWith(`${id}:`) && other.endsWith(`:${how}`)
  }
}
