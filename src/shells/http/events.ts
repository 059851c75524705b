import type { Context } from 'hono'
import { streamSSE } from 'hono/streaming'
import type { Workspace } from '../../record/workspace.ts'
import { followStore, type StoreChange } from './follow-store.ts'

const HEARTBEAT_MS = 15_000

/** Tells every open page of changes of the record. The record is followed while somebody listens. */
export interface Events {
  readonly answer: (context: Context) => Response
  readonly close: () => void
}

export function createEvents(workspace: Workspace, directory: string): Events {
  const listeners = new Set<(change: StoreChange) => void>()
  const endings = new Set<() => void>()
  let following: ReturnType<typeof followStore> | undefined

  return { answer, close }

  function answer(context: Context): Response {
    return streamSSE(context, async (stream) => {
      const isOver = new Promise<void>((end) => {
        endings.add(end)
        stream.onAbort(end)
      })
      const tell = (change: StoreChange) => void stream.writeSSE({ event: 'change', data: JSON.stringify(change) })
      listeners.add(tell)
      following ??= followStore(workspace, directory, (change) => {
        for (const listener of listeners) listener(change)
      })
      const heartbeat = setInterval(() => void stream.writeSSE({ event: 'alive', data: '' }), HEARTBEAT_MS)
      await following
      await stream.writeSSE({ event: 'ready', data: '' })
      await isOver
      clearInterval(heartbeat)
      listeners.delete(tell)
      if (listeners.size === 0) stopFollowing()
    })
  }

  function close(): void {
    for (const end of endings) end()
    stopFollowing()
  }

  function stopFollowing(): void {
    void following?.then((follower) => follower.close())
    following = undefined
  }
}
