import type { Environment } from '../../commands/kit/call.ts'
import { limitsIn } from '../../live/limits-in.ts'
import { type StatusLine, statusText, takeStatus } from '../../live/status-line.ts'
import { liveFolder } from '../../record/running/live-files.ts'
import { readInput } from './read-input.ts'

type Paint = Parameters<typeof statusText>[1]

/** Reads what the client gives its status line, and what to show of it. */
export async function readStatusLine(
  environment: Pick<Environment, 'stdin' | 'storeDir' | 'settingSources'>,
): Promise<{ readonly value: StatusLine; readonly text: (paint: Paint) => string }> {
  const input = await readInput(environment.stdin())
  const limits = await limitsIn(environment.settingSources())
  const value = takeStatus(liveFolder(environment.storeDir), input, limits, Date.now())
  return { value, text: (paint) => statusText(value, paint) }
}
