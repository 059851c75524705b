import type { Client } from '../../clients/client.ts'
import { clientOf } from '../../clients/client-of.ts'
import { windowOfClient } from '../../clients/window-of.ts'
import type { Commit } from '../../model/commit.ts'
import { isFailure } from '../../model/errors.ts'
import type { Session } from '../../model/session.ts'
import type { Workspace } from '../../record/workspace.ts'
import type { OperateOptions } from '../operate.ts'
import { type Shrunk, shrinkSession, tokensMeant, windowFor } from '../shrink-session.ts'

/** How a context that was too large for the window of a client was cut to fit it. */
export interface Fitted {
  readonly way: string
  readonly tokens_before: number
  readonly tokens_after: number
  /** The most that was asked for, and the window. */
  readonly target: number
  readonly window: number
  /** What is no longer seen of results, in tokens, and how many rounds became rows of an index. */
  readonly results_left_out: number
  readonly rounds_indexed: number
  /** What it costs that the cache misses, in dollars; null for another client, or a model without a known price. */
  readonly price: number | null
}

/** As much of the window as a new session takes at most unless told otherwise: from there on a cut is recommended. */
export const FIT = '75%'

interface Wanted extends Pick<OperateOptions, 'out' | 'force' | 'parents' | 'dryRun' | 'note'> {
  /** A share of the window, tokens, or `none`. */
  readonly fit: string
  readonly client: Client
  /** What the whole context takes. */
  readonly tokens: number
}

/** What was written in place of a context that is too large; or what to mind, where nothing could be cut of it. */
export type Fit = { readonly shrunk: Shrunk; readonly fitted: Fitted } | { readonly warnings: readonly string[] }

/**
 * Writes the context of a commit cut in the gentlest way that fits the client's window; undefined where the whole of it
 * fits. What is not the context of one session of a client is not cut, and that is said.
 */
export async function fit(
  workspace: Workspace,
  tip: Commit,
  source: Session | undefined,
  { fit: most, client, tokens, ...placing }: Wanted,
): Promise<Fit | undefined> {
  if (most === 'none') return undefined
  const window = source ? await windowFor(workspace, source, client) : windowOfClient(client)
  const target = tokensMeant(most, window)
  if (tokens <= target) return undefined
  const share = Math.round((tokens / window) * 100)
  const large = `The context has about ${tokens} tokens, ${share} % of the window of ${client.label}`
  if (!source || !isOfOneSession(tip, source))
    return { warnings: [`${large}: only the context of a session of a client can be cut to fit.`] }
  try {
    const options = { ...placing, to: String(target), client, keepsLast: true, keep: true, until: tip.end }
    const shrunk = await shrinkSession(workspace, source, options)
    const chosen = shrunk.ways.find((way) => way.chosen)!
    const { tokens_before, tokens_after } = shrunk.operated
    const { way, results_left_out, rounds_indexed } = chosen
    const price = client.name === source.client ? chosen.price : null
    return {
      shrunk,
      fitted: { way, tokens_before, tokens_after, target, window, results_left_out, rounds_indexed, price },
    }
  } catch (error) {
    if (!isFailure(error, 'nothing-to-do')) throw error
    if (error.facts.tokens !== undefined) return undefined // its client counted less
    return { warnings: [`${large}: no way of cutting reaches ${target}.`] }
  }
}

function isOfOneSession({ type, checkpoint }: Commit, source: Session): boolean {
  if (type === 'snapshot' && checkpoint === 'explicit') return false
  return source.facts.spawnedBy === null && clientOf(source).context !== undefined
}
