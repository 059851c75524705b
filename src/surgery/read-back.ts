import type { Context } from '../model/context.ts'
import { answersIn, callsIn, type Entry } from '../model/entry.ts'

/** How many faults are told one by one. */
const MOST = 20

/** What was written, and what must be found in it. */
export interface Written {
  readonly sessionId: string
  /** The numbers of the lines that the client is to send as messages. */
  readonly messages: readonly number[]
}

/**
 * Compares what the client would send of a session that was written with what was to be sent: every message and no other,
 * in this order, all of this session; every call with its answer and every answer after its call; thinking signed.
 */
export function faultsIn(context: Context, { sessionId, messages }: Written): readonly string[] {
  const faults: string[] = []
  const calls = new Map<string, number>()
  const answered = new Set<string>()
  const sent = context.parts.flatMap(({ lines }) => lines)
  checkMessages(sent.filter(({ isMessage }) => isMessage))
  for (const entry of sent) checkEntry(entry)
  for (const [call, line] of calls) if (!answered.has(call)) fault(line, `the call ${call} has no answer`)
  if (messages.length === 0) faults.push('there is no message in it')
  return faults

  function checkMessages(found: readonly Entry[]): void {
    const sent = new Set(found.map(({ number }) => number))
    const { compactedAt = 0 } = context
    for (const number of messages)
      if (!sent.delete(number) && number >= compactedAt) fault(number, 'the client would not send it')
    for (const number of sent) fault(number, 'the client would send it, too')
    checkOrder(found)
  }

  /** The client itself puts what belongs to one reply together, with the answers; all else is sent as it was written. */
  function checkOrder(found: readonly Entry[]): void {
    const replies = new Set<string>()
    let last = 0
    for (const entry of found) {
      if (answersIn(entry).length > 0 || (entry.reply !== null && replies.has(entry.reply))) continue
      if (entry.reply !== null) replies.add(entry.reply)
      if (entry.number < last) fault(entry.number, `the client would send it after line ${last}`)
      last = entry.number
    }
  }

  function checkEntry(entry: Entry): void {
    if (entry.session !== undefined && entry.session !== sessionId) fault(entry.number, 'it is of another session')
    if (entry.time === null) fault(entry.number, 'it has no time')
    if (!entry.isMessage) return
    for (const call of callsIn(entry)) calls.set(call, entry.number)
    for (const call of answersIn(entry)) {
      if (calls.has(call)) answered.add(call)
      else fault(entry.number, 'an answer has no call before it')
    }
    for (const { kind, call, isUnsigned } of entry.blocks) {
      if (isUnsigned) fault(entry.number, 'thinking has no signature')
      if ((kind === 'tool_use' || kind === 'tool_result') && call === undefined) fault(entry.number, 'a call has no id')
    }
  }

  function fault(line: number, what: string): void {
    if (faults.length < MOST) faults.push(`line ${line}: ${what}`)
  }
}
