import { claudeCodeLive } from './claude-code/live.ts'
import { codexLive } from './codex/live.ts'
import { geminiLive } from './gemini/live.ts'
import type { LiveClient } from './live-client.ts'
import { clientNamed } from './names.ts'

/** Every client that Stet runs in. The first is meant where nothing else is said. */
export const LIVE_CLIENTS: readonly [LiveClient, ...LiveClient[]] = [claudeCodeLive, codexLive, geminiLive]

/** The client a hook runs in: the one that was named, or whose transcript it is. */
export function liveClientOf(name: string | undefined, transcript: string | undefined): LiveClient {
  const named = LIVE_CLIENTS.find((client) => name !== undefined && client.name === clientNamed(name))
  if (named) return named
  return LIVE_CLIENTS.find((client) => transcript !== undefined && client.ownsTranscript(transcript)) ?? LIVE_CLIENTS[0]
}
