import type { SearchIndex } from './search.ts'

/** An index that takes work for later. Whoever asks it anything waits for that work first. */
export interface LateSearch extends SearchIndex {
  /** Does this when the caller has gone on and waits for something else; in the order given. */
  later(work: (index: SearchIndex) => Promise<void>): void
}

export function allowLateWork(index: SearchIndex): LateSearch {
  let pending: Promise<void> = Promise.resolve()
  let failed: { readonly error: unknown } | undefined

  /** What went wrong meanwhile is thrown to the first who asks. */
  async function settle(): Promise<void> {
    await pending
    if (!failed) return
    const { error } = failed
    failed = undefined
    throw error
  }

  const settled =
    <Args extends readonly unknown[], T>(verb: (...args: Args) => Promise<T>) =>
    async (...args: Args): Promise<T> => {
      await settle()
      return verb(...args)
    }

  return {
    findMark: settled(index.findMark),
    listMarks: settled(index.listMarks),
    add: settled(index.add),
    forget: settled(index.forget),
    listRounds: settled(index.listRounds),
    query: settled(index.query),
    later(work) {
      pending = pending
        .then(nextTurn)
        .then(() => work(index))
        .catch((error: unknown) => {
          failed ??= { error }
        })
    },
    async close() {
      await settle().finally(index.close)
    },
  }
}

function nextTurn(): Promise<void> {
  return new Promise((wake) => setImmediate(wake))
}
