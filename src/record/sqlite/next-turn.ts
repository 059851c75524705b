import { setImmediate } from 'node:timers/promises'

/** Waited for between pieces of work that take long together, so that signals and requests are heard meanwhile. */
export const nextTurn = (): Promise<void> => setImmediate()
