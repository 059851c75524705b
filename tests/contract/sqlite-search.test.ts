import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { CommitId, RoundId, SessionId } from '../../src/model/id.ts'
import { openSqliteSearch } from '../../src/search/drivers/sqlite/open-sqlite-search.ts'
import { parseQuery } from '../../src/search/query/parse-query.ts'
import { Database } from '../../src/system/sqlite/database.ts'
import { describeSearch } from './search.ts'

const folder = () => mkdtempSync(join(tmpdir(), 'stet-search-'))

describeSearch('sqlite', async () => {
  const directory = folder()
  return {
    connect: () => openSqliteSearch({ directory }),
    dispose: async () => rmSync(directory, { recursive: true, force: true }),
  }
})

describe('the file search.db', () => {
  let directory: string
  beforeEach(() => {
    directory = folder()
  })
  afterEach(() => rmSync(directory, { recursive: true, force: true }))

  const session = 's' as SessionId
  const entry = {
    session,
    from: undefined,
    to: { head: 'ctx-1' as CommitId, bytes: 1 },
    rounds: [{ round: 1, roundId: 'r' as RoundId, text: 'words\n' }],
  }
  const file = () => join(directory, 'search.db')

  it('is made when something is written, for its owner only', async () => {
    const index = openSqliteSearch({ directory })
    await index.query(parseQuery('words'), { limit: 1 })
    await index.findMark(session)
    await index.forget(session)
    expect(readdirSync(directory)).toEqual([])
    await index.add(entry)
    for (const name of readdirSync(directory)) expect(statSync(join(directory, name)).mode & 0o777).toBe(0o600)
    await index.close()
    expect(readdirSync(directory)).toEqual(['search.db'])
  })

  it.each([
    ['overwritten after its head', () => overwrite(100)],
    ['empty', () => truncateSync(file(), 0)],
    ['cut off', () => truncateSync(file(), 8192)],
    ['of an older version', () => setVersion(99)],
  ])('that is %s is made anew', async (_, damage) => {
    const before = openSqliteSearch({ directory })
    await before.add(entry)
    await before.close()
    await damage()
    const index = openSqliteSearch({ directory })
    expect((await index.query(parseQuery('words'), { limit: 1 })).hits).toEqual([])
    expect(await index.findMark(session)).toBeUndefined()
    expect(await index.add(entry)).toBe(true)
    expect((await index.query(parseQuery('words'), { limit: 1 })).hits).toHaveLength(1)
    await index.close()
  })

  it.each([
    ['no database', () => writeFileSync(file(), 'x'.repeat(5000))],
    ['the database of somebody else', () => makeForeign()],
  ])('that is %s is refused, and stays as it is', async (_, replace) => {
    await replace()
    const before = readFileSync(file())
    const index = openSqliteSearch({ directory })
    const refusal = { code: 'search-unavailable', facts: { path: file() } }
    await expect(index.query(parseQuery('words'), { limit: 1 })).rejects.toMatchObject(refusal)
    await expect(index.findMark(session)).rejects.toMatchObject(refusal)
    await expect(index.add(entry)).rejects.toMatchObject(refusal)
    await index.close()
    expect(readFileSync(file()).equals(before)).toBe(true)
    expect(readdirSync(directory)).toEqual(['search.db'])
    rmSync(file())
    const anew = openSqliteSearch({ directory })
    expect(await anew.add(entry)).toBe(true)
    expect((await anew.query(parseQuery('words'), { limit: 1 })).hits).toHaveLength(1)
    await anew.close()
  })

  it('of a newer Stet is left to it, ten times over', async () => {
    const newer = openSqliteSearch({ directory })
    await newer.add(entry)
    await newer.close()
    const known = Number(versionOfFile())
    for (let nth = 0; nth < 10; nth++) {
      await setVersion(known + 1)
      const older = openSqliteSearch({ directory })
      const refused = { code: 'search-unavailable', facts: { version: known + 1, known } }
      await expect(older.add(entry)).rejects.toMatchObject(refused)
      await expect(older.query(parseQuery('words'), { limit: 1 })).rejects.toMatchObject(refused)
      await older.close()
      await setVersion(known) // as the newer one knows it
      const index = openSqliteSearch({ directory })
      expect((await index.query(parseQuery('words'), { limit: 1 })).hits).toHaveLength(1)
      await index.close()
    }
  })

  it('that cannot be written is said to be unavailable, and nothing else', async () => {
    const index = openSqliteSearch({ directory: join(directory, 'not-there') })
    await expect(index.add(entry)).rejects.toMatchObject({ code: 'search-unavailable' })
    expect((await index.query(parseQuery('words'), { limit: 1 })).hits).toEqual([])
  })

  function overwrite(from: number): void {
    const bytes = readFileSync(file())
    writeFileSync(file(), bytes.fill('x', from))
  }

  function makeForeign(): void {
    const database = new Database(file())
    database.exec('CREATE TABLE theirs (it TEXT)')
    database.close()
  }

  function versionOfFile(): unknown {
    const database = new Database(file())
    const version = database.pragma('user_version', { simple: true })
    database.close()
    return version
  }

  async function setVersion(version: number): Promise<void> {
    const database = new Database(file())
    database.pragma(`user_version = ${version}`)
    database.close()
  }
})
