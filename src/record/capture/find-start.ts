import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Client } from '../../clients/client.ts'
import { CLIENTS } from '../../clients/index.ts'
import { isOnlyPrompts } from '../../clients/prompts/index.ts'
import { RAW } from '../../clients/raw/index.ts'
import { Failure } from '../../model/errors.ts'
import { hashHex, sessionIdOf } from '../../model/id.ts'
import type { LineageLink, Session } from '../../model/session.ts'
import { shellQuoted } from '../../model/shell-quoted.ts'
import { WENT_ON_ELSEWHERE } from '../naming/went-on-elsewhere.ts'
import type { SourceNote } from '../record.ts'
import type { Store } from '../store.ts'
import type { CaptureContext } from './capture-context.ts'
import { continuation, type Start } from './capture-start.ts'
import { clientOfFile } from './client-of-file.ts'
import { beginsRecord, extendsRecord, type SourceFile } from './source-file.ts'

export interface StartOptions {
  /** Records a file that no client recognises as it is; else it is refused. */
  readonly mayBeRaw?: boolean
  /** What the path looked like when it was last read. */
  readonly note?: SourceNote | undefined
  /** Takes a session in again that was removed from the record on request. */
  readonly remembers?: boolean
}

/** Where capture begins: after the longest generation this file continues, or at the start of a new one. */
export async function findStart(
  { store, clock }: CaptureContext,
  file: SourceFile,
  { mayBeRaw, remembers, note }: StartOptions,
): Promise<Start | { readonly copied: Session }> {
  const client = clientOfFile(file)
  if (client === RAW && (!mayBeRaw || file.size === 0)) throw notASession(file)
  const clientId = await idOf(store, file, client)
  const generations = await store.generations(client.name, clientId)
  const copied = await findCopied(store, file, { generations, note })
  if (copied) return { copied }
  const longestFirst = [...generations].sort((a, b) => b.bytes + b.tail.length - (a.bytes + a.tail.length))
  for (const session of longestFirst) {
    let healed = 0
    const onHealed = () => healed++
    if (!(await extendsRecord(file, store, session, { onHealed }))) continue
    if (isLongerCopy(file, session)) continue
    return { client, session, start: await continuation(store, session, file), healed }
  }
  if (generations.some((known) => known.bytes + known.tail.length > file.size) && file.hasGrown()) throw outrun(file)
  if ((await store.listForgotten({ client: client.name, clientId })).length > 0) {
    if (!remembers) throw forgotten(file)
    await store.remember(client.name, clientId)
  }
  const { generation, before: known } = await freeGeneration(store, file, {
    client: client.name,
    clientId,
    generations,
  })
  const session = sessionIdOf(clientId, generation)
  const at = clock().toISOString()
  const links: LineageLink[] = []
  for (const before of known.filter((one) => !isOnlyPrompts(one))) {
    const link = { child: session, parent: before.id, at }
    if (before.source !== file.path) links.push({ ...link, kind: 'fork', detail: {} })
    else if (!(await hasOnlyGrown(store, file, before, note))) links.push({ ...link, kind: 'rewrite', detail: {} })
    else links.push({ ...link, kind: 'fork', detail: WENT_ON_ELSEWHERE })
  }
  const create = { client: client.name, clientId, generation, format: client.format }
  const fresh = { head: null, bytes: 0, parserState: null, lastLine: 'closed' } as const
  return { client, start: { session, create, source: file.path, links, ...fresh } }
}

/** Another file of the same name in another folder is another session, unless it is a copy. */
async function idOf(store: Store, file: SourceFile, { name, files }: Client): Promise<string> {
  const id = files.identify(file.path, file.head())
  if (!files.isNamedByFile) return id
  const known = await store.generations(name, id)
  if (known.length === 0 || known.some(({ source }) => source === file.path || !existsSync(source))) return id
  for (const session of known) {
    const isCopy = (await beginsRecord(file, store, session)) || (await extendsRecord(file, store, session, {}))
    if (isCopy && !isLongerCopy(file, session)) return id
  }
  return `${id}-${hashHex(dirname(file.path)).slice(0, 8)}`
}

/**
 * The first number that no session of this name has yet, and the session it comes after. One that was recorded under
 * another client, because its file was taken for that one's, keeps its number; one of the same client that was not there
 * a moment ago was begun by another process, and may be what this file goes on from.
 */
async function freeGeneration(
  store: Store,
  file: SourceFile,
  { client, clientId, generations }: { client: string; clientId: string; generations: readonly Session[] },
) {
  let before = generations.slice(-1)
  for (let generation = generations.length; ; generation++) {
    const taken = await store.findSession(sessionIdOf(clientId, generation))
    if (!taken) return { generation, before }
    const isKnown = generations.some(({ id }) => id === taken.id)
    if (!isKnown && taken.client === client && taken.clientId === clientId) throw outrun(file)
    before = [taken]
  }
}

/** The file begins as it was when it was last read: that more is recorded of it was said on another machine. */
async function hasOnlyGrown(
  store: Store,
  file: SourceFile,
  session: Session,
  note: SourceNote | undefined,
): Promise<boolean> {
  if (!note || note.session !== session.id || note.size > file.size) return false
  return beginsRecord({ ...file, size: note.size }, store, session)
}

/** Another file that goes on from a recorded one, while that one is still there, is a session of its own. */
function isLongerCopy(file: SourceFile, session: Session): boolean {
  const longer = file.size > session.bytes + session.tail.length
  return longer && session.source !== file.path && existsSync(session.source)
}

/**
 * The session that another file than its own has the beginning of: a copy that was made earlier, or only in part. Its own
 * file is one too where it is as long as it ever was, and the rest was said on another machine.
 */
async function findCopied(
  store: Store,
  file: SourceFile,
  { generations, note }: { readonly generations: readonly Session[] } & Pick<StartOptions, 'note'>,
): Promise<Session | undefined> {
  const isOwn = generations.some(({ source }) => source === file.path)
  const wasShorter = note !== undefined && note.size <= file.size && generations.some(({ id }) => id === note.session)
  if (isOwn && !wasShorter) return undefined // cut short, it is a generation of its own
  for (const session of generations) if (await beginsRecord(file, store, session)) return session
  return undefined
}

/** Another process recorded more of the file than it had when it was opened here: not cut, only seen too early. */
function outrun(file: SourceFile): Failure {
  return new Failure(
    'chain-moved',
    `The file ${file.path} grew while it was read, and another process recorded it first.`,
    {
      facts: { path: file.path },
      hint: 'Run the same command again.',
    },
  )
}

function forgotten({ path }: SourceFile): Failure {
  return new Failure('session-forgotten', `The session in ${path} was removed from the record with \`stet forget\`.`, {
    facts: { path },
    hint: `Run \`stet inscribe ${path}\` to record it again.`,
  })
}

function notASession(file: SourceFile): Failure {
  const what = file.size === 0 ? 'is empty' : 'is not a session file of a client that Stet knows'
  return new Failure('file-not-a-session', `The file ${file.path} ${what}.`, {
    facts: { path: file.path, size: file.size, clients: CLIENTS.map((client) => client.name) },
    hint:
      file.size === 0
        ? 'Give the path of a transcript, or run `stet inscribe --all`.'
        : `Run \`stet inscribe --as raw ${shellQuoted(file.path)}\` to keep its bytes anyway.`,
  })
}
