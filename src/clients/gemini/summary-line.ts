import { hashHex } from '../../model/id.ts'
import { SNAPSHOT_ID } from './classify.ts'
import { UNDERSTOOD } from './schema.ts'

/** A compaction in the client's own form: the snapshot is all that it leaves of what was before. */
export function summaryLine(summary: string, { at }: { readonly at: string }): Buffer {
  return Buffer.from(`${JSON.stringify({ $set: { messages: snapshotMessages(summary, at), lastUpdated: at } })}\n`)
}

/** The snapshot and the agent's word on it. */
export function snapshotMessages(summary: string, timestamp: string): readonly object[] {
  const id = `${SNAPSHOT_ID}${hashHex(`${timestamp}\0${summary}`).slice(0, 32)}`
  return [
    { id, timestamp, type: 'user', content: [{ text: summary }] },
    { id: `${id}_response`, timestamp, type: 'gemini', content: [{ text: UNDERSTOOD }] },
  ]
}
