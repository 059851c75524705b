import type { OutlineLine } from '../../model/outline.ts'
import type { Validator } from '../client.ts'
import { textEnd } from '../lines.ts'
import { readLine } from './read-line.ts'
import { contentOf, isText, type Line } from './schema.ts'
import { createUuids } from './uuids.ts'

/** How many faults are told one by one. */
const MOST = 20

/**
 * Checks a session that is to be resumed: line 1 is metadata, then a chain in which every uuid stands once and every
 * line follows the one before; every call has its answer and every answer its call; thinking is signed; all lines are
 * of this session. A call that its source holds twice stands there twice: the client passes the second over in both.
 */
export function createValidator(sessionId: string): Validator {
  const found: string[] = []
  const uuids = createUuids()
  const calls = new Map<string, number>()
  const answers = new Set<string>()
  let parent: string | null = null
  let number = 0
  let messages = 0

  function fault(what: string): void {
    if (found.length < MOST) found.push(`line ${number}: ${what}`)
  }

  function checkLink(line: Line, from: OutlineLine | undefined): void {
    if (line.parentUuid !== parent) fault('it does not follow the line before it')
    if (line.sessionId !== sessionId) fault('it is of another session')
    if (!isText(line.timestamp) || Number.isNaN(Date.parse(line.timestamp))) fault('it has no time')
    uuids.add(line.uuid!, number, from)
    parent = line.uuid!
  }

  function checkBlocks(line: Line): void {
    for (const { type, id, tool_use_id, signature } of contentOf(line.message)) {
      if (type === 'tool_use') checkCall(id)
      else if (type === 'tool_result') checkAnswer(tool_use_id)
      else if (type === 'thinking' && !isText(signature)) fault('thinking has no signature')
    }
  }

  function checkCall(call: string | undefined): void {
    if (!isText(call)) fault('a call has no id')
    else calls.set(call, number)
  }

  function checkAnswer(call: string | undefined): void {
    if (!isText(call) || !calls.has(call)) fault('an answer has no call before it')
    else answers.add(call)
  }

  return {
    add(bytes, from) {
      number++
      const reading = readLine(bytes.subarray(0, textEnd(bytes, 0, bytes.length)))
      if (reading.kind !== 'record') return fault('it is not one JSON object')
      const line = reading.record
      if (number === 1 && (isText(line.uuid) || !('surgery_metadata' in line))) fault('it is not the metadata')
      if (!isText(line.uuid)) return
      checkLink(line, from)
      if (line.type !== 'user' && line.type !== 'assistant') return
      messages++
      checkBlocks(line)
    },
    addPassedOver() {
      number++
    },
    addCopied(line) {
      number++
      uuids.addCopied(line, number)
      parent = line.uuid
      if (!line.isMessage) return
      messages++
      if (line.isUnsigned) fault('thinking has no signature')
      for (const call of line.ownCalls) checkCall(call)
      for (const call of line.ownAnswers) checkAnswer(call)
    },
    faults() {
      for (const { uuid, line } of uuids.twice())
        if (found.length < MOST) found.push(`line ${line}: the uuid ${uuid} stands there twice`)
      const unanswered = [...calls].filter(([call]) => !answers.has(call))
      return [
        ...found,
        ...unanswered.slice(0, MOST).map(([call, at]) => `line ${at}: the call ${call} has no answer`),
        ...(messages === 0 ? ['there is no message in it'] : []),
      ]
    },
  }
}
