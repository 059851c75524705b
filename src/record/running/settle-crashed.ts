import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { isFailure } from '../../model/errors.ts'
import type { SessionId } from '../../model/id.ts'
import { isRunning } from '../../system/is-running.ts'
import { resolveSession } from '../naming/resolve-session.ts'
import type { Workspace } from '../workspace.ts'
import { isSpent, keepEnd } from './keep-end.ts'
import { readLive, removeLiveFiles } from './live-files.ts'
import type { RunningState } from './running-state.ts'
import { windowsOf } from './windows-of.ts'

/** A session whose process is not known counts as over after so long without a hook. */
const SILENT_MS = 24 * 3600_000

/**
 * Finds sessions that hooks saw begin and that were not recorded to their end, although their client is gone: takes what
 * is left of them into the record and, where the client never said that they end, writes down that they crashed. One that
 * cannot be recorded now is found again the next time.
 */
export async function settleCrashed(
  workspace: Workspace,
  capture: (path: string) => Promise<SessionId | undefined>,
): Promise<void> {
  const { liveDir, store, clock } = workspace
  if (liveDir === undefined) return
  const now = clock().getTime()
  for (const name of namesIn(liveDir)) {
    const id = name.slice(0, -'.state'.length)
    const state = readLive<RunningState>(join(liveDir, name)) ?? {}
    if (isSpent(state, now)) removeLiveFiles(liveDir, id)
    if (state.transcript === undefined || !isOver(state, now)) continue
    try {
      const session = existsSync(state.transcript)
        ? await capture(state.transcript)
        : (await resolveSession(workspace, id)).id
      if (session === undefined) continue
      const found = await store.findSession(session)
      if (found?.end === null && state.ended === undefined) {
        const at = found.facts.ended ?? clock().toISOString()
        await store.endSession(session, { at, reason: 'crashed', context: null, summary: null })
      }
    } catch (error) {
      if (!isFailure(error)) throw error
      if (!isFailure(error, 'session-not-found')) continue
    }
    keepEnd(liveDir, id, state, now)
  }
}

function isOver(state: RunningState, now: number): boolean {
  const windows = windowsOf(state)
  return windows.length === 0 ? now - (state.seen ?? 0) > SILENT_MS : !windows.some(({ pid }) => isRunning(pid))
}

function namesIn(liveDir: string): readonly string[] {
  try {
    return readdirSync(liveDir).filter((name) => name.endsWith('.state'))
  } catch {
    return []
  }
}
