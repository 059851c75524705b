import { isFailure } from '../../model/errors.ts'
import type { SessionId } from '../../model/id.ts'
import type { RoundText } from '../../model/round-text.ts'
import { mask } from '../../redaction/mask.ts'
import type { Mark, SearchIndex } from './search-index.ts'

/** This many characters of what was said go into the index in one transaction. */
const BATCH = 4 << 20

/**
 * Brings what is appended to a session into the search index, after the record's own writes. The record never waits
 * for it to succeed: an index that is elsewhere, or cannot be written, is left and caught up later. Secrets are
 * masked on the way: the record has them, the index has not.
 */
export interface SearchFollower {
  add(texts: readonly RoundText[], to: Mark): Promise<void>
  /** Writes what is held; true when the index has all that was added. */
  flush(): Promise<boolean>
}

export function followSession(
  search: Pick<SearchIndex, 'add'> | undefined,
  session: SessionId,
  from: Mark | undefined,
): SearchFollower {
  let at = from
  let held: RoundText[] = []
  let chars = 0
  let to: Mark | undefined
  let keepsUp = search !== undefined

  async function flush(): Promise<boolean> {
    if (!keepsUp || !search || !to) return keepsUp && at !== from
    const entry = { session, from: at, to, rounds: held }
    held = []
    chars = 0
    at = to
    to = undefined
    keepsUp = (await whereAvailable(() => search.add(entry))) ?? false
    return keepsUp
  }

  return {
    async add(texts, reached) {
      if (!keepsUp) return
      for (const round of texts) {
        const { text } = await mask(round.text)
        held.push(text === round.text ? round : { ...round, text })
        chars += text.length
      }
      to = reached
      if (chars >= BATCH) await flush()
    },
    flush,
  }
}

/** What the index answers; undefined where it cannot be used. */
export async function whereAvailable<T>(ask: () => Promise<T>): Promise<T | undefined> {
  try {
    return await ask()
  } catch (error) {
    if (!isFailure(error, 'search-unavailable')) throw error
    return undefined
  }
}
