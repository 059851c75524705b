import type { SessionId } from '../../../model/id.ts'
import type { Mark, Ranked, SearchEntry, SearchIndex } from '../../../record/indexing/search-index.ts'
import { keepReaders } from '../../../system/sqlite/keep-readers.ts'
import { sharedTexts } from '../../shared-texts.ts'
import { type Connection, connect, type Statements } from './connection.ts'
import { excerpts } from './excerpts.ts'
import { addToRound, countPlaces, listPlaces, removePlaces } from './places.ts'
import { query } from './query.ts'
import { textsIn } from './texts.ts'
import { listUnembedded, nearest, putVectors } from './vectors.ts'

interface SearchOptions {
  /** The folder that holds `search.db`, which must be there. `:memory:` keeps nothing. */
  readonly directory: string
}

const NOTHING: Ranked = { hits: [], instead: [], isNewestFirst: false }

/** The index kept in one SQLite file with FTS5. Nothing is opened or made before it is needed. */
export function openSqliteSearch({ directory }: SearchOptions): SearchIndex {
  if (directory === ':memory:') return stateOver(connect(undefined)) // nobody else sees it
  const index = indexOver(connect(directory))
  const readers = keepReaders(() => connect(directory))
  return {
    ...index,
    snapshot: (work) => readers.overState((reader) => work(stateOver(reader))),
    close: async () => {
      readers.close()
      await index.close()
    },
  }
}

function stateOver(connection: Connection): SearchIndex {
  const state: SearchIndex = { ...indexOver(connection), snapshot: (work) => work(state) }
  return state
}

function indexOver(connection: Connection): Omit<SearchIndex, 'snapshot'> {
  return {
    findMark: async (session) => connection.read(undefined, (sql) => findMark(sql, session)),
    listMarks: async () => new Map(connection.read([], listMarks)),
    add: async (entry) => connection.write((sql) => addEntry(sql, entry)),
    addAll: async (entries) => connection.write((sql) => entries.map((entry) => addEntry(sql, entry))),
    forget: async (session) => {
      if (connection.read(undefined, (sql) => findMark(sql, session)) === undefined) return
      connection.write((sql) => {
        removePlaces(sql, session)
        sql.run('DELETE FROM marks WHERE session_id = ?', [session])
      })
    },
    erase: async () => connection.erase(),
    listRounds: async (session, numbers) => connection.read([], (sql) => listPlaces(sql, session, numbers)),
    countRounds: async (session) => connection.read(0, (sql) => countPlaces(sql, session)),
    query: async (asked, options) => connection.read(NOTHING, (sql) => query(sql, asked, options)),
    excerpts: async (asked, rounds) =>
      connection.read(
        rounds.map(() => ({ text: '', marks: [] })),
        (sql) => excerpts(sql, asked, rounds),
      ),
    listUnembedded: async (model, limit) => connection.read([], (sql) => listUnembedded(sql, model, limit)),
    putVectors: async (model, embedded) => putVectors(connection, model, embedded),
    nearest: async (wanted, options) => connection.read([], (sql) => nearest(sql, wanted, options)),
    close: async () => connection.close(),
  }
}

function addEntry(sql: Statements, { session, from, to, rounds }: SearchEntry): boolean {
  const mark = findMark(sql, session)
  if (mark?.head !== from?.head || mark?.bytes !== from?.bytes) return false
  const texts = sharedTexts(textsIn(sql))
  for (const round of rounds) addToRound(sql, texts, { session, ...round })
  sql.run('INSERT OR REPLACE INTO marks (session_id, head, bytes) VALUES (?, ?, ?)', [session, to.head, to.bytes])
  return true
}

function findMark(sql: Statements, session: SessionId): Mark | undefined {
  return sql.get('SELECT head, bytes FROM marks WHERE session_id = ?', [session])
}

function listMarks(sql: Statements): readonly (readonly [SessionId, Mark])[] {
  return sql
    .all<Mark & { readonly session_id: SessionId }>('SELECT session_id, head, bytes FROM marks', [])
    .map(({ session_id, ...mark }) => [session_id, mark])
}
