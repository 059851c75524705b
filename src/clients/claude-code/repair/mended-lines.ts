import { contentOf, type Line } from '../schema.ts'
import type { Mended } from './mend.ts'
import type { Renames } from './mend-calls.ts'
import type { Mendable } from './mendable.ts'

/** Mended lines as a file would have them: linked one after the other, and every call answered. */
export function mendedLines(
  { sent, renames, openCalls }: Mended<Mendable>,
  lineOf: (place: number) => Line,
): readonly Line[] {
  const open = new Set(openCalls)
  const lines: Line[] = []
  const put = (line: Line) => {
    const parentUuid = lines.length === 0 ? null : String(lines.length - 1)
    lines.push({ ...line, uuid: String(lines.length), parentUuid })
  }
  let calls: string[] = []
  for (const [at, node] of sent.entries()) {
    put(withNames(lineOf(node.place), renames.get(node.place)))
    calls.push(...node.calls)
    if (sent[at + 1]?.messageId !== undefined && sent[at + 1]?.messageId === node.messageId) continue
    for (const call of calls) if (open.has(call)) put(interrupted(call))
    calls = []
  }
  return lines
}

function interrupted(call: string): Line {
  return { type: 'user', message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: call }] } }
}

function withNames(line: Line, names: Renames | undefined): Line {
  if (!names) return { ...line, isSidechain: false }
  const content = contentOf(line.message).map((block) => ({
    ...block,
    ...(block.id !== undefined && { id: names.get(block.id) ?? block.id }),
    ...(block.tool_use_id !== undefined && { tool_use_id: names.get(block.tool_use_id) ?? block.tool_use_id }),
  }))
  const id = line.message?.id
  return {
    ...line,
    isSidechain: false,
    message: { ...line.message, content, ...(id !== undefined && { id: names.get(id) ?? id }) },
  }
}
