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
