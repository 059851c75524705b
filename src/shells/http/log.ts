/** What is written down of a request: never what was asked for, nor what was answered. */
export interface LogEntry {
  readonly method: string
  readonly path: string
  readonly status: number
  readonly ms?: number
  /** The kind of an unexpected error. */
  readonly error?: string
}

export type Log = (entry: LogEntry) => void

/** One line of JSON for each request. */
export function logLines(write: (line: string) => void, clock: () => Date): Log {
  return ({ ms, ...entry }) => {
    const took = ms === undefined ? {} : { ms: Math.round(ms * 10) / 10 }
    write(`${JSON.stringify({ at: clock().toISOString(), ...entry, ...took })}\n`)
  }
}
