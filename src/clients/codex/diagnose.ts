import type { Diagnosis, Examiner, FileProblem } from '../client.ts'
import { textEnd } from '../lines.ts'
import { createContextReader } from './context.ts'
import { isText, readLine } from './schema.ts'

/** How many problems are told one by one. */
const MOST = 200

/**
 * Says what keeps the client from resuming a file whole, as it was measured: without its first line, or where the last
 * line of a numbered file has no number, the client refuses it; an answer without its call is left out. Lines that it
 * cannot read it passes over, and calls without an answer it answers itself.
 */
export function createExaminer(): Examiner {
  const reader = createContextReader()
  const problems: FileProblem[] = []
  const calls = new Set<string>()
  let number = 0
  let isPaginated = false
  let isRefused = false
  let unnumbered = 0

  return {
    add(bytes) {
      number++
      reader.add(bytes)
      const line = readLine(bytes.subarray(0, textEnd(bytes, 0, bytes.length)))
      if (number === 1) {
        isPaginated = line?.payload.history_mode === 'paginated'
        if (line?.type !== 'session_meta') {
          isRefused = true
          tell('it is not the line that every session begins with, and the client refuses the file', 'it is written')
        }
      }
      if (!line) return
      unnumbered = isPaginated && line.ordinal === undefined ? number : 0
      if (line.type !== 'response_item') return
      const { type, call_id } = line.payload
      if (isText(type) && isText(call_id) && type.endsWith('_call')) calls.add(call_id)
      const isAnswer = type === 'function_call_output' || type === 'custom_tool_call_output'
      if (isAnswer && !(isText(call_id) && calls.has(call_id)))
        tell('an answer has no call before it, and the client leaves it out', 'it is left out')
    },
    diagnose(): Diagnosis {
      if (unnumbered > 0) {
        isRefused = true
        problems.push({
          line: unnumbered,
          what: 'the last line has no number, and the client refuses the file',
          fix: 'all lines are renumbered',
        })
      }
      const { parts } = reader.context(() => 0)
      const messages = parts.flatMap(({ lines }) => lines).filter(({ isMessage }) => isMessage).length
      return { problems, messagesBefore: isRefused ? 0 : messages, messagesAfter: messages }
    },
  }

  function tell(what: string, fix: string): void {
    if (problems.length < MOST) problems.push({ line: number, what, fix })
  }
}
