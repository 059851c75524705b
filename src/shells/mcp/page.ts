import { Failure } from '../../model/errors.ts'
import { maskedText } from '../../redaction/without-secrets.ts'

/** About 5 000 tokens: enough to read on, little enough not to fill a context by one call. */
const PAGE_CHARS = 20_000

const MOST_PAGES = 100_000

export const PAGE_SCHEMA = { type: 'integer', minimum: 1, default: 1 } as const

/** The page that is asked for. */
export function pageIn(given: unknown): number {
  const page = given ?? 1
  if (typeof page === 'number' && Number.isInteger(page) && page >= 1 && page <= MOST_PAGES) return page
  throw new Failure('usage', `page takes a whole number of at least 1, not ${JSON.stringify(page)?.slice(0, 40)}.`)
}

/**
 * One page of a text, cut at line ends where there are some, and how to get the next. Secrets are masked before it is cut:
 * half of one is not known as such.
 */
export async function pageOf(text: string, page: number): Promise<string> {
  const pages = pagesOf(await maskedText(text))
  const wanted = pages[page - 1]
  if (wanted === undefined) {
    throw new Failure('usage', `There is no page ${page}.`, {
      facts: { page, pages: pages.length },
      hint: `The last page is ${pages.length}.`,
    })
  }
  const more = page < pages.length ? `\n\n(page ${page} of ${pages.length}; call again with page ${page + 1})` : ''
  return wanted + more
}

function pagesOf(text: string): readonly string[] {
  const pages: string[] = []
  let at = 0
  do {
    const most = text.slice(at, at + PAGE_CHARS)
    const cut = most.length < PAGE_CHARS ? most.length : lastLineEnd(most)
    pages.push(most.slice(0, cut))
    at += cut
  } while (at < text.length)
  return pages
}

function lastLineEnd(text: string): number {
  const end = text.lastIndexOf('\n') + 1
  return end > text.length / 2 ? end : text.length
}
