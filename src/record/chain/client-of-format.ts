import { claudeCode } from '../../clients/claude-code/index.ts'
import type { Client } from '../../clients/client.ts'
import { CLIENTS } from '../../clients/index.ts'

/** The client whose lines are in this format; undefined for one that is no client's. */
export function clientOfFormat(format: string): Client | undefined {
  return CLIENTS.find((known) => known.format === format)
}

/** The name of the client that a context of this format goes on in: its own, or, where it is no client's, Claude Code. */
export function clientFor(format: string): string {
  return clientOfFormat(format)?.name ?? claudeCode.name
}
