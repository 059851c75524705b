import { isText, type Line } from '../schema.ts'
import { typedWords } from './queued-words.ts'

/** A text that was typed while a turn ran, and where it was noted; null for what is no person's. */
export interface QueuedText {
  text: string | null
  readonly start: number
  readonly end: number
  /** It left the queue, and nothing has said yet where to. */
  isTaken: boolean
}

/** No queue is longer. */
const LONGEST = 64

/** Follows what a line says of the queue, and of what was in it: the client keeps of some texts only that they were there. */
export function followQueue(queue: readonly QueuedText[], line: Line, where: Pick<QueuedText, 'start' | 'end'>) {
  if (line.type !== 'queue-operation') return queue
  const { operation, content, reason } = line
  const named = queue.findIndex(({ text }) => content !== undefined && text === (typedWords(content) ?? null))
  const at = named === -1 ? queue.findIndex(({ isTaken }) => !isTaken) : named
  switch (operation) {
    case 'enqueue':
      return [...queue, { text: typedWords(content) ?? null, ...where, isTaken: false }].slice(-LONGEST)
    case 'dequeue':
      return queue.filter((_, place) => place !== at) // a prompt of its own follows
    case 'popAll':
      return queue.filter(({ isTaken }) => isTaken)
    case 'remove':
      if (isText(reason)) return queue.filter((_, place) => place !== at) // where it went to, another line says
      return queue.map((one, place) => (place === at ? { ...one, isTaken: true } : one))
    default:
      return queue
  }
}

/** Another line has this text: as a prompt, or as what was given to the agent. */
export function toldElsewhere(queue: readonly QueuedText[], text: string): readonly QueuedText[] {
  const at = queue.findIndex((one) => one.text === text)
  if (at === -1) return queue
  if (queue[at]!.isTaken) return queue.filter((_, place) => place !== at)
  return queue.map((one, place) => (place === at ? { ...one, text: null } : one))
}
