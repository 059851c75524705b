import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { CHILDREN } from './place.ts'

export const OPERATIONS = [
  'trim, dry run',
  'trim',
  'split',
  'merge with a part of itself',
  'trim, taken into the record',
  'trim, dry run, the first on the session',
] as const
export type Operation = (typeof OPERATIONS)[number]

export interface Operated {
  readonly wallMs: number
  /** The most memory the process ever held. */
  readonly peakBytes: number
}

/** Runs bench/children/operate.ts, which stays and carries out what it is asked for. */
export async function withOperations(
  args: readonly string[],
  work: (operate: (operation: Operation) => Promise<Operated>) => Promise<void>,
): Promise<void> {
  const child = fork(join(CHILDREN, 'operate.cjs'), args)
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`operate ended with ${code}`)
  })
  ended.catch(() => {}) // told to whoever waits for an answer
  const answer = async () => (await Promise.race([once(child, 'message'), ended]))[0]
  try {
    await answer()
    await work((operation) => {
      child.send(operation)
      return answer()
    })
  } finally {
    child.disconnect()
  }
}
