import { toUtc } from '../../../model/time.ts'
import { isText, type Line } from '../schema.ts'
import { kindOfUserLine, startsRound, type UserKind } from './classify.ts'

/**
 * The links between lines, small enough to keep for every line ever recorded: which line follows which, in which
 * round, and what else decides the path a client resumes. One node a line of text; a parent that is simply the node
 * before is left out, so that what remains is little more than the uuids themselves.
 */
export interface Node {
  readonly uuid: string
  readonly parent: string | null
  readonly round: number
  readonly kind: NodeKind
  /** Milliseconds, or 0 where the line has no time. */
  readonly at: number
  /** For a compaction boundary: the first, anchor and last line of what the client kept. */
  readonly preserved?: Preserved | undefined
}

export interface Preserved {
  readonly head: string
  readonly anchor: string
  readonly tail: string
}

/**
 * `message` is what a person, a tool or the model said, `note` a user line the client wrote itself, `other` any line
 * the client links through, `foreign` a line with a uuid that the client does not know, `boundary` a compaction,
 * `leaf` a side record that names the line to resume from.
 */
export type NodeKind = 'message' | 'note' | 'other' | 'foreign' | 'boundary' | 'leaf'

const KINDS: readonly NodeKind[] = ['message', 'note', 'other', 'foreign', 'boundary', 'leaf']

export function encodeGraph(nodes: readonly Node[]): string {
  let text = ''
  let previous = ''
  for (const node of nodes) {
    const parent = node.parent === null ? '-' : node.parent === previous ? '' : escapeId(node.parent)
    const preserved = node.preserved
      ? ` ${escapeId(node.preserved.head)} ${escapeId(node.preserved.anchor)} ${escapeId(node.preserved.tail)}`
      : ''
    text += `${escapeId(node.uuid)} ${parent} ${node.round} ${KINDS.indexOf(node.kind)} ${node.at.toString(36)}${preserved}\n`
    previous = node.uuid
  }
  return text
}

/**
 * Takes graphs one after the other and gives them as pieces of the graph that they are together: a parent that is the
 * last node of the graph before is left out too.
 */
export function createGraphJoiner(): (graph: Uint8Array) => string {
  const none = escapeId('')
  let last = none // as it is written
  return (graph) => {
    const text = Buffer.from(graph).toString('latin1')
    if (text === '') return ''
    const parentStart = text.indexOf(' ') + 1
    const parentEnd = text.indexOf(' ', parentStart)
    const parent = text.slice(parentStart, parentEnd) || none
    const joined = `${text.slice(0, parentStart)}${parent === last ? '' : parent}${text.slice(parentEnd)}`
    const lastRow = text.lastIndexOf('\n', text.length - 2) + 1
    last = text.slice(lastRow, text.indexOf(' ', lastRow))
    return joined
  }
}

export function decodeGraph(text: string): Node[] {
  return [...nodesFromEnd(text)].reverse()
}

/** The nodes, the last one first, each decoded when it is asked for: a long path is walked often. */
export function* nodesFromEnd(text: string): Generator<Node> {
  const rows = text.split('\n').filter(Boolean)
  let uuid = uuidOf(rows.at(-1))
  for (let at = rows.length - 1; at >= 0; at--) {
    const before = uuidOf(rows[at - 1])
    yield decodeNode(rows[at]!, uuid, before)
    uuid = before
  }
}

function uuidOf(row: string | undefined): string {
  return row === undefined ? '' : unescapeId(row.slice(0, row.indexOf(' ')))
}

function decodeNode(row: string, uuid: string, before: string): Node {
  const parentStart = row.indexOf(' ') + 1
  const roundStart = row.indexOf(' ', parentStart) + 1
  const kindStart = row.indexOf(' ', roundStart) + 1
  const timeStart = row.indexOf(' ', kindStart) + 1
  const timeEnd = row.indexOf(' ', timeStart)
  const parent = row.slice(parentStart, roundStart - 1)
  const node = {
    uuid,
    parent: parent === '' ? before : parent === '-' ? null : unescapeId(parent),
    round: Number(row.slice(roundStart, kindStart - 1)),
    kind: KINDS[Number(row[kindStart])]!,
    at: Number.parseInt(row.slice(timeStart, timeEnd === -1 ? undefined : timeEnd), 36),
  }
  if (timeEnd === -1) return node
  const [head, anchor, tail] = row
    .slice(timeEnd + 1)
    .split(' ')
    .map(unescapeId) as [string, string, string]
  return { ...node, preserved: { head, anchor, tail } }
}

/**
 * Ids come from files of any origin: what would break a row is written percent-encoded after a percent sign, as JSON,
 * which can write halves of a pair that UTF-8 cannot.
 */
function escapeId(id: string): string {
  return /^[A-Za-z0-9_.:][A-Za-z0-9_.:-]*$/.test(id) ? id : `%${encodeURIComponent(JSON.stringify(id))}`
}

function unescapeId(id: string): string {
  return id.startsWith('%') ? JSON.parse(decodeURIComponent(id.slice(1))) : id
}

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
