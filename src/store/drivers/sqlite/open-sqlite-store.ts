import type { Store } from '../../store.ts'
import { findCommits, listAncestors, listChildren, resolveCommit } from './ancestry.ts'
import { append } from './append.ts'
import { findArtifacts, hasArtifact, listArtifacts } from './artifacts.ts'
import { collect } from './collect.ts'
import { findCommit, listChain } from './commits.ts'
import { type Connection, connect } from './connection.ts'
import { createDecodedFrames } from './decoded-frames.ts'
import { listGraphs, listProblems, listSpans, writeDerived } from './derived.ts'
import { listFaults } from './faults.ts'
import { listLineage, writeLink } from './lineage.ts'
import { findLive } from './live.ts'
import { findManifest, putManifest } from './manifests.ts'
import { findName, listNames, moveName } from './names.ts'
import { openDatabase } from './open-database.ts'
import { findOperation, listOperations, markUndone, writeOperation } from './operations.ts'
import { keepOutlines, listOutlines } from './outlines.ts'
import { findRetention, putCommit, setRetention, setSummary } from './put-commit.ts'
import { readArtifact, readArtifacts } from './read-artifacts.ts'
import { findRounds, listEngagements, listRounds } from './rounds.ts'
import { seal } from './seal.ts'
import { forgetSecured, listSecured, secure } from './secured.ts'
import { expectHead, findParserState, findSession, generations, listSessions, writeFacts } from './sessions.ts'
import { shrink } from './shrink.ts'
import { listSideFiles, putSideFile } from './side-files.ts'
import { sizes } from './sizes.ts'
import { findSource, writeSource } from './sources.ts'
import { findStanding } from './standings.ts'
import { createLogSync } from './sync-log.ts'
import { listTags, writeTag } from './tags.ts'

export interface SqliteStoreOptions {
  /** The folder that holds `sessions.db`; made where it is not there. `:memory:` keeps nothing. */
  readonly directory: string
  /** Makes nothing, changes nothing; every verb that writes fails with `store-read-only`. */
  readonly readOnly?: boolean
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
  const { readOnly = false, busyMs = BUSY_MS } = options
  const database = openDatabase({ directory, readOnly, now, busyMs })
  return storeOver(connect(database, { directory, onWrite: options.onWrite }))
}

function storeOver(connection: Connection): Store {
  const frames = createDecodedFrames(connection)
  const log = createLogSync(connection)
  return {
    append: async (entry) => append(connection, entry),
    secure: async (entry) => {
      const id = secure(connection, entry)
      log.sync()
      return id
    },
    forgetSecured: async (id) =>
      connection.write('forget', 'relaxed', (passed) => {
        forgetSecured(connection, id)
        passed('row')
      }),
    sync: async () => log.sync(),
    putCommit: async (entry) => putCommit(connection, entry),
    setSummary: async (commit, summary) => setSummary(connection, commit, summary),
    setRetention: async (commit, retention) => setRetention(connection, commit, retention),
    moveName: async (name, from, to) => moveName(connection, name, from, to),
    putManifest: async (entry) => putManifest(connection, entry),
    seal: (session, options) => seal(connection, frames, session, options),
    collect: async (options) => {
      const collected = collect(connection, options)
      if (!options.dryRun) shrink(connection)
      return collected
    },
    putSideFile: async (entry) => putSideFile(connection, entry),
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
    link: async (links) => {
      if (links.length === 0) return
      connection.write('link', 'durable', (passed) => {
        for (const link of links) writeLink(connection, link)
        passed('rows')
      })
    },
    noteSource: async (source) =>
      connection.write('source', 'relaxed', (passed) => {
        writeSource(connection, source)
        passed('row')
      }),
    replaceDerived: async ({ session, from, derived, active }) =>
      connection.write('derived', 'relaxed', (passed) => {
        expectHead(connection, session, from)
        writeDerived(connection, { session, start: 0, derived, active, replaces: true })
        writeFacts(connection, session, derived)
        passed('rows')
      }),
    keepOutlines: (entry) => keepOutlines(connection, entry),

    findSession: async (id) => findSession(connection, id),
    generations: async (client, clientId) => generations(connection, client, clientId),
    listSessions: () => listSessions(connection),
    findParserState: async (session) => findParserState(connection, session),
    findSource: async (path) => findSource(connection, path),
    findStanding: async (path) => findStanding(connection, path),

    listSecured: async () => listSecured(connection),

    findCommit: async (id) => findCommit(connection, id),
    findCommits: async (prefix, limit) => findCommits(connection, prefix, limit),
    resolveCommit: async (principal, at) => resolveCommit(connection, principal, at),
    listAncestors: (id, limit) => listAncestors(connection, id, limit),
    listChildren: async (id) => listChildren(connection, id),
    findRetention: async (commit) => findRetention(connection, commit),
    findName: async (name) => findName(connection, name),
    listNames: async () => listNames(connection),
    findManifest: async (key) => findManifest(connection, key),
    listChain: (session, from = 0) => listChain(connection, session, from),
    findLive: async (session) => findLive(connection, session),
    readArtifact: (id) => readArtifact(connection, frames, id),
    readArtifacts: (ids) => readArtifacts(connection, frames, ids),
    hasArtifact: async (id) => hasArtifact(connection, id),
    listArtifacts: () => listArtifacts(connection),
    findArtifacts: async (prefix, limit) => findArtifacts(connection, prefix, limit),

    listRounds: async (session) => listRounds(connection, session),
    listSpans: async (session, owner) => listSpans(connection, session, owner),
    listProblems: async (session) => listProblems(connection, session),
    listGraphs: (session) => listGraphs(connection, session),
    listOutlines: (session) => listOutlines(connection, session),
    findRounds: async (roundIds) => findRounds(connection, roundIds),
    listEngagements: async (session) => listEngagements(connection, session),
    listSideFiles: async (session) => listSideFiles(connection, session),
    listLineage: async (session) => listLineage(connection, session),
    listTags: () => listTags(connection),
    findOperation: async (id) => findOperation(connection, id),
    listOperations: async () => listOperations(connection),

    listFaults: async () => listFaults(connection),
    sizes: async () => sizes(connection),
    close: async () => {
      log.close()
      connection.close()
    },
  }
}
