import { uuidOf } from '../../../model/id.ts'

interface SummaryPlace {
  readonly sessionId: string
  readonly cwd: string | null
  readonly at: string
}

/**
 * A compaction in the client's own form: a boundary, and the summary as the message that follows it. The uuids come
 * from the content, so that the same summary at the same place is the same artifact.
 */
export function summaryLines(summary: string, { sessionId, cwd, at }: SummaryPlace): Buffer {
  const common = { isSidechain: false, userType: 'external', sessionId, ...(cwd !== null && { cwd }), timestamp: at }
  const boundary = uuidOf(`boundary\0${sessionId}\0${at}\0${summary}`)
  const lines = [
    {
      parentUuid: null,
      ...common,
      type: 'system',
      subtype: 'compact_boundary',
      content: 'Conversation compacted',
      level: 'info',
      uuid: boundary,
      compactMetadata: { trigger: 'manual' },
    },
    {
      parentUuid: boundary,
      ...common,
      type: 'user',
      isCompactSummary: true,
      isVisibleInTranscriptOnly: true,
      message: { role: 'user', content: summary },
      uuid: uuidOf(`summary\0${sessionId}\0${at}\0${summary}`),
    },
  ]
  return Buffer.from(lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
}
