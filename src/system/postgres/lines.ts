import type { Line } from './open-line.ts'

/** Lines to the server, opened when they are needed and kept for who comes next. */
export interface Lines {
  /** Runs `work` on a line that nobody else has. */
  alone<T>(work: Work<T>): Promise<T>
  /** Runs `work` on a line that others may read with at the same time. */
  together<T>(work: Work<T>): Promise<T>
  close(): Promise<void>
}

/** `isFresh` says that the line was opened for this. */
type Work<T> = (line: Line, isFresh: boolean) => Promise<T>

interface Held {
  readonly line: Line
  users: number
  isAlone: boolean
}

const CLOSE_SECONDS = 5

/** One of them is never read with, so that readers who come one after the other keep no writer waiting. */
export function keepLines(open: () => Line, most: number): Lines {
  let all: Held[] = []
  let waiting: (() => void)[] = []
  let isClosed = false

  function find(alone: boolean): { readonly held: Held; readonly isFresh: boolean } | undefined {
    all = all.filter(({ line }) => !line.isLost())
    const unused = all.find(({ users }) => users === 0)
    const readers = all.filter(({ users, isAlone }) => users > 0 && !isAlone)
    const mayHaveOwn = alone || readers.length < most - 1
    if (unused && mayHaveOwn) return { held: unused, isFresh: false }
    if (mayHaveOwn && all.length < most) {
      const held = { line: open(), users: 0, isAlone: false }
      all.push(held)
      return { held, isFresh: true }
    }
    const [least] = alone ? [] : readers.sort((a, b) => a.users - b.users)
    return least && { held: least, isFresh: false }
  }

  async function take(alone: boolean): Promise<{ readonly held: Held; readonly isFresh: boolean }> {
    for (;;) {
      if (isClosed) throw Object.assign(new Error('the connection was closed'), { code: 'CONNECTION_ENDED' })
      const found = find(alone)
      if (found) {
        found.held.users++
        found.held.isAlone = alone
        return found
      }
      await new Promise<void>((wake) => waiting.push(wake))
    }
  }

  function wakeAll(): void {
    const woken = waiting
    waiting = []
    for (const wake of woken) wake()
  }

  async function on<T>(alone: boolean, work: Work<T>): Promise<T> {
    const { held, isFresh } = await take(alone)
    try {
      return await work(held.line, isFresh)
    } finally {
      held.users--
      wakeAll()
    }
  }

  /** Who is at work may finish, for a while. */
  async function unused(): Promise<void> {
    let isOver = false
    const timer = setTimeout(() => {
      isOver = true
      wakeAll()
    }, CLOSE_SECONDS * 1000)
    while (!isOver && all.some(({ users }) => users > 0)) await new Promise<void>((wake) => waiting.push(wake))
    clearTimeout(timer)
  }

  return {
    alone: (work) => on(true, work),
    together: (work) => on(false, work),
    close: async () => {
      isClosed = true
      wakeAll()
      await unused()
      await Promise.all(all.map(({ line }) => line.end()))
    },
  }
}
