import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Client, Diagnosis, Examiner } from '../clients/client.ts'
import { clientOf } from '../clients/client-of.ts'
import { CLIENTS } from '../clients/index.ts'
import { requireAbility } from '../clients/require-ability.ts'
import { Failure } from '../model/errors.ts'
import type { Session } from '../model/session.ts'
import { createLineReader } from '../record/capture/line-reader.ts'
import { reading } from '../record/capture/reading.ts'
import { openSource, type SourceFile } from '../record/capture/source-file.ts'
import { currentGenerations, currentOf } from '../record/naming/current-generations.ts'
import { looksLikePath, resolveSession } from '../record/naming/resolve-session.ts'
import { undoneSessions } from '../record/naming/undone-sessions.ts'
import { eachLine, sessionBytes } from '../record/reading/session-bytes.ts'
import type { Workspace } from '../record/workspace.ts'
import { type OperateOptions, operate } from '../surgery/operate.ts'
import type { Operated, OperatedSession } from '../surgery/operated.ts'
import { piecesOf } from '../surgery/pieces.ts'
import { planOf } from '../surgery/plan-of.ts'
import { type Deletions, nextDeletions } from './next-deletions.ts'
import { odditiesOf } from './oddities.ts'

const CLOSING_BRACE = 0x7d

export interface Finding {
  readonly where: string
  readonly what: string
  readonly fix: string
}

export interface Examined {
  readonly session: string
  readonly path: string
  /** What the client sends of it as it is, and what it would if it were repaired. */
  readonly messages_before: number
  readonly messages_after: number
  readonly problems: readonly Finding[]
  /** What is odd about the file and keeps nothing from being resumed. */
  readonly odd: readonly Finding[]
}

export interface Examination {
  readonly problems: readonly Finding[]
  readonly sessions: readonly Examined[]
  /** Where nothing was named: what clients are about to delete. */
  readonly deletions: readonly Deletions[]
}

export interface Repaired extends Omit<Operated, 'sessions'> {
  readonly problems: readonly Finding[]
  readonly sessions: readonly RepairedSession[]
}

/** A new session, and what was wrong with the one it was made of. */
export interface RepairedSession extends OperatedSession, Omit<Examined, 'session' | 'path' | 'odd'> {
  readonly repaired: string
}

export interface ExamineOptions {
  /** Where nothing is named: every session of the record, not only this folder's. */
  readonly all: boolean
}

/**
 * Says of sessions what keeps their client from resuming them whole. Files are looked at as they are, whether the
 * record knows them or not; without references, those of the sessions recorded in this folder. Writes nothing.
 */
export async function examine(
  workspace: Workspace,
  references: readonly string[],
  { all }: ExamineOptions,
): Promise<Examination> {
  const sessions: Examined[] = []
  if (references.length === 0)
    for (const session of await recorded(workspace, all))
      if (await isThere(session.source)) sessions.push(await examineSession(workspace, session))
  for (const reference of references) {
    const isFile = looksLikePath(reference) && (await isThere(resolve(workspace.cwd, reference)))
    if (isFile) sessions.push(await examineFile(workspace, resolve(workspace.cwd, reference)))
    else sessions.push(await examineSession(workspace, await resolveSession(workspace, reference)))
  }
  const deletions = references.length === 0 ? await nextDeletions(workspace) : []
  return { problems: told(sessions), sessions, deletions }
}

/**
 * Writes each session that is not resumed whole as a new one that is: with every line that the client sends of it, and
 * those that the damage kept it from. The sessions themselves stay as they are.
 */
export async function repair(
  workspace: Workspace,
  references: readonly string[],
  { all, ...options }: ExamineOptions & Omit<OperateOptions, 'mends'>,
): Promise<Repaired> {
  const named = new Map<string, Session>()
  for (const reference of references) {
    const session = await resolveSession(workspace, reference)
    named.set(session.id, session)
  }
  const sessions = references.length === 0 ? await recorded(workspace, all) : [...named.values()]
  const damaged: { session: Session; found: Examined }[] = []
  const gone: Session[] = []
  for (const session of sessions) {
    const found = await examineSession(workspace, session)
    if (found.problems.some(({ where }) => where !== 'file')) damaged.push({ session, found })
    else if (named.has(session.id) && found.problems.length > 0) gone.push(session)
  }
  if (damaged.length === 0) throw gone[0] ? fileGone(gone[0]) : nothingToRepair(sessions)
  const operated = await operate(
    workspace,
    damaged.map(({ session }) => session),
    (subjects) => ({ plans: subjects.map((subject) => planOf('repair', [subject], piecesOf(subject), {})) }),
    { ...options, mends: true },
  )
  return {
    ...operated,
    problems: told(damaged.map(({ found }) => found)),
    sessions: operated.sessions.map((session, at) => {
      const { messages_before, messages_after, problems } = damaged[at]!.found
      return { ...session, repaired: damaged[at]!.session.id, messages_before, messages_after, problems }
    }),
  }
}

function fileGone(session: Session): Failure {
  const { what, fix } = goneFinding(session)
  return new Failure('nothing-to-do', `${what}: there is nothing to repair, but the file can be restored.`, {
    facts: { session: session.id, path: session.source },
    hint: `Run \`${fix}\`.`,
  })
}

function nothingToRepair(sessions: readonly Session[]): Failure {
  const [only] = sessions
  const what =
    sessions.length === 1
      ? `Session ${only!.id} is resumed whole: there is nothing to repair.`
      : `There is nothing to repair in ${sessions.length} sessions.`
  return new Failure('nothing-to-do', what, { facts: { sessions: sessions.map((session) => session.id) } })
}

/** Every session that a person may resume, as its file is now; of clients whose sessions can be repaired. */
async function recorded({ store, cwd }: Workspace, all: boolean): Promise<readonly Session[]> {
  const sessions: Session[] = []
  const undone = await undoneSessions({ store })
  for await (const session of store.listSessions()) if (!undone.has(session.id)) sessions.push(session)
  const current = await currentGenerations(store, sessions)
  const meant = current.filter(({ facts }) => facts.spawnedBy === null && (all || facts.cwd === cwd))
  const able = meant.filter((session) => clientOf(session).repair !== undefined)
  if (meant[0] && able.length === 0) requireAbility(clientOf(meant[0]), 'repair')
  return able
}

/** What the client would read: the session's file, or what is recorded of it where that is gone or another's by now. */
async function examineSession(workspace: Workspace, session: Session): Promise<Examined> {
  const { store } = workspace
  const current = await currentOf(store, await store.generations(session.client, session.clientId))
  const client = clientOf(session)
  const examiner = requireAbility(client, 'repair').examiner()
  const isFile = await isThere(session.source)
  if (current.id === session.id && isFile)
    await withFile(session.source, (file) => addLines(workspace, file, client, examiner))
  else await eachLine(sessionBytes(store, session), examiner.add, client.reader.lineEnd)
  const diagnosis = examiner.diagnose()
  const odd = await odditiesOf(workspace, client, session.source, diagnosis, session)
  const found = examined(session.id, session.source, diagnosis, odd)
  return isFile ? found : { ...found, messages_before: 0, problems: [goneFinding(session), ...found.problems] }
}

/** The client finds nothing to resume. */
function goneFinding(session: Session): Finding {
  const held = session.bytes + session.tail.length
  return {
    where: 'file',
    what: `${session.source} is gone; the record holds ${held} bytes, ${session.facts.rounds} rounds`,
    fix: `stet restore ${session.id}`,
  }
}

async function examineFile(workspace: Workspace, path: string): Promise<Examined> {
  const [session, client, diagnosis] = await withFile(path, (file) => {
    const head = file.head()
    const client: Client | undefined = CLIENTS.find((known) => known.files.recognises(path, head))
    if (!client) {
      throw new Failure('file-not-a-session', `${path} is not a session of a client that Stet knows.`, {
        facts: { path },
        hint: 'Give the path of a transcript, or run `stet sessions` to see what is in the record.',
      })
    }
    const examiner = requireAbility(client, 'repair').examiner()
    addLines(workspace, file, client, examiner)
    return [client.files.identify(path, head), client, examiner.diagnose()] as const
  })
  return examined(session, path, diagnosis, await odditiesOf(workspace, client, path, diagnosis))
}

function examined(
  session: string,
  path: string,
  { problems, messagesBefore, messagesAfter }: Diagnosis,
  odd: readonly Finding[],
): Examined {
  return {
    session,
    path,
    messages_before: messagesBefore,
    messages_after: messagesAfter,
    problems: problems.map(({ line, what, fix }) => ({ where: `line ${line}`, what, fix })),
    odd,
  }
}

/** Every problem, with the session it is in. */
function told(sessions: readonly Examined[]): readonly Finding[] {
  return sessions.flatMap(({ session, problems }) =>
    problems.map(({ where, what, fix }) => ({ where: `${session} ${where}`, what, fix })),
  )
}

/** A file that was written to this recently belongs to a client that runs, and its last line may not be whole yet. */
const LIVE_MS = 60_000
/** Lines of this many bytes are held at a time, unless one is longer. */
const READ_AT_ONCE = 4 << 20

function addLines({ clock }: Workspace, file: SourceFile, { reader: lines }: Client, examiner: Examiner): void {
  const reader = createLineReader(file, 0, lines.lineEnd)
  for (let end = reader.lineEnd(); end !== -1; end = reader.lineEnd()) {
    const length = end - reader.at
    examiner.add(reader.buffer.subarray(reader.at, end))
    reader.advance(length)
    if (reader.at >= READ_AT_ONCE) reader.recycle(reader.detach())
  }
  const rest = reader.rest()
  const isLive = clock().getTime() - Number(BigInt(file.modified) / 1_000_000n) < LIVE_MS
  const isTorn = rest.at(-1) !== CLOSING_BRACE
  if (rest.length > 0 && !(isLive && isTorn)) examiner.add(rest)
}

async function withFile<T>(path: string, use: (file: SourceFile) => T): Promise<T> {
  const file = openSource(path)
  try {
    return await reading(path, async () => use(file))
  } finally {
    file.close()
  }
}

async function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isFile(),
    () => false,
  )
}
