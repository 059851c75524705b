import { Failure } from '../../model/errors.ts'
import type { CommitId } from '../../model/id.ts'
import type { Ticket } from '../../model/ticket.ts'
import { parseAddress } from '../../system/postgres/address.ts'
import { type Connection, connect, type Sql } from '../../system/postgres/connect.ts'
import type { Artifacts } from '../artifacts.ts'
import type { SessionRecord } from '../record.ts'
import { type ContextName, expectNamed } from '../rules/names.ts'
import type { Store } from '../store.ts'
import { findCommits, listAncestors, listChildren, resolveCommit } from './ancestry.ts'
import { append } from './append.ts'
import { artifactsOver } from './artifacts.ts'
import { collect } from './collect.ts'
import { findCommit, listChain } from './commits.ts'
import { listGraphs, listProblems, listSpans, readSpans, writeDerived } from './derived.ts'
import { listFaults } from './faults.ts'
import { forget, listForgotten, remember } from './forget.ts'
import { listLineage, writeLink } from './lineage.ts'
import { writeAlone, writeTogether } from './locks.ts'
import { findManifest, putManifest } from './manifests.ts'
import { migrate } from './migrate.ts'
import { endSession, listOperations, markUndone, writeOperation } from './operations.ts'
import { type PlaceOfUnits, placeOfUnits } from './place-of-units.ts'
import { findRetention, putCommit, setRetention, setSummary } from './put-commit.ts'
import { countRounds, findRounds, listEngagements, listRounds, readRounds, writeActive, writeTokens } from './rounds.ts'
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
import { sizes } from './sizes.ts'
import { findSource, writeSource } from './sources.ts'
import { currentTags, listTags, writeTag } from './tags.ts'
import { type Units, unitsOver } from './units.ts'

export interface PostgresStoreOptions {
  /** `postgres://user@host:port/database`, with `?schema=name` where several stores share a database. */
  readonly url: string
  /** Where a new store is to keep its bytes instead of in the database; one that is there knows where they are. */
  readonly artifacts?: string | undefined
  /** Opens such a place, for the store of this name alone: what it does not know there, `collect` removes. */
  readonly openArtifacts?: (place: string, store: string) => Promise<Artifacts>
  /** How long a write waits for others before it fails with `store-busy`. */
  readonly busySeconds?: number
}

const BUSY_SECONDS = 60

/** Opens the store kept in a PostgreSQL database, and makes its tables where there are none. Any number of machines may. */
export async function openPostgresStore(options: PostgresStoreOptions): Promise<Store> {
  const address = parseAddress(options.url)
  const connection = connect(address, { lockSeconds: options.busySeconds ?? BUSY_SECONDS })
  try {
    await migrate(connection, address)
    return storeOver(connection, await openUnits(connection, options))
  } catch (error) {
    await connection.close()
    throw error
  }
}

async function openUnits(connection: Connection, { artifacts, openArtifacts }: PostgresStoreOptions): Promise<Units> {
  const opened = new Map<string, Artifacts>()

  async function open({ place, store }: PlaceOfUnits): Promise<Artifacts> {
    const known = opened.get(place)
    if (known) return known
    if (!openArtifacts) throw new Error(`the store keeps its bytes in ${place}, and nobody said how that is opened`)
    const made = await openArtifacts(place, store)
    opened.set(place, made)
    return made
  }

  const { place, store } = await placeOfUnits(connection, artifacts, open)
  if (place !== '') await open({ place, store })
  return unitsOver((where) => open({ place: where, store }))
}

function storeOver(connection: Connection, units: Units): Store {
  return {
    artifacts: artifactsOver(connection, units),
    ...writersOver(connection, units),
    ...readersOver(connection),
    putTicket: (ticket, expected) => writeAlone(connection, (sql) => putTicket(sql, ticket, expected)),
    listTickets: () => connection.read(listTickets),
    seal: async () => ({ segments: 0, bytesBefore: 0, bytesAfter: 0 }), // what is written is packed as well as it will be
    collect: (given) => collect(connection, units, given),
    erase: async () => true,
    backup: async () => {
      throw new Failure('not-supported', 'A shared store cannot be copied from here.', {
        hint: 'Use pg_dump on the server.',
      })
    },
    snapshot: (work) => connection.snapshot((state) => work(storeOver(state, units))),
    reindex: () => connection.read(async (sql) => void (await sql`ANALYZE`)),
    listFaults: () => listFaults(connection, units),
    sizes: () => connection.read(sizes),
    close: () => connection.close(),
  }
}

type Readers =
  | `find${string}`
  | `list${string}`
  | `read${string}`
  | `count${string}`
  | `is${string}`
  | 'generations'
  | 'resolveCommit'
type ReaderName = Extract<keyof SessionRecord, Readers>

function writersOver(connection: Connection, units: Units): Omit<SessionRecord, ReaderName> {
  return {
    append: (entry) => append(connection, units, entry),
    sync: async () => undefined, // the server has what it said it has
    putCommit: (entry) => putCommit(connection, units, entry),
    setSummary: (commit, summary) => setSummary(connection, commit, summary),
    setRetention: (commit, retention) => setRetention(connection, commit, retention),
    setName: (name, commit, expected) => writeAlone(connection, (sql) => setName(sql, name, commit, expected)),
    putManifest: (entry) => putManifest(connection, units, entry),
    putSideFile: (entry) => putSideFile(connection, units, entry),
    journal: async (changes) => {
      if (changes.length === 0) return
      await writeAlone(connection, async (sql) => {
        for (const change of changes) await writeTag(sql, change)
      })
    },
    record: (operation) => writeAlone(connection, (sql) => writeOperation(sql, operation)),
    markUndone: (id, at) => writeAlone(connection, (sql) => markUndone(sql, id, at)),
    endSession: (session, end) => writeTogether(connection, (sql) => endSession(sql, session, end), session),
    link: async (links) => {
      if (links.length === 0) return
      await writeTogether(connection, async (sql) => {
        for (const link of links) await writeLink(sql, link)
      })
    },
    forget: (session, mark) => writeAlone(connection, (sql) => forget(sql, session, mark)),
    remember: (client, clientId) => writeTogether(connection, (sql) => remember(sql, client, clientId)),
    noteRefreshed: () => writeTogether(connection, noteRefreshed),
    noteSource: (source) => writeTogether(connection, (sql) => writeSource(sql, source)),
    replaceDerived: ({ session, from, stretches, active, cut }) =>
      writeTogether(
        connection,
        async (sql) => {
          await expectHead(sql, session, from)
          for (const [nth, stretch] of stretches.entries())
            await writeDerived(sql, { session, ...stretch, active: 'unchanged', replaces: nth === 0 })
          await writeActive(sql, session, active, cut ?? [])
          const last = stretches.at(-1)!.derived
          await writeTokens(sql, session, last.facts.charsAToken)
          await writeFacts(sql, session, last)
        },
        session,
      ),
  }
}

function readersOver(connection: Connection): Pick<SessionRecord, ReaderName> {
  const read = connection.read
  return {
    listForgotten: (of) => read((sql) => listForgotten(sql, of)),
    findSession: (id) => read((sql) => findSession(sql, id)),
    generations: (client, clientId) => read((sql) => generations(sql, client, clientId)),
    listSessions: () => listSessions(connection),
    findParserState: (session) => read((sql) => findParserState(sql, session)),
    isOutdated: (session) => read((sql) => isOutdated(sql, session)),
    listOutdated: () => read((sql) => listOutdated(sql)),
    findSource: (path) => read((sql) => findSource(sql, path)),
    findCommit: (id) => read((sql) => findCommit(sql, id)),
    findCommits: (prefix, limit) => read((sql) => findCommits(sql, prefix, limit)),
    resolveCommit: (principal, at) => read((sql) => resolveCommit(sql, principal, at)),
    listAncestors: (id, limit) => listAncestors(connection, id, limit),
    listChildren: (id) => read((sql) => listChildren(sql, id)),
    findRetention: (commit) => read((sql) => findRetention(sql, commit)),
    listNames: () => read(listNames),
    findManifest: (key) => read((sql) => findManifest(sql, key)),
    listChain: (session, from = 0) => listChain(connection, session, from),
    listRounds: (session, which) => read((sql) => listRounds(sql, session, which)),
    readRounds: (places) => read((sql) => readRounds(sql, places)),
    countRounds: (session) => read((sql) => countRounds(sql, session)),
    listSpans: (session, owner) => read((sql) => listSpans(sql, session, owner)),
    readSpans: (session, after, limit) => read((sql) => readSpans(sql, session, after, limit)),
    listProblems: (session) => read((sql) => listProblems(sql, session)),
    listGraphs: (session, order) => listGraphs(connection, session, order),
    findRounds: (roundIds) => read((sql) => findRounds(sql, roundIds)),
    listEngagements: (session) => read((sql) => listEngagements(sql, session)),
    listSideFiles: (session) => read((sql) => listSideFiles(sql, session)),
    listLineage: (session) => read((sql) => listLineage(sql, session)),
    findTags: (roundIds) => read((sql) => currentTags(sql, roundIds)),
    listTags: () => listTags(connection),
    listOperations: () => read(listOperations),
  }
}

async function setName(
  sql: Sql,
  name: string,
  commit: CommitId | null,
  expected: CommitId | null | undefined,
): Promise<void> {
  expectNamed(await listNames(sql), name, expected)
  await sql`DELETE FROM context_names WHERE name = ${name}`
  if (commit === null) return
  if (!(await findCommit(sql, commit))) {
    throw new Failure('commit-not-found', `There is no commit ${commit} in the record.`, { facts: { commit } })
  }
  await sql`INSERT INTO context_names (name, commit_id) VALUES (${name}, ${commit})`
}

async function listNames(sql: Sql): Promise<readonly ContextName[]> {
  return sql<ContextName[]>`
    SELECT name, commit_id AS "commit" FROM context_names ORDER BY name`
}

async function putTicket(sql: Sql, ticket: Ticket, expected: number | null): Promise<void> {
  const { id, version, created_at } = ticket
  const [found] = await sql<{ version: number }[]>`SELECT version FROM tickets WHERE ticket_id = ${id}`
  if ((found?.version ?? null) !== expected) {
    throw new Failure('ticket-moved', `Ticket ${id} was changed by somebody else at the same time.`, {
      facts: { ticket: id },
      hint: `Run \`stet ticket show ${id}\` to see it as it is now.`,
    })
  }
  await sql`
    INSERT INTO tickets (ticket_id, version, created_at, content)
    VALUES (${id}, ${version}, ${created_at}, ${JSON.stringify(ticket)})
    ON CONFLICT (ticket_id) DO UPDATE SET version = excluded.version, content = excluded.content`
}

async function listTickets(sql: Sql): Promise<readonly Ticket[]> {
  const rows = await sql<{ content: string }[]>`SELECT content FROM tickets ORDER BY created_at, ticket_id`
  return rows.map(({ content }) => JSON.parse(content) as Ticket) // only putTicket writes it
}
