import { resolve } from 'node:path'
import type { Client } from '../../clients/client.ts'
import { linesOf } from '../../clients/lines.ts'
import { Failure } from '../../model/errors.ts'
import { createArtifactHasher, type SessionId } from '../../model/id.ts'
import type { LineEdits } from '../../model/line-edits.ts'
import type { OperationOutput } from '../../model/operation.ts'
import type { Session } from '../../model/session.ts'
import { writeNote } from '../../model/surgery-note.ts'
import type { Script, Step } from '../../surgery/script.ts'
import type { Subject } from '../../surgery/subject.ts'
import { placeFile } from '../place-file.ts'
import { openBulkReader } from '../session-bytes.ts'
import type { Workspace } from '../workspace.ts'

/** So much is written at once. */
const CHUNK = 1 << 20

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
  workspace: Workspace,
  sessions: ReadonlyMap<string, Session>,
  output: Output,
): Promise<OperationOutput> {
  const validator = output.client.validator(output.sessionId)
  const hasher = createArtifactHasher()
  const path = resolve(workspace.cwd, output.path)
  const bytes = await placeFile(path, checked())
  return { session: output.sessionId as SessionId, path, bytes, hash: hasher.id() }

  async function* checked(): AsyncIterable<Buffer> {
    for await (const chunk of inChunks(linesOfOutput(workspace, sessions, output))) {
      for (const line of linesOf(chunk)) validator.add(line)
      hasher.update(chunk)
      yield chunk
    }
    const faults = validator.faults()
    if (faults.length === 0) return
    throw new Failure('output-invalid', `The session that would be written cannot be resumed: ${faults[0]}.`, {
      facts: { faults },
      hint: `Run \`stet doctor ${output.named.session}\` to see what is wrong with its source.`,
    })
  }
}

async function* linesOfOutput(
  { store }: Workspace,
  sessions: ReadonlyMap<string, Session>,
  { client, script, sessionId, cwd, named, context, metadata, at }: Output,
): AsyncIterable<Buffer> {
  const writer = client.writer({ sessionId, cwd })
  const readers = new Map<string, Awaited<ReturnType<typeof openBulkReader>>>()
  for (const [id, session] of sessions) readers.set(id, await openBulkReader(store, session))
  const read = (session: string, { start, end }: { start: number; end: number }) => readers.get(session)!(start, end)
  const surgery_metadata = { ...writeNote({ ...script.note, at }), session: sessionId }
  yield Buffer.from(`${JSON.stringify({ ...metadata, surgery_metadata })}\n`)
  for (const title of named.titles) yield writer.title(await read(named.session, title))
  if (named.titles.length === 0 && named.title !== null) yield writer.named(named.title)
  const last = script.steps.findLastIndex(isReply)
  const lastReply = last === -1 ? null : replyOf(script.steps[last]!)
  for (const [place, step] of script.steps.entries()) {
    if (step.kind === 'say') yield writer.say(step.text, step.answer, step.at)
    else if (step.kind === 'interrupted') yield writer.interrupted(step.call, step.at)
    else {
      const isLast = place === last || (lastReply !== null && step.line.reply === lastReply)
      yield writer.line(await read(step.session, step.line), isLast ? withContext(step.edits, context) : step.edits)
    }
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

async function* inChunks(pieces: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
  let held: Buffer[] = []
  let size = 0
  for await (const piece of pieces) {
    held.push(piece)
    size += piece.length
    if (size < CHUNK) continue
    yield Buffer.concat(held)
    held = []
    size = 0
  }
  if (size > 0) yield Buffer.concat(held)
}
