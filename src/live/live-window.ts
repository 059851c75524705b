import type { LiveClient, Usage } from '../clients/live-client.ts'
import { type Settings, settingIn } from '../model/settings.ts'
import type { Bridge } from '../pressure/fill.ts'

/** Tokens that the window of a running session holds: as set, else as its client says it, else as its model has it. */
export function liveWindow(
  settings: Settings,
  client: LiveClient,
  { usage, bridge }: { readonly usage: Usage | undefined; readonly bridge: Bridge | undefined },
): number {
  const set = settingIn(settings, 'context.window')
  if (set > 0) return set
  return usage?.window ?? bridge?.window ?? client.windowOf(usage?.model ?? null, usage?.tokens ?? 0)
}
