import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { APPLICATION_ID } from '../../src/record/sqlite/schema.ts'
import { Database } from '../../src/system/sqlite/database.ts'

const FIXTURES = join(import.meta.dirname, '../fixtures/store')

/** What references led to when a Stet of schema version 2 wrote them. */
export const references: Readonly<
  Record<string, { readonly raw?: string; readonly blocks?: number; readonly text?: string }>
> = JSON.parse(readFileSync(join(FIXTURES, 'schema-2.references.json'), 'utf8'))

/** The store that they are in, as that left it. */
export function makeOlderStore(directory: string): void {
  mkdirSync(directory, { mode: 0o700 })
  const made = new Database(join(directory, 'sessions.db'))
  made.exec(readFileSync(join(FIXTURES, 'schema-2.sql'), 'utf8'))
  made.pragma(`application_id = ${APPLICATION_ID}`) // not in a dump
  made.close()
}

export function hash(bytes: Buffer | string): string {
  return createHash('sha256').update(bytes).digest('hex').slice(0, 32)
}
