import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { inscribe } from '../inscribe.ts'
import type { Workspace } from '../workspace.ts'
import type { HookState } from './hook-state.ts'
import { isRunning } from './is-running.ts'
import { liveFile, readLive, removeLive } from './live-files.ts'

/** A session whose process is not known counts as over after so long without a hook. */
const SILENT_MS = 24 * 3600_000

/**
 * Finds sessions that hooks saw begin and never end, although their client is gone: takes what is left of them into the
 * record and writes down that they crashed. Returns their ids.
 */
export async function settleCrashed(
  workspace: Workspace,
  liveDir: string,
  { except }: { readonly except?: string } = {},
): Promise<readonly string[]> {
  const crashed: string[] = []
  for (const name of namesIn(liveDir)) {
    const id = name.slice(0, -'.state'.length)
    const state = readLive<HookState>(join(liveDir, name))
    if (id === except || state?.transcript === undefined || !isOver(state, workspace.clock().getTime())) continue
    const { transcript } = state
    if (existsSync(transcript)) {
      const { sessions } = await inscribe(workspace, [transcript])
      const [session] = sessions
      if (session) {
        const at = (await workspace.store.findSession(session.session))?.facts.ended ?? workspace.clock().toISOString()
        await workspace.store.endSession(session.session, { at, reason: 'crashed', context: null, summary: null })
        crashed.push(session.session)
      }
    }
    for (const kind of ['state', 'next', 'bridge'] as const) removeLive(liveFile(liveDir, id, kind))
  }
  return crashed
}

function isOver({ pid, seen }: HookState, now: number): boolean {
  return pid === undefined ? now - (seen ?? 0) > SILENT_MS : !isRunning(pid)
}

function namesIn(liveDir: string): readonly string[] {
  try {
    return readdirSync(liveDir).filter((name) => name.endsWith('.state'))
  } catch {
    return []
  }
}
