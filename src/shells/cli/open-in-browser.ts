import { spawn } from 'node:child_process'
import type { Environment } from '../../commands/kit/call.ts'

/** Opens an address where a person can see it; false where there is no display. Nobody waits for the browser. */
export function openInBrowser(
  url: string,
  { hasDisplay, platform }: Pick<Environment, 'hasDisplay' | 'platform'>,
): boolean {
  if (!hasDisplay) return false
  const opener = platform === 'darwin' ? 'open' : 'xdg-open'
  const child = spawn(opener, [url], { stdio: 'ignore', detached: true })
  child.on('error', () => {}) // there is no such program: the address is printed anyway
  child.unref()
  return true
}
