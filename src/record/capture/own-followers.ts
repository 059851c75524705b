import { clientOf } from '../../clients/client-of.ts'
import { settleCrashed } from '../running/settle-crashed.ts'
import type { Follower } from './follower.ts'

/** Each time a session has grown by this much, one full segment is made smaller; `stet gc` does the rest. */
const SEALED_EVERY = 4 << 20

/** What the record itself does with every capture. */
export const OWN_FOLLOWERS: readonly Follower[] = [linkSpawned, sealGrown, settle, pushGrown]

/** A subagent names the session it belongs to; its own folder may tell the call too. */
function linkSpawned({ store, clock }: Parameters<Follower>[0]): ReturnType<Follower> {
  return {
    async grown({ id, facts, ...session }) {
      const parent = facts.spawnedBy?.session
      if (parent === undefined) return []
      const tool_use_id = (await clientOf(session).files.spawningCall?.(session.source)) ?? null
      await store.link([{ child: id, parent, kind: 'spawn', at: clock().toISOString(), detail: { tool_use_id } }])
      return []
    },
  }
}

function sealGrown({ store }: Parameters<Follower>[0]): ReturnType<Follower> {
  return {
    async grown({ id, bytes }, { newBytes, isNew }) {
      if (!isNew && stepsIn(bytes) > stepsIn(bytes - newBytes)) await store.seal(id, { everything: false, limit: 1 })
      return []
    },
  }
}

function stepsIn(bytes: number): number {
  return Math.floor(bytes / SEALED_EVERY)
}

/** Once for all files that were captured together. */
function pushGrown({ pushSoon }: Parameters<Follower>[0]): ReturnType<Follower> {
  let hasGrown = false
  return {
    async grown() {
      hasGrown = true
      return []
    },
    finished() {
      if (hasGrown) pushSoon?.()
      return []
    },
  }
}

function settle(workspace: Parameters<Follower>[0]): ReturnType<Follower> {
  return { settle: (capture) => settleCrashed(workspace, capture) }
}
