import { compressionsFolder } from '../brief/compressions.ts'
import { DEFAULT_REQUEST } from '../brief/request.ts'
import { isFailure } from '../model/errors.ts'
import type { Session } from '../model/session.ts'
import { type Settings, settingIn } from '../model/settings.ts'
import { fillOfSession } from '../pressure/fill-of-session.ts'
import { limitsOf } from '../pressure/limits-of.ts'
import type { Workspace } from '../record/workspace.ts'
import { compress } from '../surgery/compress-session.ts'
import { rolloverSession } from '../surgery/rollover-session.ts'
import type { HookState } from './hook-state.ts'

/**
 * At the last level, what the user allowed Stet to do by itself: compress the session into a state and a prompt, or make
 * the session that takes over, too; once, until the context is smaller. Neither changes anything that is there. Returns what hooks
 * have to remember of it.
 */
export async function actByItself(
  workspace: Workspace,
  session: Session,
  settings: Settings,
  { acted }: HookState,
): Promise<Pick<HookState, 'acted' | 'did'>> {
  const auto = settingIn(settings, 'context.auto')
  if (auto !== 'emergency' && auto !== 'force') return {}
  const { percent } = fillOfSession(workspace, session, session.facts.tokens, settings)
  const { storeDir } = workspace
  if (percent < limitsOf(settings).force) return { acted: false }
  if (acted || storeDir === undefined) return {}
  const full = `The context is ${Math.round(percent)}% full.`
  const written = await compress(workspace, session, DEFAULT_REQUEST, { out: compressionsFolder(storeDir) }).then(
    ({ files }) =>
      `${full} Stet compressed the session: ${files.state} has its state, ${files.prompt} the prompt for a new one.`,
    (error: unknown) => {
      if (isFailure(error, 'nothing-to-do')) return full // it is compressed up to its last round
      throw error
    },
  )
  if (auto === 'emergency')
    return {
      acted: true,
      did: `${written} Ask the user to leave this session and to start a new one with the prompt of its last compression.`,
    }
  const rolled = await rolloverSession(workspace, session)
  const { resume, resume_inside: typed } = rolled.sessions[0]!
  const how = typed === null ? `leave this one and run \`${resume}\`` : `type \`${typed}\` here`
  return { acted: true, did: `${written} A fresh session is ready: ask the user to ${how}.` }
}
