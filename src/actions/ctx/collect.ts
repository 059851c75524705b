import type { Workspace } from '../workspace.ts'

export interface GarbageCollected {
  readonly removed: number
  readonly kept: number
  readonly bytes_freed: number
  /** Segments encoded again, smaller. */
  readonly sealed: number
}

/** Seals what is not sealed yet, then removes what nothing retained reaches. */
export async function collectGarbage(
  { store, clock }: Workspace,
  { dryRun = false, onSession }: { dryRun?: boolean; onSession?: (done: number, total: number) => void } = {},
): Promise<GarbageCollected> {
  let sealed = 0
  let freed = 0
  if (!dryRun) {
    const { sessions } = await store.sizes()
    let done = 0
    for await (const session of store.listSessions()) {
      const result = await store.seal(session.id, { everything: true, limit: Number.MAX_SAFE_INTEGER })
      sealed += result.segments
      freed += result.bytesBefore - result.bytesAfter
      onSession?.(++done, sessions)
    }
  }
  const collected = await store.collect({ now: clock().toISOString(), dryRun })
  return { removed: collected.removed, kept: collected.kept, bytes_freed: collected.bytesFreed + freed, sealed }
}
