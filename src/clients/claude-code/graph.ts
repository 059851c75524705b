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
  readonly preserved?: Preserved
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

export function decodeGraph(text: string): Node[] {
  const nodes: Node[] = []
  let previous = ''
  for (const row of text.split('\n')) {
    if (row === '') continue
    const [uuid, parent, round, kind, at, head, anchor, tail] = row.split(' ') as [
      string,
      string,
      string,
      string,
      string,
      string?,
      string?,
      string?,
    ]
    const name = unescapeId(uuid)
    nodes.push({
      uuid: name,
      parent: parent === '-' ? null : parent === '' ? previous : unescapeId(parent),
      round: Number(round),
      kind: KINDS[Number(kind)]!,
      at: Number.parseInt(at, 36),
      ...(head !== undefined && {
        preserved: { head: unescapeId(head), anchor: unescapeId(anchor!), tail: unescapeId(tail!) },
      }),
    })
    previous = name
  }
  return nodes
}

/**
 * Ids come from files of any origin: what would break a row is written percent-encoded behind a percent sign, as JSON,
 * which can write halves of a pair that UTF-8 cannot.
 */
function escapeId(id: string): string {
  return /^[A-Za-z0-9_.:][A-Za-z0-9_.:-]*$/.test(id) ? id : `%${encodeURIComponent(JSON.stringify(id))}`
}

function unescapeId(id: string): string {
  return id.startsWith('%') ? JSON.parse(decodeURIComponent(id.slice(1))) : id
}
