import type { DerivedPatch } from '../../../model/derived.ts'
import { Failure } from '../../../model/errors.ts'
import { type CommitId, type SessionId, shortId } from '../../../model/id.ts'
import type { Session, SessionFacts } from '../../../model/session.ts'
import { readNote, writeNote } from '../../../model/surgery-note.ts'
import { charsATokenOf } from '../../../model/tokens.ts'
import type { Append } from '../../record.ts'
import { checksumOf, ROTTEN } from './checksum.ts'
import type { Connection } from './connection.ts'
import { pages } from './pages.ts'

export interface SessionRow {
  readonly id: number
  readonly session_id: SessionId
  readonly client: string
  readonly client_session_id: string
  readonly generation: number
  readonly format: string
  readonly head: CommitId | null
  readonly bytes: number
  readonly tail: Uint8Array
  readonly source: string
  readonly title: string | null
  readonly agent_id: string | null
  readonly role: string | null
  readonly model: string | null
  readonly version: string | null
  readonly cwd: string | null
  readonly branch: string | null
  readonly started: string | null
  readonly ended: string | null
  readonly rounds: number
  readonly highest_round: number
  readonly messages: number
  readonly blocks: number
  readonly lines: number
  readonly tokens: number
  readonly largest_context: number
  readonly chars_a_token: number | null
  readonly fixed_tokens: number | null
  readonly context_window: number | null
  readonly spawned_by: string | null
  readonly spawned_by_tool_use: string | null
  readonly surgery: string | null
  readonly worker_id: string | null
  readonly session_number: number | null
  readonly ended_at: string | null
  readonly end_reason: string | null
  readonly context_at_end: number | null
  readonly summary: unknown
  readonly checksum: string
}

/** What identifies a session and says how far it is recorded: nothing else in the record could tell. */
type Guarded = Pick<
  SessionRow,
  'session_id' | 'client' | 'client_session_id' | 'generation' | 'format' | 'head' | 'bytes' | 'tail' | 'source'
>

export type GuardedSession = Guarded & Pick<SessionRow, 'checksum'>

export const GUARDED = 'session_id, client, client_session_id, generation, format, head, bytes, tail, source'

/** All but where the parser is, which is long and only wanted by who goes on from there. */
const COLUMNS = `id, ${GUARDED}, title, agent_id,
  role, model, version, cwd, branch, started, ended, rounds, highest_round, messages, blocks, lines, tokens, largest_context, chars_a_token, fixed_tokens, context_window, spawned_by,
  spawned_by_tool_use, surgery, worker_id, session_number, ended_at, end_reason, context_at_end, summary, checksum`

/** Where a session's chain ends. */
export interface Head {
  readonly commit: CommitId | null
  readonly bytes: number
}

/** A page of sessions brings their tails along, so it is kept short. */
const SESSIONS_A_PAGE = 100

interface NewSession extends NonNullable<Append['create']> {
  readonly session: SessionId
  readonly source: string
}

export function createSession(
  connection: Connection,
  { session, source, client, clientId, generation, format }: NewSession,
): void {
  const there = connection.get<Pick<SessionRow, 'session_id'>>(
    `SELECT session_id FROM sessions
      WHERE session_id = @session OR (client = @client AND client_session_id = @clientId AND generation = @generation)`,
    { session, client, clientId, generation },
  )
  if (there) throw chainMoved(session, 'it is in the record already')
  connection.run(
    `INSERT INTO sessions (session_id, client, client_session_id, generation, format, source, parent_session,
       bytes, tail, rounds, highest_round, messages, blocks, lines, tokens, largest_context, parser_state, parser_checksum, checksum, sealed)
     VALUES (@session, @client, @clientId, @generation, @format, @source,
       (SELECT parent FROM lineage WHERE child = @session ORDER BY id LIMIT 1), 0, x'', 0, 0, 0, 0, 0, 0, 0, '', '', '', 0)`,
    { session, client, clientId, generation, format, source },
  )
}

/** Returns where the session's chain ends; throws unless that is at `from`. */
export function expectHead(connection: Connection, session: SessionId, from: CommitId | null): Head {
  const row = connection.get<Pick<SessionRow, 'head' | 'bytes'>>(
    'SELECT head, bytes FROM sessions WHERE session_id = ?',
    [session],
  )
  if (!row) {
    throw new Failure('session-not-found', `There is no session ${shortId(session)} in the record.`, {
      facts: { session },
    })
  }
  if (row.head !== from) throw chainMoved(session, `its chain ends at ${row.head ?? 'nothing'} by now`)
  return { commit: row.head, bytes: row.bytes }
}

/**
 * What nothing else in the record could tell is guarded; facts are compared with the bytes they come from. Both in one
 * statement: with where the parser is, the row is longer than a page, and each change writes it again.
 */
export function moveHead(
  connection: Connection,
  session: SessionId,
  to: Head & Pick<Append, 'tail' | 'source' | 'derived'>,
): void {
  const known = connection.get<Omit<Guarded, 'head' | 'bytes' | 'tail' | 'source'>>(
    'SELECT session_id, client, client_session_id, generation, format FROM sessions WHERE session_id = ?',
    [session],
  )
  if (!known) return
  const { commit: head, bytes, tail, source, derived } = to
  const checksum = checksumOf(guarded({ ...known, head, bytes, tail, source }))
  connection.run(
    `UPDATE sessions SET head = @head, bytes = @bytes, tail = @tail, source = @source, checksum = @checksum, ${SET_FACTS}
      WHERE session_id = @session`,
    { session, head, bytes, tail, source, checksum, ...factColumns(derived) },
  )
}

/** The order is part of the stored format. */
function guarded(row: Guarded): readonly (string | number | null | Uint8Array)[] {
  const { session_id, client, client_session_id, generation, format, head, bytes, tail, source } = row
  return [session_id, client, client_session_id, generation, format, head, bytes, tail, source]
}

/** Says what is wrong with a stored session, or undefined. */
export function sessionFault(row: GuardedSession): string | undefined {
  return row.checksum === checksumOf(guarded(row)) ? undefined : ROTTEN
}

const SET_FACTS = `title = @title, agent_id = @agent, role = @role, model = @model, version = @version, cwd = @cwd, branch = @branch,
  started = @started, ended = @ended, rounds = @rounds, highest_round = @highestRound, messages = @messages,
  blocks = @blocks, lines = @lines, tokens = @tokens, largest_context = @largestContext, chars_a_token = @charsAToken, fixed_tokens = @fixedTokens, context_window = @contextWindow, spawned_by = @spawnedBy,
  spawned_by_tool_use = @toolUse, surgery = @surgery, parser_state = @parserState, parser_checksum = @parserChecksum`

export function writeFacts(connection: Connection, session: SessionId, derived: Facts): void {
  connection.run(`UPDATE sessions SET ${SET_FACTS} WHERE session_id = @session`, { session, ...factColumns(derived) })
}

type Facts = Pick<DerivedPatch, 'facts' | 'parserState'>

function factColumns({ facts, parserState }: Facts): Record<string, string | number | null> {
  const { spawnedBy, surgery, ...columns } = facts
  return {
    ...columns,
    parserState,
    parserChecksum: checksumOf([parserState]),
    spawnedBy: spawnedBy?.session ?? null,
    toolUse: spawnedBy?.toolUseId ?? null,
    surgery: surgery === null ? null : JSON.stringify(writeNote(surgery)),
  }
}

export function findSession(connection: Connection, id: SessionId): Session | undefined {
  const row = connection.get<SessionRow>(`SELECT ${COLUMNS} FROM sessions WHERE session_id = ?`, [id])
  return row && toSession(row)
}

export function findParserState(connection: Connection, session: SessionId): string | null {
  const row = connection.get<{ readonly state: string; readonly checksum: string }>(
    // An older Stet derived less, or counted in another way: what it derived is computed again.
    'SELECT parser_state AS state, parser_checksum AS checksum FROM sessions WHERE session_id = ? AND chars_a_token IS NOT NULL',
    [session],
  )
  return row && row.checksum === checksumOf([row.state]) ? row.state : null
}

/** An older Stet derived less, or counted in another way. */
export function isOutdated(connection: Connection, session: SessionId): boolean {
  const row = connection.get<{ readonly state: string; readonly checksum: string }>(
    'SELECT parser_state AS state, parser_checksum AS checksum FROM sessions WHERE session_id = ? AND chars_a_token IS NULL',
    [session],
  )
  return row !== undefined && row.checksum === checksumOf([row.state])
}

export function generations(connection: Connection, client: string, clientId: string): readonly Session[] {
  return connection
    .all<SessionRow>(`SELECT ${COLUMNS} FROM sessions WHERE client = ? AND client_session_id = ? ORDER BY generation`, [
      client,
      clientId,
    ])
    .map(toSession)
}

export async function* listSessions(connection: Connection): AsyncGenerator<Session> {
  const rows = pages<SessionRow>(
    (after, limit) =>
      connection.all(`SELECT ${COLUMNS} FROM sessions WHERE id > ? ORDER BY id LIMIT ?`, [after?.id ?? 0, limit]),
    SESSIONS_A_PAGE,
  )
  for await (const row of rows) yield toSession(row)
}

function toSession(row: SessionRow): Session {
  return {
    id: row.session_id,
    client: row.client,
    clientId: row.client_session_id,
    generation: row.generation,
    format: row.format,
    head: row.head,
    bytes: row.bytes,
    tail: row.tail,
    source: row.source,
    facts: toFacts(row),
    worker: row.worker_id === null ? null : { id: row.worker_id, number: row.session_number ?? 0 },
    end:
      row.ended_at === null
        ? null
        : {
            at: row.ended_at,
            reason: row.end_reason ?? '',
            context: row.context_at_end,
            summary: row.summary === null ? null : String(row.summary),
          },
    damage: sessionFault(row) ?? null,
  }
}

function toFacts(row: SessionRow): SessionFacts {
  return {
    title: row.title,
    agent: row.agent_id,
    role: row.role,
    model: row.model,
    version: row.version,
    cwd: row.cwd,
    branch: row.branch,
    started: row.started,
    ended: row.ended,
    rounds: row.rounds,
    highestRound: row.highest_round,
    messages: row.messages,
    blocks: row.blocks,
    lines: row.lines,
    tokens: row.tokens,
    largestContext: row.largest_context,
    charsAToken: row.chars_a_token ?? charsATokenOf(row.model),
    fixedTokens: row.fixed_tokens,
    contextWindow: row.context_window,
    spawnedBy: row.spawned_by === null ? null : { session: row.spawned_by, toolUseId: row.spawned_by_tool_use },
    surgery: row.surgery === null ? null : (readNote(parsed(row.surgery)) ?? null),
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined // rotted; `verify` compares the facts with the bytes they come from
  }
}

export function chainMoved(session: SessionId, what: string): Failure {
  return new Failure('chain-moved', `Another process recorded session ${shortId(session)} first: ${what}.`, {
    facts: { session },
    hint: 'Run the same command again.',
  })
}
