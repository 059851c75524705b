import type { LiveStream } from '../client.ts'
import { isText, readLine } from './schema.ts'

/** What `codex exec --json` prints, a line for each event; the prompt is not in it. */
export const STREAM: LiveStream = {
  sessionOf(bytes) {
    const line = readLine(bytes)
    const thread = line?.type === 'thread.started' ? line.payload.thread_id : undefined
    return isText(thread) ? thread : undefined
  },
  sign(bytes) {
    const type = readLine(bytes)?.type
    return type === 'turn.completed' || type === 'turn.failed' ? 'turn' : undefined
  },
  example: 'codex exec --json "…"',
}
