import type { Block } from '../../model/block.ts'

/** A block as text for reading. */
export function blockText(block: Block): string {
  switch (block.type) {
    case 'tool_use':
      if (typeof block.content === 'string') return block.content // a summary in place of the call
      return `[${block.name ?? 'tool'}] ${JSON.stringify(block.content)}`
    case 'tool_result':
      return contentText(block.content)
    case 'image':
      return '[image]'
    case 'unknown':
      return `[unknown] ${JSON.stringify(block.content)}`
    default:
      return contentText(block.content)
  }
}

/** The same without what the client added for its model alone: reminders after a result, and the marks around its notes. */
export function textToRead(block: Block): string {
  const text = blockText(block)
  if (block.type === 'tool_result') return withoutLastReminders(text)
  return block.type === 'note' ? text.replace(/(?:<|&lt;)\/?system-reminder(?:>|&gt;)\n?/g, '').trim() : text
}

function withoutLastReminders(text: string): string {
  let left = text
  for (let end = left.trimEnd(); end.endsWith('</system-reminder>'); end = left) {
    const begin = end.lastIndexOf('<system-reminder>')
    if (begin === -1) break
    left = end.slice(0, begin).trimEnd()
  }
  return left
}

/** The text of a block's content, whichever form it has. */
export function contentText(content: unknown): string {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return content === null ? '' : JSON.stringify(content)
  return content
    .map((part: { type?: string; text?: string }) =>
      part?.type === 'text' ? (part.text ?? '') : `[${part?.type ?? 'unknown'}]`,
    )
    .join('\n')
}
