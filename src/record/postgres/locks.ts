import type { SessionId } from '../../model/id.ts'
import type { Connection, Sql } from '../../system/postgres/connect.ts'

/** Names these locks among others of the same database. */
const STORE = 0x5374_6501
const SESSION = 0x5374_6502

/**
 * Runs a write that adds to the record: any number at once, none while somebody writes alone. With a session's id, one
 * at a time for that session, whether it is there yet or not.
 */
export function writeTogether<T>(
  connection: Connection,
  work: (sql: Sql) => Promise<T>,
  session?: SessionId,
): Promise<T> {
  return connection.write(async (sql) => {
    const others =
      session === undefined ? sql`` : sql`, pg_advisory_xact_lock(${SESSION}, hashtext(current_schema() || ${session}))`
    await sql`SELECT pg_advisory_xact_lock_shared(${STORE}, hashtext(current_schema()))${others}`
    return work(sql)
  })
}

/** Runs a write that moves what others build on, or removes it: nobody else writes meanwhile. */
export function writeAlone<T>(connection: Connection, work: (sql: Sql) => Promise<T>): Promise<T> {
  return connection.write(async (sql) => {
    await sql`SELECT pg_advisory_xact_lock(${STORE}, hashtext(current_schema()))`
    return work(sql)
  })
}
