/** A connection that only reads. */
interface Reader {
  /** What is read from here on is one state of the database, until the function it returns is called. */
  holdState(): () => void
  close(): void
}

export interface Readers<R extends Reader> {
  /** Runs `work` over one state, with a connection that nobody else has meanwhile. */
  overState<T>(work: (reader: R) => Promise<T>): Promise<T>
  close(): void
}

/** Each state that is looked at has a connection of its own, so that others go on; one that nobody uses is used again. */
export function keepReaders<R extends Reader>(open: () => R): Readers<R> {
  const unused: R[] = []
  return {
    async overState(work) {
      const reader = unused.pop() ?? open()
      try {
        const release = reader.holdState()
        try {
          return await work(reader)
        } finally {
          release()
        }
      } finally {
        unused.push(reader)
      }
    },
    close() {
      for (const reader of unused.splice(0)) reader.close()
    },
  }
}
