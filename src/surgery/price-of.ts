import type { Session } from '../model/session.ts'
import { PRICES_AS_OF, readPrice, rereadPrice } from '../pressure/prices.ts'
import type { Workspace } from '../record/workspace.ts'
import type { Operated } from './operated.ts'

/** What an operation costs and saves, in dollars. */
export interface Price {
  /** Once: what the client has to have read that misses the cache. */
  readonly reread: number
  /** With each request afterwards, less than before; negative where it is more. */
  readonly saved_per_request: number
  /** The day of the prices. */
  readonly as_of: string
}

/** The price of an operation; null for a model without a known price. */
export async function priceOf({ store }: Workspace, operated: Operated): Promise<Price | null> {
  const source = await store.findSession(operated.from[0] as Session['id'])
  const model = source?.facts.model ?? null
  const missed = operated.sessions.reduce((most, { cache }) => Math.max(most, cache.reread), 0)
  const reread = rereadPrice(model, missed)
  const saved = readPrice(model, operated.tokens_before - operated.tokens_after)
  return reread === null || saved === null ? null : { reread, saved_per_request: saved, as_of: PRICES_AS_OF }
}
