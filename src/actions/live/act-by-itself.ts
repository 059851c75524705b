import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Session } from '../../model/session.ts'
import { type Settings, settingIn } from '../../model/settings.ts'
import { digestSession } from '../digest/session-digest.ts'
import { fillOfSession } from '../pressure/fill-of-session.ts'
import { limitsOf } from '../pressure/limits-of.ts'
import { recordOutputs } from '../surgery/record-outputs.ts'
import { rolloverSession } from '../surgery/rollover-session.ts'
import type { Workspace } from '../workspace.ts'
import type { HookState } from './hook-state.ts'

/**
 * At the last level, what the user allowed Stet to do by itself: write down what the session came to, or make the
 * session that takes over; once, until the context is smaller. Neither changes anything that is there. Returns what hooks
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
  const { handoff } = await digestSession(workspace, session)
  const path = join(storeDir, 'handoffs', `${session.id}.md`)
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  await writeFile(path, handoff, { mode: 0o600 })
  const written = `The context is ${Math.round(percent)}% full. Stet wrote a handoff: ${path}.`
  if (auto === 'emergency')
    return {
      acted: true,
      did: `${written} \`stet rollover ${session.id.slice(0, 8)} --summary-file ${path}\` goes on from it.`,
    }
  const rolled = await rolloverSession(workspace, session)
  await recordOutputs(workspace, rolled)
  const { resume } = rolled.sessions[0]!
  return {
    acted: true,
    did: `${written} A fresh session is ready: ask the user to leave this one and run \`${resume}\`.`,
  }
}
