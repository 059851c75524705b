import { closeSync, openSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { Failure, isFailure } from '../../model/errors.ts'
import type { CommitId } from '../../model/id.ts'
import type { Ticket } from '../../model/ticket.ts'
import { keepReaders } from '../../system/sqlite/keep-readers.ts'
import type { Artifacts } from '../artifacts.ts'
import { type ContextName, expectNamed } from '../rules/names.ts'
import type { Store, StoreSizes } from '../store.ts'
import { findCommits, listAncestors, listChildren, resolveCommit } from './ancestry.ts'
import { append } from './append.ts'
import {
  artifactNumbers,
  findArtifacts,
  hasArtifact,
  listArtifacts,
  removeArtifacts,
  writeArtifact,
} from './artifacts.ts'
import { collect } from './collect.ts'
import { findCommit, listChain } from './commits.ts'
import { type Connection, connect } from './connection.ts'
import { createDecodedFrames, type DecodedFrames } from './decoded-frames.ts'
import { listGraphs, listProblems, listSpans, readSpans, writeDerived } from './derived.ts'
import { encodeArtifact } from './encode-artifact.ts'
import { erase } from './erase.ts'
import { listFaults } from './faults.ts'
import { forget, listForgotten, remember } from './forget.ts'
import { listLineage, writeLink } from './lineage.ts'
import { findManifest, putManifest } from './manifests.ts'
import { openDatabase } from './open-database.ts'
import { endSession, listOperations, markUndone, writeOperation } from './operations.ts'
import { findRetention, putCommit, setRetention, setSummary } from './put-commit.ts'
import { readArtifact, readArtifacts, streamArtifact } from './read-artifacts.ts'
import { countRounds, findRounds, listEngagements, listRounds, readRounds, writeActive } from './rounds.ts'
import { DATABASE_FILE } from './schema.ts'
import { seal } from './seal.ts'
import {
  expectHead,
  findParserState,
  findSession,
  generations,
  isOutdated,
  listOutdated,
  listSessions,
  noteRefreshed,
  writeFacts,
} from './sessions.ts'
import { listSideFiles, putSideFile } from './side-files.ts'
import { findSource, writeSource } from './sources.ts'
import { createLogSync } from './sync-log.ts'
import { findTags, listTags, writeTag } from './tags.ts'

export interface SqliteStoreOptions {
  /** The folder that holds `sessions.db`; made where it is not there. `:memory:` keeps nothing. */
  readonly directory: string
  /** Makes nothing, changes nothing; every verb that writes fails with `store-read-only`, or with what is given here. */
  readonly readOnly?: boolean | Failure
  /** Told each point a write passes, as `<verb>:<step>`; a test may stop the process there. */
  readonly onWrite?: (point: string) => void
  readonly clock?: () => Date
  /** How long a write waits for another process before it fails with `store-busy`. */
  readonly busyMs?: number
}

const BUSY_MS = 10_000

/**
 * Opens the store kept in one SQLite file. Any number of processes may have it open.
 *
 * SQLite is called synchronously inside the asynchronous methods: a transaction never crosses an `await`, and two
 * calls on one store never run into each other.
 */
export function openSqliteStore(options: SqliteStoreOptions): Store {
  const directory = options.directory === ':memory:' ? undefined : options.directory
  const now = options.clock ?? (() => new Date())
  const { readOnly = false, busyMs = BUSY_MS, onWrite } = options
  const open = (isReader: boolean) => openDatabase({ directory, readOnly: isReader, now, busyMs })
  const refusal = typeof readOnly === 'object' ? readOnly : undefined
  return storeOver(connect(open(readOnly !== false), { directory, onWrite, refusal }), () =>
    connect(open(true), { directory }),
  )
}

function storeOver(connection: Connection, openReader: () => Connection): Store {
  const frames = createDecodedFrames(connection)
  const log = createLogSync(connection)
  const readers = keepReaders(openReader)
  const store: Store = {
    artifacts: artifactsOver(connection, frames),
    append: (entry) => append(connection, frames, entry),
    sync: async () => log.sync(),
    putCommit: (entry) => putCommit(connection, frames, entry),
    setSummary: async (commit, summary) => setSummary(connection, commit, summary),
    setRetention: async (commit, retention) => setRetention(connection, commit, retention),
    setName: async (name, commit, expected) => setName(connection, name, commit, expected),
    putTicket: async (ticket, expected) => putTicket(connection, ticket, expected),
    listTickets: async () => listTickets(connection),
    putManifest: (entry) => putManifest(connection, frames, entry),
    seal: (session, options) => seal(connection, frames, session, options),
    collect: async (options) => {
      const collected = collect(connection, options)
      if (!options.dryRun) shrink(connection)
      return collected
    },
    erase: async () => erase(connection),
    putSideFile: (entry) => putSideFile(connection, frames, entry),
    journal: async (changes) => {
      if (changes.length === 0) return
      connection.write('journal', 'durable', (passed) => {
        for (const change of changes) writeTag(connection, change)
        passed('rows')
      })
    },
    record: async (operation) =>
      connection.write('record', 'durable', (passed) => {
        writeOperation(connection, operation)
        passed('rows')
      }),
    markUndone: async (id, at) =>
      connection.write('undo', 'durable', (passed) => {
        markUndone(connection, id, at)
        passed('rows')
      }),
    endSession: async (session, end) =>
      connection.write('end', 'durable', (passed) => {
        endSession(connection, session, end)
        passed('row')
      }),
    link: async (links) => {
      if (links.length === 0) return
      connection.write('link', 'durable', (passed) => {
        for (const link of links) writeLink(connection, link)
        passed('rows')
      })
    },
    forget: async (session, mark) => forget(connection, session, mark),
    listForgotten: async (of) => listForgotten(connection, of),
    remember: async (client, clientId) => remember(connection, client, clientId),
    noteSource: async (source) =>
      connection.write('source', 'relaxed', (passed) => {
        writeSource(connection, source)
        passed('row')
      }),
    replaceDerived: async ({ session, from, stretches, active, cut }) =>
      connection.write('derived', 'relaxed', (passed) => {
        expectHead(connection, session, from)
        for (const [nth, stretch] of stretches.entries()) {
          writeDerived(connection, { session, ...stretch, active: 'unchanged', replaces: nth === 0 })
        }
        writeActive(connection, session, active, cut ?? [])
        writeFacts(connection, session, stretches.at(-1)!.derived)
        passed('rows')
      }),

    findSession: async (id) => findSession(connection, id),
    generations: async (client, clientId) => generations(connection, client, clientId),
    listSessions: () => listSessions(connection),
    findParserState: async (session) => findParserState(connection, session),
    isOutdated: async (session) => isOutdated(connection, session),
    listOutdated: async () => listOutdated(connection),
    noteRefreshed: async () => connection.write('derived', 'relaxed', () => noteRefreshed(connection)),
    findSource: async (path) => findSource(connection, path),

    findCommit: async (id) => findCommit(connection, id),
    findCommits: async (prefix, limit) => findCommits(connection, prefix, limit),
    resolveCommit: async (principal, at) => resolveCommit(connection, principal, at),
    listAncestors: (id, limit) => listAncestors(connection, id, limit),
    listChildren: async (id) => listChildren(connection, id),
    findRetention: async (commit) => findRetention(connection, commit),
    listNames: async () => listNames(connection),
    findManifest: async (key) => findManifest(connection, key),
    listChain: (session, from = 0) => listChain(connection, session, from),
    listRounds: async (session, which) => listRounds(connection, session, which),
    readRounds: async (places) => readRounds(connection, places),
    countRounds: async (session) => countRounds(connection, session),
    listSpans: async (session, owner) => listSpans(connection, session, owner),
    readSpans: async (session, after, limit) => readSpans(connection, session, after, limit),
    listProblems: async (session) => listProblems(connection, session),
    listGraphs: (session, order) => listGraphs(connection, session, order),
    findRounds: async (roundIds) => findRounds(connection, roundIds),
    listEngagements: async (session) => listEngagements(connection, session),
    listSideFiles: async (session) => listSideFiles(connection, session),
    listLineage: async (session) => listLineage(connection, session),
    findTags: async (roundIds) => findTags(connection, roundIds),
    listTags: () => listTags(connection),
    listOperations: async () => listOperations(connection),

    backup: async (path) => {
      closeSync(openSync(path, 'wx', 0o600)) // private before anything is in it, and what SQLite puts next to it too
      connection.run('VACUUM INTO ?', [path]) // one state of it, while others write
    },
    // Nobody else sees a store in memory: it has one connection, and one state.
    snapshot: (work) =>
      connection.directory === undefined
        ? work(store)
        : readers.overState((reader) => work(storeOver(reader, openReader))),
    reindex: async () => void connection.run('REINDEX'),
    listFaults: async () => listFaults(connection),
    sizes: async () => sizes(connection),
    close: async () => {
      readers.close()
      log.close()
      connection.close()
    },
  }
  return store
}

function artifactsOver(connection: Connection, frames: DecodedFrames): Artifacts {
  return {
    put: async (bytes) => {
      const encoded = encodeArtifact(connection, frames, bytes)
      return connection.write('put', 'relaxed', (passed) => {
        const deduplicated = writeArtifact(connection, encoded)
        passed('artifact')
        return { id: encoded.id, deduplicated }
      })
    },
    get: async (id) => readArtifact(connection, frames, id),
    stream: (id) => streamArtifact(connection, frames, id),
    getAll: (ids) => readArtifacts(connection, frames, ids),
    has: async (id) => hasArtifact(connection, id),
    list: () => listArtifacts(connection),
    find: async (prefix, limit) => findArtifacts(connection, prefix, limit),
    remove: async (ids) =>
      connection.write('remove', 'relaxed', (passed) => {
        removeArtifacts(connection, artifactNumbers(connection, ids))
        passed('rows')
      }),
  }
}

function setName(connection: Connection, name: string, commit: CommitId | null, expected?: CommitId | null): void {
  connection.write('set-name', 'durable', () => {
    expectNamed(listNames(connection), name, expected)
    connection.run('DELETE FROM context_names WHERE name = ?', [name])
    if (commit === null) return
    if (!findCommit(connection, commit)) {
      throw new Failure('commit-not-found', `There is no commit ${commit} in the record.`, { facts: { commit } })
    }
    connection.run('INSERT INTO context_names (name, commit_id) VALUES (?, ?)', [name, commit])
  })
}

function listNames(connection: Connection): readonly ContextName[] {
  return connection.all('SELECT name, commit_id AS "commit" FROM context_names ORDER BY name')
}

/** Given back in one transaction, 8 MB: between two of them others may write. */
const STEP_PAGES = 1024
const WAIT_MS = 200

/**
 * Gives the pages that are free now back to the file system, and empties the log. Where others use the store, or the
 * disk has no room to move pages, the rest stays free inside the file: the next writes use it, the next time tries
 * again. So does a store made before its pages could be given back.
 */
function shrink(connection: Connection): void {
  const waited = connection.pragma('busy_timeout')
  connection.pragma(`busy_timeout = ${WAIT_MS}`)
  try {
    for (let free = connection.pragma('freelist_count'); free > 0; free -= STEP_PAGES) {
      connection.pragma(`incremental_vacuum(${STEP_PAGES})`)
    }
    connection.pragma('wal_checkpoint(TRUNCATE)')
  } catch (error) {
    if (!isFailure(error, 'store-busy', 'store-full')) throw error
  } finally {
    connection.pragma(`busy_timeout = ${waited}`)
  }
}

function sizes(connection: Connection): StoreSizes {
  const counted = connection.get<Omit<StoreSizes, 'databaseBytes'>>(
    `SELECT (SELECT count(*) FROM artifacts) AS artifacts,
            (SELECT coalesce(sum(size), 0) FROM artifacts) AS artifactBytes,
            (SELECT coalesce(sum(length(data)), 0) FROM frames) AS storedBytes,
            (SELECT count(*) FROM commits) AS commits,
            (SELECT count(*) FROM sessions) AS sessions`,
  )
  if (!counted) throw new Error('a query without a table gave no row')
  return { ...counted, databaseBytes: databaseBytes(connection) }
}

/** The log counts: until it is folded back it may hold most of the store. */
function databaseBytes(connection: Connection): number {
  if (connection.directory === undefined) {
    const row = connection.get<{ bytes: number }>(
      'SELECT page_count * page_size AS bytes FROM pragma_page_count, pragma_page_size',
    )
    return row?.bytes ?? 0
  }
  const path = join(connection.directory, DATABASE_FILE)
  return [path, `${path}-wal`].reduce((sum, file) => sum + (statSync(file, { throwIfNoEntry: false })?.size ?? 0), 0)
}

function putTicket(connection: Connection, ticket: Ticket, expected: number | null): void {
  const { id, version, created_at } = ticket
  connection.write('put-ticket', 'durable', () => {
    const found = connection.get<{ version: number }>('SELECT version FROM tickets WHERE ticket_id = ?', [id])
    if ((found?.version ?? null) !== expected) {
      throw new Failure('ticket-moved', `Ticket ${id} was changed by somebody else at the same time.`, {
        facts: { ticket: id },
        hint: `Run \`stet ticket show ${id}\` to see it as it is now.`,
      })
    }
    connection.run(
      `INSERT INTO tickets (ticket_id, version, created_at, content) VALUES (?, ?, ?, ?)
         ON CONFLICT (ticket_id) DO UPDATE SET version = excluded.version, content = excluded.content`,
      [id, version, created_at, JSON.stringify(ticket)],
    )
  })
}

function listTickets(connection: Connection): readonly Ticket[] {
  return connection
    .all<{ content: string }>('SELECT content FROM tickets ORDER BY created_at, ticket_id')
    .map(({ content }) => JSON.parse(content) as Ticket) // only putTicket writes it
}
