import { type Content, isText, type Line } from '../schema.ts'
import { isInjectedText } from './classify.ts'

/** What a person typed while a turn ran and the client gave to the agent in it; undefined for any other attachment. */
export function deliveredWords({ type, attachment }: Line): string | undefined {
  if (type !== 'attachment' || attachment?.type !== 'queued_command') return undefined
  const { prompt, commandMode, origin } = attachment
  if (commandMode !== undefined && commandMode !== 'prompt') return undefined
  const { kind } = (origin ?? {}) as { readonly kind?: unknown }
  return kind === undefined || kind === 'human' ? typedWords(prompt) : undefined
}

/** What a person typed while a turn ran, as the client noted it when it came; undefined for notices of tasks. */
export function queuedWords({ type, operation, content }: Line): string | undefined {
  return type === 'queue-operation' && operation === 'enqueue' ? typedWords(content) : undefined
}

export function typedWords(content: unknown): string | undefined {
  const text = Array.isArray(content)
    ? content.flatMap((part: Content | null) => (isText(part?.text) ? [part.text] : [])).join('\n')
    : content
  if (!isText(text) || text.trim() === '' || isInjectedText(text) || isTaskNotice(text)) return undefined
  return text
}

/** Older clients noted the end of a task as JSON. */
function isTaskNotice(text: string): boolean {
  return text.startsWith('{"task_id":')
}
