import { setTimeout as wait } from 'node:timers/promises'
import { isFailure } from '../../model/errors.ts'
import type { Workspace } from '../workspace.ts'
import { findSessionFiles, type InscribeResult, inscribe } from './inscribe.ts'

interface WatchOptions {
  readonly signal: AbortSignal
  readonly intervalMs?: number
  readonly onInscribed: (result: InscribeResult) => void
}

/** A new round is seen within a second; looking takes at most this share of the time, unless there is very much to look at. */
const SOONEST_MS = 250
const SHARE = 0.1

/**
 * Follows every session on this machine until the signal. It looks rather than listens: a look at files that did not
 * change costs microseconds each, and works on every file system. Whatever goes wrong is told once and ends nothing.
 */
export async function watch(
  workspace: Workspace,
  { signal, intervalMs = 1000, onInscribed }: WatchOptions,
): Promise<void> {
  const reported = new Set<string>()
  const unhurried = { ...workspace, signal: undefined } // a look that was begun is ended
  const look = async (from: Workspace): Promise<InscribeResult> => {
    try {
      return await inscribe(from, await findSessionFiles(from), { trust: 'last-commit', mayBeGone: () => true })
    } catch (error) {
      if (!isFailure(error)) throw error
      return { sessions: [], failed: [{ path: '', code: error.code, message: error.message }], warnings: [] } // the next look may go well
    }
  }
  while (!signal.aborted) {
    const began = performance.now()
    const result = await look(unhurried)
    const took = performance.now() - began
    const news = {
      sessions: result.sessions.filter((session) => session.new_bytes > 0),
      failed: result.failed.filter((failure) => !reported.has(`${failure.path}\0${failure.code}`)),
      warnings: result.warnings.filter((warning) => !reported.has(warning)),
    }
    for (const warning of news.warnings) reported.add(warning)
    for (const failure of news.failed) reported.add(`${failure.path}\0${failure.code}`)
    if (news.sessions.length > 0 || news.failed.length > 0) onInscribed(news)
    await wait(Math.min(intervalMs, Math.max(SOONEST_MS, took / SHARE)), undefined, { signal }).catch(() => undefined) // the signal ends the wait, and then the loop
  }
}
