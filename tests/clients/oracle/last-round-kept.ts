import { readFileSync, writeFileSync } from 'node:fs'

interface Line {
  readonly uuid?: string
  readonly type?: string
  readonly timestamp?: string
  readonly message?: { readonly content?: unknown }
}

const BOUNDARY = 'c0ffee00-0000-4000-8000-000000000001'
const SUMMARY = 'c0ffee00-0000-4000-8000-000000000002'

/** The session with a compaction at its end that kept its last round: the lines from the last question on, by their parents. */
export function withLastRoundKept(path: string, target: string): string {
  const text = readFileSync(path, 'utf8')
  const lines: readonly Line[] = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  const asked = lines.findLast(({ type, message }) => type === 'user' && typeof message?.content === 'string')!
  const last = lines.findLast(({ uuid }) => uuid !== undefined)!
  const after = (seconds: number) => new Date(Date.parse(last.timestamp!) + seconds * 1000).toISOString()
  const boundary = {
    ...asked,
    type: 'system',
    subtype: 'compact_boundary',
    content: 'Conversation compacted',
    uuid: BOUNDARY,
    parentUuid: null,
    timestamp: after(1),
    message: undefined,
    compactMetadata: {
      trigger: 'manual',
      preTokens: 9,
      preservedSegment: { headUuid: asked.uuid, anchorUuid: SUMMARY, tailUuid: last.uuid },
    },
  }
  const summary = {
    ...asked,
    isCompactSummary: true,
    uuid: SUMMARY,
    parentUuid: BOUNDARY,
    timestamp: after(2),
    message: { role: 'user', content: 'This session is being continued from a previous conversation.' },
  }
  writeFileSync(target, `${text}${JSON.stringify(boundary)}\n${JSON.stringify(summary)}\n`)
  return target
}
