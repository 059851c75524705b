import type { OutlinePart } from '../../model/outline.ts'
import { FLAG, KINDS } from './outline-columns.ts'
import type { OutlineNode } from './outline-nodes.ts'
import type { OutlineTable } from './outline-table.ts'
import { passageOf } from './passage.ts'

const BOUNDARY = KINDS.indexOf('boundary')

/** What is known of a part without its lines: how many they are, and what they make up. */
export interface CutPart extends Pick<OutlinePart, 'kind' | 'tokens' | 'isSound'> {
  readonly count: number
}

/** Cuts what is sent into rounds, what went on of one behind a compaction, messages of surgery, and all else. */
export function cutIntoParts(sent: readonly OutlineNode[], table: OutlineTable): readonly OutlinePart[] {
  const parts: { kind: OutlinePart['kind']; lines: OutlineNode[] }[] = []
  const summary = isCompacted(sent, table) ? sent[0]! : undefined
  let before: OutlineNode | undefined
  for (const node of sent) {
    const last = parts.at(-1)
    const { starts } = node
    const isWork = node.reply !== null && !node.isAck && summary !== undefined && node.start > summary.start
    const goesOn = isWork && last?.kind === 'other'
    if (starts !== undefined) parts.push({ kind: starts, lines: [node] })
    else if (goesOn) parts.push({ kind: 'rest', lines: [node] })
    else if (!last || (last.kind === 'synthetic' && !(node.isAck && before?.starts === 'synthetic')))
      parts.push({ kind: 'other', lines: [node] })
    else last.lines.push(node)
    before = node
  }
  return parts.map(({ kind, lines }) => partOf(kind, lines, passageOf(lines, table)))
}

/** Whether what is sent begins behind a compaction: with its summary, then what it kept of the lines before it. */
function isCompacted([first]: readonly OutlineNode[], { flags, start }: OutlineTable): boolean {
  if (!first || first.starts !== undefined) return false
  return flags.some((flag, row) => (flag & FLAG.kind) === BOUNDARY && start[row]! < first.start)
}

export function partOf(
  kind: OutlinePart['kind'],
  lines: readonly OutlineNode[],
  { tokens, isSound }: Pick<OutlinePart, 'tokens' | 'isSound'>,
): OutlinePart {
  const { round, text } = lines[0]!
  const part = { kind, round: kind === 'round' || kind === 'rest' ? round : 0, lines, tokens, isSound }
  return kind === 'synthetic' ? { ...part, text: text! } : part
}
