import type { Client, LineRun, SessionWriter, Validator } from '../../clients/client.ts'
import { linesOf } from '../../clients/lines.ts'
import { Failure } from '../../model/errors.ts'
import type { LineEdits } from '../../model/line-edits.ts'
import type { OutlineLine } from '../../model/outline.ts'
import { writeNote } from '../../model/surgery-note.ts'
import { crossing } from '../../surgery/crossing.ts'
import { type LastReply, lastReplyOf } from '../../surgery/last-reply.ts'
import type { PassageStep, Script } from '../../surgery/script.ts'
import type { Subject } from '../../surgery/subject.ts'
import type { BulkReader } from '../bulk-reader.ts'
import { requirePart } from '../require-part.ts'
import type { OutputFile } from './output-file.ts'

/** So many bytes are copied at once. */
const RUN = 256 << 10

/** What is written as a session. */
export interface Output {
  /** Whom the session is written for. */
  readonly client: Client
  /** Who wrote a source. */
  readonly clientOf: (session: string) => Client
  readonly script: Script
  readonly sessionId: string
  readonly cwd: string | null
  /** The session whose name the new one has. */
  readonly named: Subject
  /** Tokens of the new context, for the last reply. */
  readonly context: number
  /** What else stands in the first line beside Stet's own note. */
  readonly metadata: Readonly<Record<string, unknown>>
  readonly at: string
}

/**
 * Writes the lines of one session into a file, each looked at as it goes there. Lines that stay as they are and follow
 * one another are copied together; there are many, and most need no waiting.
 */
export class OutputLines {
  private readonly output: Output
  private readonly readers: ReadonlyMap<string, BulkReader>
  private readonly file: OutputFile
  private readonly writer: SessionWriter
  private readonly validator: Validator
  private readonly last: LastReply | undefined
  /** They belong to no round, and a trim leaves none out. */
  private readonly keepsUnreadLines: boolean

  constructor(output: Output, readers: ReadonlyMap<string, BulkReader>, file: OutputFile) {
    const { client, script, sessionId, cwd } = output
    this.output = output
    this.readers = readers
    this.file = file
    const writer = requirePart(client, 'writer')
    this.writer = writer.open({ sessionId, cwd })
    this.validator = writer.validator(sessionId)
    this.last = lastReplyOf(script.steps)
    this.keepsUnreadLines = script.note.kind === 'trim'
  }

  /**
   * The session's names come first, and from anywhere in its file. With `peeks` they are taken as they stand there, and
   * are compared with the record when what is around them is read; it fails where they differ.
   */
  async writeAll({ peeks }: { readonly peeks: boolean }): Promise<void> {
    const { script, sessionId, named, metadata, at } = this.output
    const surgery_metadata = { ...writeNote({ ...script.note, at }), session: sessionId }
    const note = this.writer.begin?.(surgery_metadata)
    await this.put(note ?? Buffer.from(`${JSON.stringify({ ...metadata, surgery_metadata })}\n`))
    const titles = this.readers.get(named.session)!
    const names = this.isForeign(named.session) ? [] : named.titles
    for (const { start, end } of names)
      await this.put(this.writer.title(await (peeks ? titles.peek(start, end) : titles.read(start, end))))
    if (names.length === 0 && named.title !== null) await this.put(this.writer.named(named.title))
    for (const step of script.steps) {
      if (step.kind === 'say') await this.put(this.writer.say(step.text, step.answer, step.at))
      else await this.writePassage(step)
    }
    if (this.writer.end) await this.put(this.writer.end(this.output.context))
    if (peeks && !(await titles.isAsPeeked())) throw new Error(`${named.source} is not what was recorded`)
    this.failOn(this.validator.faults())
  }

  private async writePassage(step: PassageStep): Promise<void> {
    const { lines } = step.passage
    const reader = this.readers.get(step.session)!
    for (let from = 0, to = 0; from < lines.length; from = to) {
      const first = lines[from]!
      const edits = this.isOfLast(first)
        ? withContext(step.edits.get(first), Math.max(0, this.output.context - this.last!.behind))
        : step.edits.get(first)
      to = edits ? from + 1 : this.endOfRun(step, from)
      const last = lines[to - 1]!
      const read = reader.read(first.start, last.end)
      const bytes = read instanceof Promise ? await read : read
      const room = this.file.makeRoom(bytes.length)
      if (room) await room
      const run = { bytes, lines, from, to, edits }
      if (this.isForeign(step.session)) await this.translate(step.session, run)
      else if (!this.tryToCopy(run)) await this.writeOneByOne(run)
      if (this.keepsUnreadLines && !this.isForeign(step.session))
        for (const { start, end } of last.passedOver) await this.passOver(await reader.read(start, end))
      for (const { call, at } of step.interrupted.get(last) ?? []) await this.put(this.writer.interrupted(call, at))
    }
  }

  /** Behind the lines that stay as they are and follow one another, as many as are copied at once. */
  private endOfRun({ passage: { lines }, edits, interrupted }: PassageStep, from: number): number {
    const { start } = lines[from]!
    let end = from + 1
    for (let before = lines[from]!; end < lines.length; end++) {
      const line = lines[end]!
      if (!line.follows || line.start !== before.end || line.end - start >= RUN) break
      if (edits.has(line) || this.isOfLast(line) || interrupted.has(before) || before.passedOver.length > 0) break
      before = line
    }
    return end
  }

  /** What is copied as it was is known already; what was changed is looked at. */
  private tryToCopy(run: LineRun): boolean {
    const { file, validator } = this
    const end = this.writer.copy(run, file.chunk, file.at)
    if (end === -1) return false
    if (run.edits) validator.add(file.chunk.subarray(file.at, end), run.lines[run.from])
    else for (let at = run.from; at < run.to; at++) validator.addCopied(run.lines[at]!)
    file.at = end
    return true
  }

  private async writeOneByOne({ bytes, lines, from, to, edits }: LineRun): Promise<void> {
    const { start } = lines[from]!
    const isTried = to - from === 1
    for (let at = from; at < to; at++) {
      const line = bytes.subarray(lines[at]!.start - start, lines[at]!.end - start)
      await this.file.makeRoom(line.length)
      if (isTried || !this.tryToCopy({ bytes: line, lines, from: at, to: at + 1 }))
        await this.put(this.writer.line(line, edits), lines[at])
    }
  }

  private isForeign(session: string): boolean {
    return this.output.clientOf(session) !== this.output.client
  }

  /** Lines of another client, through the blocks that both understand. */
  private async translate(session: string, { bytes, lines, from, to, edits }: LineRun): Promise<void> {
    const { reader } = this.output.clientOf(session)
    const { start } = lines[from]!
    for (let at = from; at < to; at++) {
      const line = lines[at]!
      const own = bytes.subarray(line.start - start, line.end - start)
      const blocks = reader.blocks(own)
      if (blocks.length === 0) continue
      const isNote = blocks.every(({ type }) => type === 'note')
      const { sign } = isNote ? reader.parser().look(own, 0, own.length) : { sign: 'plain' }
      const isSummary = sign === 'compaction-end' || sign === 'compaction-whole'
      const crossed = crossing(blocks, line, { edits, isSummary })
      if (crossed.length > 0) await this.put(this.writer.render!(crossed, blocks[0]!.timestamp))
    }
  }

  private async passOver(bytes: Buffer): Promise<void> {
    this.validator.addPassedOver()
    await this.file.write(bytes)
  }

  private async put(bytes: Buffer, from?: OutlineLine): Promise<void> {
    for (const line of linesOf(bytes)) this.validator.add(line, from)
    await this.file.write(bytes)
  }

  private isOfLast({ reply }: OutlineLine): boolean {
    return this.last !== undefined && reply === this.last.reply
  }

  private failOn(faults: readonly string[]): void {
    if (faults.length === 0) return
    throw new Failure('output-invalid', `The session that would be written cannot be resumed: ${faults[0]}.`, {
      facts: { faults },
      hint: `Run \`stet doctor ${this.output.named.session}\` to see what is wrong with its source.`,
    })
  }
}

/** The client compacts at once when the last reply says that the window is full. */
function withContext(edits: LineEdits | undefined, context: number): LineEdits {
  return { blocks: new Map(), ...edits, context }
}
