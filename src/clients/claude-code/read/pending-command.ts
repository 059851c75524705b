import type { ByteRange } from '../../../model/entry.ts'
import { toUtc } from '../../../model/time.ts'
import { contentOf, isText, type Line } from '../schema.ts'
import { isCaveat, type UserKind } from './classify.ts'
import { sizesOf } from './measure.ts'
import type { PendingCommand, State } from './parser-state.ts'
import { commandIn, isTyped } from './slash-command.ts'

/** Whether the agent was asked: the client also says by itself that nothing was. */
export function isAnswer({ message, isApiErrorMessage }: Line): boolean {
  return isApiErrorMessage === true || message?.model !== '<synthetic>'
}

/**
 * What may be a request after this line: a slash command that the client ran, and what hangs on it. After a caveat it is
 * none, and that which follows it.
 */
export function followCommand(
  state: Pick<State, 'caveat' | 'pending' | 'round'>,
  line: Line,
  { userKind, start, end }: ByteRange & { readonly userKind: UserKind | undefined },
): PendingCommand | null {
  const { uuid, parentUuid } = line
  if (!isText(uuid)) return state.pending
  if (isCaveat(line)) {
    state.caveat = uuid
    return null
  }
  const chars = sizesOf(line).reduce((sum, one) => sum + one, 0)
  const own = { start, end, at: toUtc(line.timestamp) ?? null, chars, owner: state.round }
  const text = contentOf(line.message)[0]?.text
  if (userKind === 'command' && isText(text) && isTyped(text)) {
    if (isText(parentUuid) && parentUuid === state.caveat) return null
    return { asked: commandIn(text)!, uuids: [uuid], lines: [own] }
  }
  const { pending } = state
  if (!pending || !isText(parentUuid) || !pending.uuids.includes(parentUuid)) return pending
  return { ...pending, uuids: [...pending.uuids, uuid], lines: [...pending.lines, own] }
}
