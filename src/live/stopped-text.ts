import { join } from 'node:path'
import { isFailure } from '../model/errors.ts'
import { readLive, writeLive } from '../record/running/live-files.ts'

const DAY_MS = 86_400_000

/** What keeps hooks from recording anything, once a day; empty where it was said, and for what the next hook mends. */
export function stoppedText(error: unknown, liveDir: string, now: number): string {
  if (!isFailure(error, 'store-too-new', 'store-unreadable', 'store-unavailable', 'store-full', 'store-read-only'))
    return ''
  const file = join(liveDir, 'stopped.json')
  const said = readLive<{ readonly at: number }>(file)
  if (said && now - said.at < DAY_MS) return ''
  try {
    writeLive(file, JSON.stringify({ at: now }))
  } catch {
    // said again with the next session then
  }
  return `Stet records nothing of this session: ${error.message} ${error.hint ?? ''}`.trim()
}
