import { resolve } from 'node:path'
import type { Client } from '../../clients/client.ts'
import { linesOf } from '../../clients/lines.ts'
import { Failure } from '../../model/errors.ts'
import type { SessionId } from '../../model/id.ts'
import type { LineEdits } from '../../model/line-edits.ts'
import type { OperationOutput } from '../../model/operation.ts'
import type { OutlineLine } from '../../model/outline.ts'
import type { Session } from '../../model/session.ts'
import { writeNote } from '../../model/surgery-note.ts'
import type { Script, Step } from '../../surgery/script.ts'
import type { Subject } from '../../surgery/subject.ts'
import { type BulkReader, openBulkReader } from '../bulk-reader.ts'
import type { Workspace } from '../workspace.ts'
import { type OutputFile, placeOutput } from './output-file.ts'

type LineStep = Extract<Step, { kind: 'line' }>

/** So many bytes are copied at once. */
const RUN = 256 << 10

interface Output {
  readonly client: Client
  readonly script: Script
  readonly sessionId: string
  readonly path: string
  readonly cwd: string | null
  /** The session whose name the new one has. */
  readonly named: Subject
  /** Tokens of the new context, for the last reply. */
  readonly context: number
  /** What else stands in the first line beside Stet's own note. */
  readonly metadata: Readonly<Record<string, unknown>>
  readonly at: string
}

/** Writes a worked-out plan as a session file, looks at it as the client would, and only then puts it in its place. */
export async function writeOutput(
  { store, cwd }: Workspace,
  sessions: ReadonlyMap<string, Session>,
  output: Output,
): Promise<OperationOutput> {
  const { client, script, sessionId, named } = output
  const writer = client.writer({ sessionId, cwd: output.cwd })
  const validator = client.validator(sessionId)
  const path = resolve(cwd, output.path)
  const readers = new Map<string, BulkReader>()
  try {
    for (const [id, session] of sessions) readers.set(id, await openBulkReader(store, session))
    const { bytes, modified } = await placeOutput(path, writeLines)
    return { session: sessionId as SessionId, path, bytes, modified }
  } finally {
    for (const reader of readers.values()) reader.close()
  }

  async function writeLines(file: OutputFile): Promise<void> {
    const surgery_metadata = { ...writeNote({ ...script.note, at: output.at }), session: sessionId }
    await put(Buffer.from(`${JSON.stringify({ ...output.metadata, surgery_metadata })}\n`))
    for (const { start, end } of named.titles)
      await put(writer.title(await readers.get(named.session)!.read(start, end)))
    if (named.titles.length === 0 && named.title !== null) await put(writer.named(named.title))
    const lastReply = script.steps.findLast(isReply)?.line.reply ?? null
    for (let place = 0; place < script.steps.length; place++) {
      const step = script.steps[place]!
      if (step.kind === 'say') await put(writer.say(step.text, step.answer, step.at))
      else if (step.kind === 'interrupted') await put(writer.interrupted(step.call, step.at))
      else if (isKept(step)) place += (await copyRun(place)) - 1
      else {
        const edits = isOfLast(step) ? withContext(step.edits, output.context) : step.edits
        await put(writer.line(await bytesOf(step, step.line.start, step.line.end), edits))
      }
    }
    failOn(validator.faults())

    /** Copies the lines from this step on that stay as they are and follow one another; returns how many. */
    async function copyRun(from: number): Promise<number> {
      const first = script.steps[from] as LineStep
      const lines = [first.line]
      for (let next = script.steps[from + 1]; next && goesOn(next); next = script.steps[from + lines.length]) {
        lines.push(next.line)
      }
      const bytes = await bytesOf(first, first.line.start, lines.at(-1)!.end)
      if (await copied(bytes, lines)) return lines.length
      for (const line of lines) {
        const own = bytes.subarray(line.start - first.line.start, line.end - first.line.start)
        if (lines.length === 1 || !(await copied(own, [line]))) await put(writer.line(own))
      }
      return lines.length

      function goesOn(next: Step): next is LineStep {
        if (next.kind !== 'line' || next.session !== first.session || !next.line.follows || !isKept(next)) return false
        return next.line.start === lines.at(-1)!.end && next.line.end - first.line.start < RUN
      }
    }

    function isKept(step: LineStep): boolean {
      return !step.edits && !isOfLast(step)
    }

    function isOfLast({ line }: LineStep): boolean {
      return lastReply !== null && line.reply === lastReply
    }

    async function copied(bytes: Buffer, lines: readonly OutlineLine[]): Promise<boolean> {
      await file.makeRoom(bytes.length)
      const end = writer.copy(bytes, lines, file.chunk, file.at)
      if (end === -1) return false
      file.at = end
      for (const line of lines) validator.addCopied(line)
      return true
    }

    async function bytesOf({ session }: LineStep, start: number, end: number): Promise<Buffer> {
      return readers.get(session)!.read(start, end)
    }

    async function put(bytes: Buffer): Promise<void> {
      for (const line of linesOf(bytes)) validator.add(line)
      await file.write(bytes)
    }
  }

  function failOn(faults: readonly string[]): void {
    if (faults.length === 0) return
    throw new Failure('output-invalid', `The session that would be written cannot be resumed: ${faults[0]}.`, {
      facts: { faults },
      hint: `Run \`stet doctor ${named.session}\` to see what is wrong with its source.`,
    })
  }
}

function isReply(step: Step): step is LineStep {
  return step.kind === 'line' && step.line.reply !== null
}

/** The client compacts at once when the last reply says that the window is full. */
function withContext(edits: LineEdits | undefined, context: number): LineEdits {
  return { blocks: new Map(), ...edits, context }
}
