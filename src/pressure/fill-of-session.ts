import { windowOf } from '../clients/window-of.ts'
import type { Session } from '../model/session.ts'
import { type Settings, settingIn } from '../model/settings.ts'
import { liveFile, readLive } from '../record/running/live-files.ts'
import type { Workspace } from '../record/workspace.ts'
import { type Bridge, type Fill, fillOf } from './fill.ts'

/**
 * How full a recorded session's window is, by the client's own status line where that holds. `context` is what its lines say:
 * the last usage and what came after it.
 */
export function fillOfSession(
  { clock, liveDir }: Pick<Workspace, 'clock' | 'liveDir'>,
  session: Session,
  context: number,
  settings: Settings,
): Fill {
  const { facts } = session
  const set = settingIn(settings, 'context.window')
  const bridge = liveDir === undefined ? undefined : readLive<Bridge>(liveFile(liveDir, session.clientId, 'bridge'))
  const window = set > 0 ? set : bridge && bridge.window > 0 ? bridge.window : windowOf(session)
  return fillOf({
    bridge,
    usage: facts.tokens === 0 ? 0 : context,
    estimate: context,
    window,
    now: clock().getTime(),
    changed: facts.ended === null ? undefined : Date.parse(facts.ended),
  })
}
