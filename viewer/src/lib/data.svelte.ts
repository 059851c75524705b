import { ApiFailure, call } from './api.ts'
import { type Change, hear } from './hear.ts'
import type { Sessions } from './names.ts'
import type { Session } from './types.ts'

/** What the whole page shares: the sessions, and whether changes are heard. */
let sessions = $state.raw<readonly Session[] | undefined>(undefined)
let failure = $state.raw<ApiFailure | undefined>(undefined)
let isLive = $state(false)
const byId = $derived(new Map((sessions ?? []).map((session) => [session.session, session])))
const listeners = new Set<(change: Change) => void>()

export const data = {
  /** Undefined while they are loaded. */
  get sessions(): readonly Session[] | undefined {
    return sessions
  },
  get byId(): Sessions {
    return byId
  },
  get failure(): ApiFailure | undefined {
    return failure
  },
  get isLive(): boolean {
    return isLive
  },
}

export async function loadSessions(): Promise<void> {
  try {
    sessions = await call<readonly Session[]>('sessions')
    failure = undefined
  } catch (error) {
    failure = asFailure(error)
  }
}

/** Calls with every change of the record; returns what ends that. */
export function onChange(listener: (change: Change) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Follows the record: lists are brought up to date at most once in a while, whatever happens. */
export function follow(signal: AbortSignal): void {
  let isWaiting = false
  hear(signal, {
    onState: (state) => {
      isLive = state
    },
    onChange: (change) => {
      for (const listener of listeners) listener(change)
      if (isWaiting) return
      isWaiting = true
      setTimeout(() => {
        isWaiting = false
        void loadSessions()
      }, 150)
    },
  })
}

export function asFailure(error: unknown): ApiFailure {
  if (error instanceof ApiFailure) return error
  return new ApiFailure({ code: 'page', message: error instanceof Error ? error.message : String(error) })
}
