import type { DerivedPatch } from '../../model/derived.ts'
import { Failure } from '../../model/errors.ts'
import { type CommitId, type SessionId, shortId } from '../../model/id.ts'
import { PARSER_VERSION } from '../../model/parser-version.ts'
import type { Session, SessionFacts } from '../../model/session.ts'
import { readNote, writeNote } from '../../model/surgery-note.ts'
import { charsATokenOf } from '../../model/tokens.ts'
import { checksumOf, ROTTEN } from './checksum.ts'

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
  readonly earlier_bytes: number | null
  readonly earlier_highest: number | null
  readonly spawned_by: string | null
  readonly spawned_by_tool_use: string | null
  readonly surgery: string | null
  readonly worker_id: string | null
  readonly session_number: number | null
  readonly ended_at: string | null
  readonly end_reason: string | null
  readonly context_at_end: number | null
  readonly summary: unknown
  readonly principal: string | null
  readonly machine: string | null
  readonly checksum: string
}

/** What identifies a session and says how far it is recorded: nothing else in the record could tell. */
export type Guarded = Pick<
  SessionRow,
  'session_id' | 'client' | 'client_session_id' | 'generation' | 'format' | 'head' | 'bytes' | 'tail' | 'source'
>

export type GuardedSession = Guarded & Pick<SessionRow, 'checksum'>

export const GUARDED = 'session_id, client, client_session_id, generation, format, head, bytes, tail, source'

/** All but where the parser is, which is long and only wanted by who goes on from there. */
export const SESSION_COLUMNS = `id, ${GUARDED}, title, agent_id,
  role, model, version, cwd, branch, started, ended, rounds, highest_round, messages, blocks, lines, tokens, largest_context, chars_a_token, fixed_tokens, context_window, earlier_bytes, earlier_highest, spawned_by,
  spawned_by_tool_use, surgery, worker_id, session_number, ended_at, end_reason, context_at_end, summary, checksum,
  (SELECT principal FROM commits WHERE commit_id = sessions.head) AS principal,
  (SELECT machine FROM commits WHERE commit_id = sessions.head) AS machine`

/** The order is part of the stored format. */
export function sessionChecksum(row: Guarded): string {
  const { session_id, client, client_session_id, generation, format, head, bytes, tail, source } = row
  return checksumOf([session_id, client, client_session_id, generation, format, head, bytes, tail, source])
}

/** Says what is wrong with a stored session, or undefined. */
export function sessionFault(row: GuardedSession): string | undefined {
  return row.checksum === sessionChecksum(row) ? undefined : ROTTEN
}

/** The columns of what a stretch says of the whole session. */
export const FACT_COLUMNS = [
  'title',
  'agent_id',
  'role',
  'model',
  'version',
  'cwd',
  'branch',
  'started',
  'ended',
  'rounds',
  'highest_round',
  'messages',
  'blocks',
  'lines',
  'tokens',
  'largest_context',
  'chars_a_token',
  'fixed_tokens',
  'context_window',
  'spawned_by',
  'spawned_by_tool_use',
  'surgery',
  'parser_state',
  'parser_checksum',
  'parser_version',
] as const

/** What a stretch says of the whole session. */
export function factColumns({
  facts,
  parserState,
}: Pick<DerivedPatch, 'facts' | 'parserState'>): Record<(typeof FACT_COLUMNS)[number], string | number | null> {
  return {
    title: facts.title,
    agent_id: facts.agent,
    role: facts.role,
    model: facts.model,
    version: facts.version,
    cwd: facts.cwd,
    branch: facts.branch,
    started: facts.started,
    ended: facts.ended,
    rounds: facts.rounds,
    highest_round: facts.highestRound,
    messages: facts.messages,
    blocks: facts.blocks,
    lines: facts.lines,
    tokens: facts.tokens,
    largest_context: facts.largestContext,
    chars_a_token: facts.charsAToken,
    fixed_tokens: facts.fixedTokens,
    context_window: facts.contextWindow,
    spawned_by: facts.spawnedBy?.session ?? null,
    spawned_by_tool_use: facts.spawnedBy?.toolUseId ?? null,
    surgery: facts.surgery === null ? null : JSON.stringify(writeNote(facts.surgery)),
    parser_state: parserState,
    parser_checksum: checksumOf([parserState]),
    parser_version: PARSER_VERSION,
  }
}

export function toSession(row: SessionRow): Session {
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
    earlier: row.earlier_bytes === null ? null : { bytes: row.earlier_bytes, highest: row.earlier_highest ?? 0 },
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
    by: row.principal === null ? null : { principal: row.principal, machine: row.machine ?? '' },
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
