import { setTimeout as wait } from 'node:timers/promises'
import type { LiveClient } from '../clients/live-client.ts'
import { isFailure } from '../model/errors.ts'
import type { Session } from '../model/session.ts'
import type { Settings } from '../model/settings.ts'
import type { Bridge } from '../pressure/fill.ts'
import { type Cut, replacedText } from '../pressure/replaced-text.ts'
import type { Workspace } from '../record/workspace.ts'
import { rolloverSession } from '../surgery/rollover-session.ts'
import { shrinkSession } from '../surgery/shrink-session.ts'
import { linesFromEnd } from '../system/lines-from-end.ts'
import type { HookState } from './hook-state.ts'
import { lastUsageIn } from './last-usage-in.ts'
import { liveWindow } from './live-window.ts'
import type { HookInput } from './quick-hook.ts'

/** The client writes its transcript about a tenth of a second after what it writes down. */
const WRITTEN_MS = 250
/** The agent's turn goes on for no more requests than this. */
const MOST_STOPS = 10
/** What the cut leaves of the window at most, and of what is sent now. */
const LEFT_OF_WINDOW = 0.5
const LEFT_OF_CONTEXT = 0.75

interface Asked {
  readonly client: LiveClient
  readonly input: HookInput
  readonly path: string
  readonly settings: Settings
  readonly state: HookState
  readonly bridge: Bridge | undefined
  readonly capture: () => Promise<Session | undefined>
}

/** What a hook prints to stop the compaction, and what hooks remember of it. */
interface Stopped {
  readonly output: string
  readonly remembered: Pick<HookState, 'cut' | 'isCutNews'>
}

/**
 * Stops a compaction that the client begins by itself, and makes a smaller session to go on in, once; asked again in the
 * same turn, it stops it again. Undefined where the compaction has to go on: where nobody could go on by hand, the next request
 * would not fit, or the turn in which the session was made is over.
 */
export async function stopCompaction(workspace: Workspace, asked: Asked): Promise<Stopped | undefined> {
  const { client, input, path, state } = asked
  const stop = client.compactionStop
  if (!stop || input.trigger !== 'auto' || input.agent_id !== undefined) return undefined
  const endsTurn = stop.isAttended !== undefined
  if (stop.isAttended?.(linesFromEnd(path)) === false) return undefined
  const turn = input.prompt_id ?? input.turn_id
  const { cut: known } = state
  if (known && (endsTurn || known.turn !== turn || known.stops === MOST_STOPS)) return undefined
  await wait(WRITTEN_MS)
  if (!fits(asked, stop.room)) return undefined
  const cut = known ?? (await make(workspace, asked))
  if (!cut) return undefined
  const stops = (known?.stops ?? 0) + 1
  return { output: stop.output(replacedText(cut)), remembered: { cut: { ...cut, turn, stops }, isCutNews: !endsTurn } }
}

function fits(asked: Asked, room: number): boolean {
  const { tokens, window } = sentNow(asked)
  return tokens > 0 && window - tokens >= room
}

function sentNow({ client, path, settings, bridge }: Asked): { readonly tokens: number; readonly window: number } {
  const { usage } = lastUsageIn(client, path)
  return {
    tokens: usage ? usage.tokens + (usage.since ?? 0) : 0,
    window: liveWindow(settings, client, { usage, bridge }),
  }
}

/**
 * The gentlest way that frees enough; a handoff where none does but that. Work goes on in the session until the turn ends.
 * Undefined where what is sent is mostly no part of the session: then nothing that Stet could make would be smaller.
 */
async function make(workspace: Workspace, asked: Asked): Promise<Cut | undefined> {
  const session = await asked.capture()
  if (!session) return undefined
  const { tokens, window } = sentNow(asked)
  const target = Math.floor(Math.min(LEFT_OF_WINDOW * window, LEFT_OF_CONTEXT * tokens))
  const operated = await shrinkSession(workspace, session, { to: String(target), keepsLast: true, keep: true }).then(
    (shrunk) => shrunk.operated,
    async (error: unknown) => {
      if (!isFailure(error, 'nothing-to-do')) throw error
      const planned = await rolloverSession(workspace, session, { keep: true, dryRun: true })
      return planned.tokens_after > target ? undefined : rolloverSession(workspace, session, { keep: true })
    },
  )
  if (!operated) return undefined
  const { kind, sessions, tokens_before: before, tokens_after: after } = operated
  return { session: sessions[0]!.session, kind, before, after }
}
