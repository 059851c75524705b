import { resolve } from 'node:path'
import type { Client, LineRun } from '../../clients/client.ts'
import { linesOf } from '../../clients/lines.ts'
import { Failure } from '../../model/errors.ts'
import type { SessionId } from '../../model/id.ts'
import type { LineEdits } from '../../model/line-edits.ts'
import type { OperationOutput } from '../../model/operation.ts'
import type { OutlineLine } from '../../model/outline.ts'
import type { Session } from '../../model/session.ts'
import { writeNote } from '../../model/surgery-note.ts'
import type { PassageStep, Script } from '../../surgery/script.ts'
import type { Subject } from '../../surgery/subject.ts'
import { type BulkReader, openBulkReader } from '../bulk-reader.ts'
import type { Workspace } from '../workspace.ts'
import { type OutputFile, placeOutput } from './output-file.ts'

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
  const path = resolve(cwd, output.path)
  const readers = new Map<string, BulkReader>()
  const { sessionId, named } = output
  try {
    for (const [id, session] of sessions) readers.set(id, await openBulkReader(store, session))
    const { bytes, modified } = await place(path, output, readers, true).catch(async (error) => {
      if (await readers.get(named.session)!.isAsPeeked()) throw error
      return place(path, output, readers, false)
    })
    return { session: sessionId as SessionId, path, bytes, modified }
  } finally {
    for (const reader of readers.values()) reader.close()
  }
}

/**
 * The session's names come first, and from anywhere in its file. With `peeks` they are taken as they stand there, and
 * are compared with the record when what is around them is read; it fails where they differ.
 */
function place(path: string, output: Output, readers: ReadonlyMap<string, BulkReader>, peeks: boolean) {
  const { client, script, sessionId, named } = output
  const writer = client.writer({ sessionId, cwd: output.cwd })
  const validator = client.validator(sessionId)
  return placeOutput(path, writeLines)

  async function writeLines(file: OutputFile): Promise<void> {
    const surgery_metadata = { ...writeNote({ ...script.note, at: output.at }), session: sessionId }
    await put(Buffer.from(`${JSON.stringify({ ...output.metadata, surgery_metadata })}\n`))
    const titles = readers.get(named.session)!
    for (const { start, end } of named.titles)
      await put(writer.title(await (peeks ? titles.peek(start, end) : titles.read(start, end))))
    if (named.titles.length === 0 && named.title !== null) await put(writer.named(named.title))
    const lastReply = lastReplyOf(script)
    const keepsUnreadLines = script.note.kind === 'trim' // they belong to no round, and a trim leaves none out
    for (const step of script.steps) {
      if (step.kind === 'say') await put(writer.say(step.text, step.answer, step.at))
      else await writePassage(step)
    }
    if (peeks && !(await titles.isAsPeeked())) throw new Error(`${named.source} is not what was recorded`)
    failOn(validator.faults())

    async function writePassage({ session, passage: { lines }, edits, interrupted }: PassageStep): Promise<void> {
      const reader = readers.get(session)!
      for (let from = 0, to = 0; from < lines.length; from = to) {
        const first = lines[from]!
        const own = isOfLast(first) ? withContext(edits.get(first), output.context) : edits.get(first)
        to = own ? from + 1 : endOfRun(from)
        const last = lines[to - 1]!
        const read = reader.read(first.start, last.end)
        const bytes = read instanceof Promise ? await read : read // there are many runs, and most need no waiting
        const room = file.makeRoom(bytes.length)
        if (room) await room
        if (!tryToCopy({ bytes, lines, from, to, edits: own })) await writeOneByOne(bytes, from, to, own)
        if (keepsUnreadLines)
          for (const { start, end } of last.passedOver) await passOver(await reader.read(start, end))
        for (const { call, at } of interrupted.get(last) ?? []) await put(writer.interrupted(call, at))
      }

      /** Behind the lines that stay as they are and follow one another, as many as are copied at once. */
      function endOfRun(from: number): number {
        const { start } = lines[from]!
        let end = from + 1
        for (let before = lines[from]!; end < lines.length; end++) {
          const line = lines[end]!
          if (!line.follows || line.start !== before.end || line.end - start >= RUN) break
          if (edits.has(line) || isOfLast(line) || interrupted.has(before) || before.passedOver.length > 0) break
          before = line
        }
        return end
      }

      async function writeOneByOne(bytes: Buffer, from: number, to: number, own: LineEdits | undefined): Promise<void> {
        const { start } = lines[from]!
        for (let at = from; at < to; at++) {
          const line = bytes.subarray(lines[at]!.start - start, lines[at]!.end - start)
          const isTried = to - from === 1
          await file.makeRoom(line.length)
          if (isTried || !tryToCopy({ bytes: line, lines, from: at, to: at + 1 }))
            await put(writer.line(line, own), lines[at])
        }
      }
    }

    function isOfLast({ reply }: OutlineLine): boolean {
      return lastReply !== null && reply === lastReply
    }

    /** What is copied as it was is known already; what was changed is looked at. */
    function tryToCopy(run: LineRun): boolean {
      const end = writer.copy(run, file.chunk, file.at)
      if (end === -1) return false
      if (run.edits) validator.add(file.chunk.subarray(file.at, end), run.lines[run.from])
      else for (let at = run.from; at < run.to; at++) validator.addCopied(run.lines[at]!)
      file.at = end
      return true
    }

    async function passOver(bytes: Buffer): Promise<void> {
      validator.addPassedOver()
      await file.write(bytes)
    }

    async function put(bytes: Buffer, from?: OutlineLine): Promise<void> {
      for (const line of linesOf(bytes)) validator.add(line, from)
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

function lastReplyOf({ steps }: Script): string | null {
  for (const step of steps.toReversed()) {
    const line = step.kind === 'passage' && step.passage.lines.findLast((one) => one.reply !== null)
    if (line) return line.reply
  }
  return null
}

/** The client compacts at once when the last reply says that the window is full. */
function withContext(edits: LineEdits | undefined, context: number): LineEdits {
  return { blocks: new Map(), ...edits, context }
}
