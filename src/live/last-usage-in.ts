import { statSync } from 'node:fs'
import type { LiveClient, Usage } from '../clients/live-client.ts'
import { linesFromEnd } from '../system/lines-from-end.ts'

/** What the last reply in a transcript held, and where in the file that reply ends; 0 where there is none. */
export function lastUsageIn(
  client: LiveClient,
  path: string,
): { readonly usage: Usage | undefined; readonly at: number } {
  let after = 0
  let last = 0
  function* counted(): Generator<string> {
    for (const line of linesFromEnd(path)) {
      after += last
      last = Buffer.byteLength(line) + 1
      yield line
    }
  }
  const usage = client.lastUsage(counted())
  return { usage, at: usage === undefined ? 0 : Math.max(0, statSync(path).size - after) }
}
