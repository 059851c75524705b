import { constants } from 'node:os'
import { describe, expect, it } from 'vitest'
import { Failure } from '../../model/errors.ts'
import { SqliteError } from '../../system/sqlite/database.ts'
import { toFailure } from './to-failure.ts'

describe('toFailure', () => {
  it.each([
    ['SQLITE_FULL', 'store-full'],
    ['SQLITE_READONLY', 'store-read-only'],
    ['SQLITE_READONLY_DBMOVED', 'store-read-only'],
    ['SQLITE_BUSY', 'store-busy'],
    ['SQLITE_BUSY_RECOVERY', 'store-busy'],
    ['SQLITE_CORRUPT', 'record-corrupt'],
    ['SQLITE_CORRUPT_INDEX', 'record-corrupt'],
    ['SQLITE_NOTADB', 'store-unreadable'],
    ['SQLITE_IOERR_READ', 'store-unreadable'],
    ['SQLITE_CANTOPEN', 'store-unreadable'],
  ])('takes %s for %s', (code, expected) => {
    const cause = new SqliteError('said by SQLite', code)
    const failure = toFailure(cause, { directory: '/tmp' })
    expect(failure).toMatchObject({ code: expected, cause, hint: expect.stringMatching(/\w/), facts: { reason: code } })
    expect((failure as Failure).message).toMatch(/^[A-Z].*\/tmp.*\.$/)
  })

  it.each([
    ['ENOSPC', 'store-full'],
    ['EACCES', 'store-read-only'],
    ['EROFS', 'store-read-only'],
    ['ENOTDIR', 'store-unreadable'],
    ['EMFILE', 'store-unavailable'],
    ['EFBIG', 'store-unavailable'],
  ])('takes %s for %s', (code, expected) => {
    expect(toFailure(Object.assign(new Error(code), { code }), { directory: '/tmp' })).toMatchObject({ code: expected })
  })

  it('does not take a limit of the system, which SQLite met, for damage', () => {
    for (const [code, errno, reason] of [
      ['SQLITE_CANTOPEN', constants.errno.EMFILE, 'EMFILE'],
      ['SQLITE_IOERR', constants.errno.EFBIG, 'EFBIG'],
    ] as const) {
      const error = new SqliteError('refused', code, { cause: Object.assign(new Error(), { systemErrno: errno }) })
      const failure = toFailure(error, { directory: '/tmp', opening: true })
      expect(failure).toMatchObject({ code: 'store-unavailable', facts: { reason } })
    }
  })

  it('takes damage found while opening for a store that cannot be read', () => {
    const error = new SqliteError('malformed', 'SQLITE_CORRUPT')
    expect(toFailure(error, { directory: '/tmp', opening: true })).toMatchObject({ code: 'store-unreadable' })
  })

  it('takes a folder that is not there for no matter of space', () => {
    const error = new SqliteError('io', 'SQLITE_IOERR_WRITE')
    expect(toFailure(error, { directory: '/no/such/folder' })).toMatchObject({ code: 'store-unreadable' })
  })

  it('leaves anything else as it is', () => {
    for (const error of [
      new TypeError('bug'),
      new Failure('usage', 'No.'),
      new SqliteError('x', 'SQLITE_CONSTRAINT'),
      'text',
    ]) {
      expect(toFailure(error, { directory: '/tmp' })).toBe(error)
    }
  })
})
