import { type Content, isText, type Line } from '../schema.ts'
import { isInjectedText } from './classify.ts'

/** A text that was typed while a turn ran, and where it was noted; null where it is a command or another line has it. */
export interface QueuedText {
  text: string | null
  readonly start: number
  readonly end: number
  /** It left the queue, and nothing has said yet where to. */
  isTaken: boolean
}

/** No queue is longer. */
const LONGEST = 64

/**
 * Follows what a line says of the queue: only a person's words, because notices of tasks leave it out of turn, and often without a
 * line. A line that names no text takes the first words there are; a dequeued text is known by the prompt that follows.
 */
export function followQueue(queue: readonly QueuedText[], line: Line, where: Pick<QueuedText, 'start' | 'end'>) {
  if (line.type !== 'queue-operation') return queue
  const { operation, content, reason } = line
  const words = typedWords(content)
  if (content !== undefined && words === undefined) return queue
  const named = queue.findIndex(({ text }) => words !== undefined && text === words)
  const at = named === -1 ? queue.findIndex(({ isTaken }) => !isTaken) : named
  switch (operation) {
    case 'enqueue':
      if (words === undefined) return queue
      return [...queue, { text: isCommand(words) ? null : words, ...where, isTaken: false }].slice(-LONGEST)
    case 'dequeue':
      return queue.filter((_, place) => place !== named)
    case 'popAll':
      return queue.filter(({ isTaken }) => isTaken)
    case 'remove':
      if (isText(reason)) return queue.filter((_, place) => place !== at) // where it went to, another line says
      return queue.map((one, place) => (place === at ? { ...one, isTaken: true } : one))
    default:
      return queue
  }
}

/** The client runs it itself, or writes it down as a request. */
function isCommand(words: string): boolean {
  return /^\/[\w:-]+(?:\s|$)/.test(words)
}

/** A prompt of its own has what was queued, alone or with other texts. */
export function askedElsewhere(queue: readonly QueuedText[], prompt: string): readonly QueuedText[] {
  return queue.filter(({ text }) => text === null || !`\n${prompt}\n`.includes(`\n${text}\n`))
}

/** What was given to the agent in a turn has this text. */
export function toldElsewhere(queue: readonly QueuedText[], text: string): readonly QueuedText[] {
  const at = queue.findIndex((one) => one.text === text)
  if (at === -1) return queue
  if (queue[at]!.isTaken) return queue.filter((_, place) => place !== at)
  return queue.map((one, place) => (place === at ? { ...one, text: null } : one))
}

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

function typedWords(content: unknown): string | undefined {
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
