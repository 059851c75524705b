import { setTimeout as wait } from 'node:timers/promises'
import { findSessionFiles, type InscribeResult, inscribe } from './inscribe.ts'
import type { Workspace } from './workspace.ts'

interface WatchOptions {
  readonly signal: AbortSignal
  readonly intervalMs?: number
  readonly onInscribed: (result: InscribeResult) => void
}

/**
 * Follows every session on this machine until the signal. It looks rather than listens: a look at files that did not
 * change costs microseconds each, and works on every file system.
 */
export async function watch(
  workspace: Workspace,
  { signal, intervalMs = 1000, onInscribed }: WatchOptions,
): Promise<void> {
  const reported = new Set<string>()
  const unhurried = { ...workspace, signal: undefined } // a look that was begun is ended
  while (!signal.aborted) {
    const result = await inscribe(unhurried, await findSessionFiles(workspace), { trust: 'last-commit' })
    const news = {
      sessions: result.sessions.filter((session) => session.new_bytes > 0),
      failed: result.failed.filter((failure) => !reported.has(`${failure.path}\0${failure.code}`)),
    }
    for (const failure of news.failed) reported.add(`${failure.path}\0${failure.code}`)
    if (news.sessions.length > 0 || news.failed.length > 0) onInscribed(news)
    await wait(intervalMs, undefined, { signal }).catch(() => undefined) // the signal ends the wait, and then the loop
  }
}
