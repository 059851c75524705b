import { isAbsolute, relative } from 'node:path'
import { applied } from '../brief/facts/applied.ts'
import { lineOrigin } from '../brief/facts/line-origin.ts'
import { clientOf } from '../clients/client-of.ts'
import { Failure } from '../model/errors.ts'
import type { Session } from '../model/session.ts'
import { refreshRunning } from '../record/naming/running-session.ts'
import { commitOfRound } from '../record/reading/commit-of-round.ts'
import { eachStretch } from '../record/reading/each-stretch.ts'
import { createRoundReader } from '../record/reading/round-blocks.ts'
import type { Workspace } from '../record/workspace.ts'
import { editsIn, type RecordedEdit, wholePath } from './edits-in.ts'

export interface Why {
  /** As the call named it. */
  readonly file: string
  readonly line: number | null
  readonly ref: string
  readonly session: string
  readonly round: number
  /** The commit that holds the end of the round. */
  readonly commit: string | null
  readonly tool: string | null
  /** What the agent thought and said before it did it. */
  readonly reasoning: string
  readonly user_request: string
  readonly at: string | null
}

export interface WhyOptions {
  /** Which line; the last round that wrote the file unless given. */
  readonly line?: number | undefined
  /** The file as it is now; as far as the record tells unless given. */
  readonly text?: string | undefined
}

/** Which round wrote a file, or a line of it, and the reasoning there. A read: the file itself is never opened. */
export async function why(workspace: Workspace, file: string, { line, text }: WhyOptions = {}): Promise<Why> {
  await refreshRunning(workspace)
  const edits = ofOneFile(await recordedEdits(workspace, file), workspace, file)
  const edit = line === undefined ? edits.at(-1) : edits[writtenBy(edits, file, line, text) ?? -1]
  if (!edit) throw notRecorded(file, edits.length > 0 ? line : undefined)
  const { session, round, path, tool, reasoning, request, at } = edit
  return {
    file: path,
    line: line ?? null,
    ref: `${session}:${round}`,
    session,
    round,
    commit: (await commitOfRound(workspace.store, session, [round])) ?? null,
    tool,
    reasoning,
    user_request: request,
    at,
  }
}

function writtenBy(
  edits: readonly RecordedEdit[],
  file: string,
  line: number,
  given: string | undefined,
): number | undefined {
  const text = given ?? edits.reduce<string | undefined>(textAfter, undefined)
  if (text === undefined && edits.length > 0) throw textUnknown(file)
  if (text === undefined) return undefined
  const lines = text.replace(/\n$/, '').split('\n').length
  if (line >= 1 && line <= lines) return lineOrigin(edits, text, line)
  throw new Failure('usage', `${file} has only ${lines} lines; there is no line ${line}.`, {
    facts: { file, lines },
    hint: `Run \`stet why ${file}\`.`,
  })
}

/** What a file holds after an edit, as far as is known; what a command made of it is not. */
function textAfter(held: string | undefined, edit: RecordedEdit): string | undefined {
  return edit.isCommand ? undefined : applied(held, [edit])
}

/** Every edit of a file of this name that succeeded, the oldest first; of copies of a round only one. */
async function recordedEdits(workspace: Workspace, file: string): Promise<readonly RecordedEdit[]> {
  const target = wholePath(workspace.cwd, file)
  const sessions: Session[] = []
  for await (const session of workspace.store.listSessions()) sessions.push(session)
  sessions.sort((a, b) => Number(a.facts.surgery !== null) - Number(b.facts.surgery !== null)) // originals first
  const near = sessions.filter(({ facts }) => facts.cwd !== null && isInside(target, facts.cwd))
  const found = await editsOf(workspace, near, file)
  if (found.length > 0) return found
  return editsOf(
    workspace,
    sessions.filter((session) => !near.includes(session)),
    file,
  )
}

async function editsOf(
  workspace: Workspace,
  sessions: readonly Session[],
  file: string,
): Promise<readonly RecordedEdit[]> {
  const known = new Map<string, RecordedEdit>()
  for (const session of sessions) {
    workspace.signal?.throwIfAborted()
    for (const edit of await editsOfSession(workspace, session, file)) {
      if (isNamed(edit, workspace, file) && !known.has(edit.id)) known.set(edit.id, edit)
    }
  }
  return [...known.values()].sort((a, b) => ((a.at ?? '') < (b.at ?? '') ? -1 : (a.at ?? '') > (b.at ?? '') ? 1 : 0))
}

async function editsOfSession(workspace: Workspace, session: Session, file: string): Promise<readonly RecordedEdit[]> {
  const { store } = workspace
  const name = baseName(file)
  const isPlain = /^[\w.-]+$/.test(name)
  const touching = new Set<number>()
  await eachStretch(store, session, (round, stretch) => {
    if (!isPlain || stretch.includes(name)) touching.add(round)
  })
  if (touching.size === 0) return []
  const { tools } = clientOf(session)
  const reader = createRoundReader(workspace, session)
  const edits: RecordedEdit[] = []
  for (const row of await store.listRounds(session.id)) {
    if (!touching.has(row.round)) continue
    const place = { session: session.id, round: row.round, cwd: session.facts.cwd }
    edits.push(...editsIn(await reader.blocks(row), tools, place))
  }
  return edits
}

/** Those of the file that is meant: its very path, else the one whose path ends so. */
function ofOneFile(edits: readonly RecordedEdit[], { cwd }: Workspace, file: string): readonly RecordedEdit[] {
  const target = wholePath(cwd, file)
  const exact = edits.filter(({ whole }) => whole === target)
  if (exact.length > 0) return exact
  const files = [...new Set(edits.map(({ whole }) => whole))]
  if (files.length <= 1) return edits
  throw new Failure('reference-ambiguous', `${files.length} recorded files end with ${file}.`, {
    facts: { file, candidates: files },
    hint: `Name one of them, such as \`stet why ${files[0]}\`.`,
  })
}

function isNamed({ whole }: RecordedEdit, { cwd }: Workspace, file: string): boolean {
  if (whole === wholePath(cwd, file)) return true
  return !isAbsolute(file) && withSlashes(whole).endsWith(`/${withSlashes(file).replace(/^\.\//, '')}`)
}

function isInside(path: string, folder: string): boolean {
  const way = relative(folder, path)
  return way !== '' && !way.startsWith('..') && !isAbsolute(way)
}

function baseName(path: string): string {
  return withSlashes(path).split('/').at(-1)!
}

function withSlashes(path: string): string {
  return path.replaceAll('\\', '/')
}

function textUnknown(file: string): Failure {
  return new Failure('file-not-found', `The record has only a part of ${file}, and the file itself is not here.`, {
    facts: { file },
    hint: `Run it where the file is, or run \`stet why ${file}\` for the last round that wrote it.`,
  })
}

function notRecorded(file: string, line: number | undefined): Failure {
  const what = line === undefined ? file : `line ${line} of ${file}`
  return new Failure('round-not-found', `No recorded round wrote ${what}.`, {
    facts: { file, ...(line !== undefined && { line }) },
    hint:
      line === undefined
        ? `Run \`stet search --in tools ${baseName(file)}\` for rounds that mention it.`
        : `It was written by hand, or before Stet recorded anything. \`stet why ${file}\` names the last round that wrote the file.`,
  })
}
