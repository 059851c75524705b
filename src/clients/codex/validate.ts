import type { OutlineLine } from '../../model/outline.ts'
import type { Validator } from '../client.ts'
import { textEnd } from '../lines.ts'
import { isText, type Line, readLine } from './schema.ts'

/** How many faults are told one by one. */
const MOST = 20

/**
 * Checks a session that is to be resumed: its first line has its id, in paginated mode the lines are numbered from 0 on,
 * and every call has its answer and every answer its call.
 */
export class CodexValidator implements Validator {
  private readonly sessionId: string
  private readonly found: string[] = []
  private readonly calls = new Map<string, number>()
  private readonly answers = new Set<string>()
  private isPaginated = false
  private ordinal = 0
  private number = 0
  private messages = 0

  constructor(sessionId: string) {
    this.sessionId = sessionId
  }

  add(bytes: Buffer, _from?: OutlineLine): void {
    this.number++
    const line = readLine(bytes.subarray(0, textEnd(bytes, 0, bytes.length)))
    if (!line) {
      this.fault('it is not one JSON object')
      return
    }
    if (this.number === 1) this.checkFirst(line)
    else if (line.type === 'session_meta') this.fault('it begins another session')
    if (this.isPaginated && line.ordinal !== this.ordinal++) this.fault('it is not numbered as it should be')
    if (line.type === 'compacted') this.messages++
    if (line.type === 'response_item') this.checkItem(line)
  }

  addPassedOver(): void {
    this.number++
  }

  addCopied(_line: OutlineLine): void {
    throw new Error('lines of Codex are written one by one')
  }

  faults(): readonly string[] {
    const unanswered = [...this.calls].filter(([call]) => !this.answers.has(call))
    return [
      ...this.found,
      ...unanswered.slice(0, MOST).map(([call, at]) => `line ${at}: the call ${call} has no answer`),
      ...(this.messages === 0 ? ['there is no message in it'] : []),
    ]
  }

  private checkFirst({ type, payload }: Line): void {
    if (type !== 'session_meta' || payload.id !== this.sessionId) this.fault('it does not name the session')
    this.isPaginated = payload.history_mode === 'paginated'
  }

  private checkItem({ payload: { type, call_id } }: Line): void {
    if (type === 'message') this.messages++
    const isCall = type === 'function_call' || type === 'custom_tool_call' || type === 'local_shell_call'
    const isAnswer = type === 'function_call_output' || type === 'custom_tool_call_output'
    if (isCall && isText(call_id)) this.calls.set(call_id, this.number)
    if (!isAnswer) return
    if (!isText(call_id) || !this.calls.has(call_id)) this.fault('an answer has no call before it')
    else this.answers.add(call_id)
  }

  private fault(what: string): void {
    if (this.found.length < MOST) this.found.push(`line ${this.number}: ${what}`)
  }
}
