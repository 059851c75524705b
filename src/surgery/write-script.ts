import type { Client, ContextReader } from '../clients/client.ts'
import { isSummary } from '../clients/is-summary.ts'
import { linesOf } from '../clients/lines.ts'
import { requireAbility } from '../clients/require-ability.ts'
import type { SessionWriter } from '../clients/session-writer.ts'
import type { Entry } from '../model/entry.ts'
import { Failure } from '../model/errors.ts'
import type { LineEdits } from '../model/line-edits.ts'
import { writeNote } from '../model/surgery-note.ts'
import { crossing } from './crossing.ts'
import { hasRemainingBlocks } from './has-remaining-blocks.ts'
import { faultsIn } from './read-back.ts'
import type { Script } from './script.ts'
import type { PassageStep, Step } from './step.ts'
import type { Subject } from './subject.ts'
import { tokensOfLine, tokensOfSteps } from './weigh.ts'

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
  readonly named: Pick<Subject, 'session' | 'head' | 'title'>
  /** What the sources go on from without holding it, each as a line of its client. */
  readonly inherited: readonly { readonly session: string; readonly line: Buffer }[]
  /** What else Stet's own note says. */
  readonly note?: Readonly<Record<string, unknown>>
  /** Tokens of the new context, for the last reply. */
  readonly context: number
  /** What else is in the first line next to Stet's own note. */
  readonly metadata: Readonly<Record<string, unknown>>
  readonly at: string
}

/** A line that is in no file: one note. */
const NO_ENTRY: Entry = {
  start: 0,
  end: 0,
  number: 0,
  round: 0,
  id: null,
  isMessage: true,
  time: null,
  reply: null,
  context: 0,
  blocks: [{ ordinal: 0, kind: 'note', chars: 0, size: 0, begins: '', isNotice: false, images: 0 }],
  isRaw: false,
  skipped: [],
}

/** Reads bytes of one session's file. */
export type ReadBytes = (start: number, end: number) => Buffer | Promise<Buffer>

/** Takes what is written; a promise where it has to be waited for. */
export type Put = (bytes: Buffer) => Promise<void> | undefined

/**
 * Writes a script as a session, and reads it back as its client would: what comes back must be what was planned.
 * `sources` read the lines of the sessions that it is cut from.
 */
export async function writeScript(output: Output, sources: ReadonlyMap<string, ReadBytes>, put: Put): Promise<void> {
  const { client, script, sessionId, cwd, named, metadata, at } = output
  const writer = requireAbility(client, 'writer')({ sessionId, cwd, at: firstTimeIn(script) ?? at })
  const back = createReadBack(requireAbility(client, 'context').reader())
  const last = lastReplyOf(script.steps)
  const keepsSkipped = script.note.kind === 'trim' // they belong to no round, and a trim leaves none out
  const note = { ...writeNote({ ...script.note, at }), ...output.note, session: sessionId }
  const head = isForeign(named.session) ? [] : named.head
  await write(writer.begin({ note, metadata, head, title: named.title }), 'note')
  for (const { session, line } of output.inherited) {
    const entry = { ...NO_ENTRY, end: line.length }
    if (isForeign(session)) await write(translated(session, entry, line, undefined), 'translated')
    else await write(writer.keep(entry, line), 'message')
  }
  for (const step of script.steps) {
    if (step.kind === 'say' || !isForeign(step.session)) await writeRest()
    if (step.kind === 'say') await write(writer.say(step.text, step.answer, step.at), 'message')
    else await writePassage(step, writer)
  }
  await writeRest()
  await write(writer.end(output.context), 'note')
  const faults = faultsIn(back.context(), { sessionId, messages: back.messages })
  if (faults.length > 0) throw invalid(faults, named)

  async function writeRest(): Promise<void> {
    if (writer.rest) await write(writer.rest(), 'translated')
  }

  async function writePassage(step: PassageStep, writer: SessionWriter): Promise<void> {
    const read = sources.get(step.session)!
    const foreign = isForeign(step.session)
    const [first] = step.passage.lines
    for (const line of step.passage.lines) {
      const found = read(line.start, line.end)
      const bytes = found instanceof Promise ? await found : found
      const edits = editsOf(step, line)
      const waits = foreign
        ? write(translated(step.session, line, bytes, edits, line !== first), 'translated')
        : write(writer.keep(line, bytes, edits), line.isMessage ? 'message' : 'note')
      if (waits) await waits
      if (keepsSkipped && !foreign)
        for (const { start, end } of line.skipped) await write(await read(start, end), 'note')
      for (const { call, at } of step.interrupted.get(line) ?? []) await write(writer.interrupted(call, at), 'message')
      for (const { start, end } of (foreign && line.queued) || [])
        await write(queued(step.session, await read(start, end)), 'translated')
    }
  }

  function isForeign(session: string): boolean {
    return output.clientOf(session) !== client
  }

  /** Words that the client of a session does not send again, another one has no other place for. */
  function queued(session: string, bytes: Buffer): Buffer {
    const blocks = output.clientOf(session).reader.blocks(bytes)
    return writer.render!(blocks, blocks[0]!.timestamp, true)
  }

  /** A line of another client, through the blocks that both understand. */
  function translated(
    session: string,
    line: Entry,
    bytes: Buffer,
    edits: LineEdits | undefined,
    goesOn = false,
  ): Buffer {
    const { reader } = output.clientOf(session)
    const blocks = reader.blocks(bytes, !goesOn)
    const crossed = crossing(blocks, line, { edits, isSummary: isSummary(reader, bytes, blocks) })
    return crossed.length === 0 ? Buffer.alloc(0) : writer.render!(crossed, blocks[0]!.timestamp, goesOn)
  }

  /** The client compacts at once when the last reply says that the window is full. */
  function editsOf(step: PassageStep, line: Entry): LineEdits | undefined {
    const edits = step.edits.get(line)
    if (!last || line.reply !== last.reply) return edits
    return { blocks: new Map(), ...edits, context: Math.max(0, Math.round(output.context - last.after)) }
  }

  /** What is translated may come with notes for the client's screen: lines that say nothing. */
  function write(bytes: Buffer, what: 'message' | 'note' | 'translated'): Promise<void> | undefined {
    if (bytes.length === 0) return undefined
    back.add(bytes, (line) => (what === 'translated' ? client.reader.blocks(line).length > 0 : what === 'message'))
    return put(bytes)
  }
}

/** When the first line that is kept was written, of those that say it. */
function firstTimeIn({ steps }: Script): string | undefined {
  for (const step of steps) {
    if (step.kind === 'say' && step.at !== null) return step.at
    const timed = step.kind === 'passage' ? step.passage.lines.find(({ time }) => time !== null) : undefined
    if (timed?.time != null) return new Date(timed.time).toISOString()
  }
  return undefined
}

/** Reads what is written, and remembers which lines are to be sent. */
function createReadBack(reader: ContextReader) {
  const messages: number[] = []
  let number = 0
  return {
    messages,
    add(bytes: Buffer, isMessage: (line: Buffer) => boolean): void {
      for (const line of linesOf(bytes)) {
        reader.add(line)
        number++
        if (isMessage(line)) messages.push(number)
      }
    },
    context: () => reader.context(() => 0),
  }
}

function invalid(faults: readonly string[], { session }: Output['named']): Failure {
  return new Failure('output-invalid', `The session that would be written cannot be resumed: ${faults[0]}.`, {
    facts: { faults },
    hint: `Run \`stet doctor ${session}\` to see what is wrong with its source.`,
  })
}

/** The reply that tells the client how full its window is, and what is written after it. */
interface LastReply {
  readonly reply: string
  readonly after: number
}

/**
 * The last reply of which something is written and that says what the window held; where none says it, simply the last;
 * undefined where there is none.
 */
function lastReplyOf(steps: readonly Step[]): LastReply | undefined {
  let after = 0
  let last: LastReply | undefined
  for (const step of steps.toReversed()) {
    if (step.kind === 'say') {
      after += tokensOfSteps([step]).synthetic
      continue
    }
    for (const line of step.passage.lines.toReversed()) {
      const edits = step.edits.get(line)
      if (line.reply !== null && hasRemainingBlocks(line, edits)) {
        if (line.context > 0) return { reply: line.reply, after }
        last ??= { reply: line.reply, after }
      }
      after += tokensOfLine(line, step.passage.charsAToken, edits)
    }
  }
  return last
}
