import type { OutlineLine } from '../../model/outline.ts'
import type { Validator } from '../client.ts'
import { textEnd } from '../lines.ts'
import { readLine } from './read-line.ts'
import { contentOf, isText, type Line } from './schema.ts'
import { Uuids } from './uuids.ts'

/** How many faults are told one by one. */
const MOST = 20

/**
 * Checks a session that is to be resumed: line 1 is metadata, then a chain in which every uuid stands once and every
 * line follows the one before; every call has its answer and every answer its call; thinking is signed; all lines are
 * of this session. A call that its source holds twice stands there twice: the client passes the second over in both.
 */
export class ClaudeCodeValidator implements Validator {
  private readonly sessionId: string
  private readonly found: string[] = []
  private readonly uuids = new Uuids()
  private readonly calls = new Map<string, number>()
  private readonly answers = new Set<string>()
  private parent: string | null = null
  private number = 0
  private messages = 0

  constructor(sessionId: string) {
    this.sessionId = sessionId
  }

  add(bytes: Buffer, from?: OutlineLine): void {
    this.number++
    const reading = readLine(bytes.subarray(0, textEnd(bytes, 0, bytes.length)))
    if (reading.kind !== 'record') {
      this.fault('it is not one JSON object')
      return
    }
    const line = reading.record
    if (this.number === 1 && (isText(line.uuid) || !('surgery_metadata' in line))) this.fault('it is not the metadata')
    if (!isText(line.uuid)) return
    this.checkLink(line, from)
    if (line.type !== 'user' && line.type !== 'assistant') return
    this.messages++
    this.checkBlocks(line)
  }

  addPassedOver(): void {
    this.number++
  }

  addCopied(line: OutlineLine): void {
    this.number++
    this.uuids.addCopied(line, this.number)
    this.parent = line.uuid
    if (!line.isMessage) return
    this.messages++
    if (line.isUnsigned) this.fault('thinking has no signature')
    for (const call of line.ownCalls) this.checkCall(call)
    for (const call of line.ownAnswers) this.checkAnswer(call)
  }

  faults(): readonly string[] {
    const { found, calls, answers } = this
    for (const { uuid, line } of this.uuids.twice())
      if (found.length < MOST) found.push(`line ${line}: the uuid ${uuid} stands there twice`)
    const unanswered = [...calls].filter(([call]) => !answers.has(call))
    return [
      ...found,
      ...unanswered.slice(0, MOST).map(([call, at]) => `line ${at}: the call ${call} has no answer`),
      ...(this.messages === 0 ? ['there is no message in it'] : []),
    ]
  }

  private fault(what: string): void {
    if (this.found.length < MOST) this.found.push(`line ${this.number}: ${what}`)
  }

  private checkLink(line: Line, from: OutlineLine | undefined): void {
    if (line.parentUuid !== this.parent) this.fault('it does not follow the line before it')
    if (line.sessionId !== this.sessionId) this.fault('it is of another session')
    if (!isText(line.timestamp) || Number.isNaN(Date.parse(line.timestamp))) this.fault('it has no time')
    this.uuids.add(line.uuid!, this.number, from)
    this.parent = line.uuid!
  }

  private checkBlocks(line: Line): void {
    for (const { type, id, tool_use_id, signature } of contentOf(line.message)) {
      if (type === 'tool_use') this.checkCall(id)
      else if (type === 'tool_result') this.checkAnswer(tool_use_id)
      else if (type === 'thinking' && !isText(signature)) this.fault('thinking has no signature')
    }
  }

  private checkCall(call: string | undefined): void {
    if (!isText(call)) this.fault('a call has no id')
    else this.calls.set(call, this.number)
  }

  private checkAnswer(call: string | undefined): void {
    if (!isText(call) || !this.calls.has(call)) this.fault('an answer has no call before it')
    else this.answers.add(call)
  }
}
