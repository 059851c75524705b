import { type Linked, linkedOf } from '../context/sent-lines.ts'
import { contentOf, type Line } from '../schema.ts'

/** A line with what mending its links takes. */
export interface Mendable extends Linked {
  /** False for a record the client does not see, because it shares its line with something else. */
  readonly isRead: boolean
  /** Whether the client shows the model something of it; not so what it only links through. */
  readonly reachesModel: boolean
  /** Whether a conversation may begin with it: a person's line, or one the client wrote in a person's place. */
  readonly opens: boolean
  /** Which turn of the session it says it is in; 0 where it says nothing. */
  readonly turn: number
}

/** Undefined for side records without a say in the links. */
export function mendableOf(line: Line, place: number, isRead: boolean): Mendable | undefined {
  const linked = linkedOf(line, place)
  if (!linked || (linked.kind === 'leaf' && !isRead)) return undefined
  const turn = line.turnPosition?.turnIndex
  return {
    ...linked,
    isRead,
    reachesModel: linked.kind === 'message' || linked.kind === 'note' || line.type === 'attachment',
    opens: line.type === 'user' && !contentOf(line.message).some((content) => content.type === 'tool_result'),
    turn: typeof turn === 'number' ? turn : 0,
  }
}
