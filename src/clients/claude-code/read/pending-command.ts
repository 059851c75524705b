import type { ByteRange } from '../../../model/entry.ts'
import { toUtc } from '../../../model/time.ts'
import { contentOf, isText, type Line } from '../schema.ts'
import { beginsTurn } from './classify.ts'
import { sizesOf } from './measure.ts'
import { commandIn, isTyped } from './slash-command.ts'

/** A slash command that the client ran: a round of its own if the agent is asked about it. */
export interface PendingCommand extends ByteRange {
  readonly asked: string
  readonly uuid: string
  readonly at: string | null
  readonly chars: number
  /** The round that it is a part of else. */
  readonly owner: number
}

/** Undefined for any other line. */
export function pendingCommand(line: Line, where: ByteRange & { readonly owner: number }): PendingCommand | undefined {
  const text = contentOf(line.message)[0]?.text
  if (line.type !== 'user' || line.isMeta || !isText(line.uuid) || !isText(text) || !isTyped(text)) return undefined
  const chars = sizesOf(line).reduce((sum, one) => sum + one, 0)
  return { ...where, asked: commandIn(text)!, uuid: line.uuid, at: toUtc(line.timestamp) ?? null, chars }
}

/** Whether a line is the output of the command, and a turn of the agent begins with it. */
export function asksAgent(line: Line, { uuid }: PendingCommand): boolean {
  return line.type === 'user' && line.parentUuid === uuid && beginsTurn(line)
}
