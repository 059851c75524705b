import type { ContextPart } from '../../../model/context.ts'
import type { ClaudeEntry } from './entry.ts'

/**
 * Cuts what is sent into rounds, the end of one that a compaction cut (what it kept and what went on after it), messages
 * of surgery, and all else.
 * `compactions` are where the boundaries of compactions are in the file.
 */
export function cutIntoParts(sent: readonly ClaudeEntry[], compactions: readonly number[]): readonly ContextPart[] {
  const parts: { kind: ContextPart['kind']; lines: ClaudeEntry[] }[] = []
  const summary = isCompacted(sent, compactions) ? sent[0]! : undefined
  let before: ClaudeEntry | undefined
  for (const entry of sent) {
    const last = parts.at(-1)
    const { starts } = entry
    const isOfRound = entry.kind === 'message' && entry.round > 0 && !entry.isAck && entry !== summary
    const goesOn = summary !== undefined && isOfRound && last?.kind === 'other'
    if (starts !== undefined) parts.push({ kind: starts, lines: [entry] })
    else if (goesOn) parts.push({ kind: 'rest', lines: [entry] })
    else if (!last || (last.kind === 'synthetic' && !(entry.isAck && before?.starts === 'synthetic')))
      parts.push({ kind: 'other', lines: [entry] })
    else last.lines.push(entry)
    before = entry
  }
  return parts.map(({ kind, lines }) => partOf(kind, lines))
}

/** Whether what is sent begins after a compaction: with its summary, then what it kept of the lines before it. */
function isCompacted([first]: readonly ClaudeEntry[], compactions: readonly number[]): boolean {
  if (!first || first.starts !== undefined) return false
  return compactions.some((start) => start < first.start)
}

function partOf(kind: ContextPart['kind'], lines: readonly ClaudeEntry[]): ContextPart {
  const { round, text } = lines[0]!
  const part = { kind, round: kind === 'round' || kind === 'rest' ? round : 0, lines }
  return kind === 'synthetic' ? { ...part, text: text! } : part
}
