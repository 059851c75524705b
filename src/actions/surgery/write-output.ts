import { resolve } from 'node:path'
import type { Client } from '../../clients/client.ts'
import { linesOf } from '../../clients/lines.ts'
import { Failure } from '../../model/errors.ts'
import { createArtifactHasher, type SessionId } from '../../model/id.ts'
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
  const hasher = createArtifactHasher()
  const path = resolve(cwd, output.path)
  const readers = new Map<string, BulkReader>()
  try {
    for (const [id, session] of sessions) readers.set(id, await openBulkReader(store, session))
    const bytes = await placeOutput(path, writeLines, (chunk) => hasher.update(chunk))
    return { session: sessionId as SessionId, path, bytes, hash: hasher.id() }
  } finally {
    for (const reader of readers.values()) reader.close()
  }

  async function writeLines(file: OutputFile): Promise<void> {
    const surgery_metadata = { ...writeNote({ ...script.note, at: output.at }), session: sessionId }
    await put(Buffer.from(`${JSON.stringify({ ...output.metadata, surgery_metadata })}\n`))
    for (const { start, end } of named.titles)
      await put(writer.title(await readers.get(named.session)!.read(start, end)))
    if (named.titles.length === 0 && named.title !== null) await put(writer.named(named.title))
    const last = script.steps.findLastIndex(isReply)
    const lastReply = last === -1 ? null : replyOf(script.steps[last]!)
    for (let place = 0; place < script.steps.length; place++) {
      const step = script.steps[place]!
      if (step.kind === 'say') await put(writer.say(step.text, step.answer, step.at))
      else if (step.kind === 'interrupted') await put(writer.interrupted(step.call, step.at))
      else {
        const { line, edits } = step
        const isLast = place === last || (lastReply !== null && line.reply === lastReply)
        const found = readers.get(step.session)!.read(line.start, line.end)
        const bytes = found instanceof Promise ? await found : found
        if (edits || isLast || !copied(bytes, line)) {
          await put(writer.line(bytes, isLast ? withContext(edits, output.context) : edits))
        }
        const full = file.turnOver()
        if (full) await full
      }
    }
    failOn(validator.faults())

    async function put(bytes: Buffer): Promise<void> {
      for (const line of linesOf(bytes)) validator.add(line)
      await file.write(bytes)
    }

    /** A line that stays as it is, where the client says that only its links change. */
    function copied(bytes: Buffer, line: OutlineLine): boolean {
      const end = writer.copy(bytes, line, file.chunk, file.at)
      if (end === -1) return false
      file.at = end
      validator.addCopied(line)
      return true
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

function isReply(step: Step): boolean {
  return step.kind === 'line' && step.line.reply !== null
}

function replyOf(step: Step): string | null {
  return step.kind === 'line' ? step.line.reply : null
}

/** The client compacts at once when the last reply says that the window is full. */
function withContext(edits: LineEdits | undefined, context: number): LineEdits {
  return { blocks: new Map(), ...edits, context }
}
