import { createHash } from 'node:crypto'

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

function uuidOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `a${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  )
}
