import type { Shells, TerminalCall } from '../../commands/kit/call.ts'
import { version } from './version.ts'

/** The shells as commands of a terminal start them; each is loaded when it is. */
export function shellsFor(call: () => TerminalCall<unknown>): Shells {
  return {
    version: version(),
    serveMcp: async (open, signal) => {
      const { serveMcp } = await import('../mcp/serve-mcp.ts')
      await serveMcp(open, { version: version(), signal })
    },
    mcpConfig: async (client) => (await import('../mcp/print-config.ts')).mcpConfigOf(client),
    servePage: async (where, how) => (await import('./serve-page.ts')).servePage(call(), where, how),
    completionScript: async (shell) => {
      const { completionScript } = await import('./completion.ts')
      const { COMMANDS } = await import('../../commands/all.ts')
      return completionScript(shell as 'bash', COMMANDS) // the command takes no other
    },
    hookInput: async () => (await import('../process/read-input.ts')).readInput(call().environment.stdin()),
    statusLine: async () => {
      const { readStatusLine } = await import('../process/read-status-line.ts')
      const { paintStatus } = await import('../process/paint-status.ts')
      const { value, text } = await readStatusLine(call().environment)
      return { value, text: (isColored) => text(isColored ? paintStatus : (line) => line) }
    },
  }
}
