const PAGE = 500

/**
 * Walks rows page by page. Between two pages the connection is free, so a write may happen there; each page sees the
 * last finished write, and a row that was there before the walk began and stays is given exactly once.
 */
export async function* pages<Row>(
  read: (after: Row | undefined, limit: number) => readonly Row[] | Promise<readonly Row[]>,
  limit = PAGE,
): AsyncGenerator<Row> {
  let last: Row | undefined
  while (true) {
    const page = await read(last, limit)
    yield* page
    if (page.length < limit) return
    last = page.at(-1)
  }
}

/** Cuts what is asked for into lists of so many at the most. */
export async function* inBatches<T>(items: Iterable<T> | AsyncIterable<T>, size: number): AsyncGenerator<readonly T[]> {
  let batch: T[] = []
  for await (const item of items) {
    batch.push(item)
    if (batch.length < size) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}
