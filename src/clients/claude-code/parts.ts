import type { OutlinePart } from '../../model/outline.ts'
import type { OutlineNode } from './outline-nodes.ts'
import type { OutlineTable } from './outline-table.ts'
import { passageOf } from './passage.ts'

/** What is known of a part without its lines: how many they are, and what they make up. */
export interface CutPart extends Pick<OutlinePart, 'kind' | 'tokens' | 'isSound'> {
  readonly count: number
}

/** Cuts what is sent into rounds, messages of surgery, and what belongs to neither. */
export function cutIntoParts(sent: readonly OutlineNode[], table: OutlineTable): readonly OutlinePart[] {
  const parts: { kind: OutlinePart['kind']; lines: OutlineNode[] }[] = []
  let before: OutlineNode | undefined
  for (const node of sent) {
    const last = parts.at(-1)
    const { starts } = node
    if (starts !== undefined) parts.push({ kind: starts, lines: [node] })
    else if (!last || (last.kind === 'synthetic' && !(node.isAck && before?.starts === 'synthetic')))
      parts.push({ kind: 'other', lines: [node] })
    else last.lines.push(node)
    before = node
  }
  return parts.map(({ kind, lines }) => partOf(kind, lines, passageOf(lines, table)))
}

export function partOf(
  kind: OutlinePart['kind'],
  lines: readonly OutlineNode[],
  { tokens, isSound }: Pick<OutlinePart, 'tokens' | 'isSound'>,
): OutlinePart {
  const { round, text } = lines[0]!
  const part = { kind, round: kind === 'round' ? round : 0, lines, tokens, isSound }
  return kind === 'synthetic' ? { ...part, text: text! } : part
}
