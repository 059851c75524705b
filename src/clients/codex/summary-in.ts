import { liveLine } from '../live-line.ts'

/** What the client writes before the summary. */
const BEFORE = /^Another language model started to solve this problem[\s\S]*?to assist with your own analysis:\s*/

/** What the model wrote of everything before a compaction; undefined where it is kept out of sight, or there is none. */
export function summaryIn(lines: Buffer): string | undefined {
  for (const text of lines.toString('utf8').split('\n')) {
    if (!text.includes('"compacted"')) continue
    const line = liveLine<{ readonly type?: unknown; readonly payload?: { readonly message?: unknown } }>(text)
    const message = line?.type === 'compacted' ? line.payload?.message : undefined
    if (typeof message === 'string' && message !== '') return message.replace(BEFORE, '').trim()
  }
  return undefined
}
