import { toUtc } from '../../../model/time.ts'
import { isText, type Line } from '../schema.ts'
import { kindOfUserLine, startsRound, type UserKind } from './classify.ts'
import type { Node, NodeKind, Preserved } from './graph.ts'

/** The node a line is in the graph of links; undefined for side records without a say in it. */
export function nodeOf(line: Line, round: number, userKind?: UserKind): Node | undefined {
  if (!isText(line.uuid)) {
    if (line.type !== 'last-prompt' || !isText(line.leafUuid)) return undefined
    return { uuid: line.leafUuid, parent: null, round, kind: 'leaf', at: 0 }
  }
  const preserved = preservedBy(line)
  return {
    uuid: line.uuid,
    parent: isText(line.parentUuid) ? line.parentUuid : null,
    round,
    kind: kindOf(line, userKind),
    at: Date.parse(toUtc(line.timestamp) ?? '') || 0,
    ...(preserved && { preserved }),
  }
}

/** What a compaction says it kept of the lines before it. */
export function preservedBy(line: Line): Preserved | undefined {
  const { headUuid, anchorUuid, tailUuid } = line.compactMetadata?.preservedSegment ?? {}
  if (!isText(headUuid) || !isText(anchorUuid) || !isText(tailUuid)) return undefined
  return { head: headUuid, anchor: anchorUuid, tail: tailUuid }
}

/** What a line with a uuid is in the graph. */
export function kindOf(line: Line, userKind?: UserKind): NodeKind {
  switch (line.type) {
    case 'assistant':
      return line.isApiErrorMessage ? 'note' : 'message'
    case 'user': {
      const kind = userKind ?? kindOfUserLine(line)
      return startsRound(kind) || kind === 'tool-result' ? 'message' : 'note'
    }
    case 'system':
      return line.subtype === 'compact_boundary' ? 'boundary' : line.subtype === 'local_command' ? 'note' : 'other'
    case 'attachment':
    case 'progress':
      return 'other'
    default:
      return 'foreign'
  }
}
