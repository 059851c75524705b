import { accessSync, constants, existsSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import { Failure, type FailureCode } from '../../model/errors.ts'
import { SqliteError } from '../../system/sqlite/database.ts'
import { DATABASE_FILE } from './schema.ts'

/** Below this a disk counts as full when it refuses a write for a reason SQLite does not name. */
const FULL_BELOW_BYTES = 1 << 20

/** The directory is undefined for a store in memory. */
export interface Where {
  readonly directory: string | undefined
  readonly opening?: boolean
}

/**
 * Turns what SQLite and the file system say into a failure with a next step; anything else comes back as it is.
 * The one place that knows their codes.
 */
export function toFailure(error: unknown, where: Where): unknown {
  const code = codeOf(error)
  if (error instanceof Failure || code === undefined) return error
  if (code === 'NOT_LOADED') return withoutSqlite(error)
  const reason = error instanceof SqliteError && LIMITS.has(error.system ?? '') ? error.system! : code
  const kind = isBrokenSchema(error) ? kindOf('SQLITE_CORRUPT', where) : kindOf(reason, where)
  if (!kind) return error
  const { sentence, hint } = SAID[kind](where.directory ?? 'memory', reason)
  return new Failure(kind, sentence, { hint, cause: error, facts: { reason } })
}

/** The package's compiled file for this machine is missing or does not fit it. */
function withoutSqlite(error: unknown): Failure {
  const { platform, arch } = process
  return new Failure('store-unreadable', `SQLite cannot be loaded on ${platform}-${arch}.`, {
    hint: 'Install stet again; it comes with SQLite for Linux, macOS and Windows on x64 and arm64.',
    cause: error,
  })
}

/** Every statement fits the schema as it was written; one that does not says that the schema itself rotted. */
function isBrokenSchema(error: unknown): boolean {
  if (!(error instanceof SqliteError) || error.code !== 'SQLITE_ERROR') return false
  return /no such (table|column|index)|has no column|malformed|unsupported file format/.test(error.message)
}

function codeOf(error: unknown): string | undefined {
  if (error instanceof SqliteError) return error.code
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}

/** What a process may have no more of: that says nothing of the store. */
const LIMITS: ReadonlySet<string> = new Set(['EMFILE', 'ENFILE', 'EFBIG', 'ENOMEM', 'SQLITE_NOMEM'])

type Kind = Exclude<Extract<FailureCode, `store-${string}` | 'record-corrupt'>, 'store-too-new' | 'store-foreign'>

function kindOf(code: string, where: Where): Kind | undefined {
  if (LIMITS.has(code)) return 'store-unavailable'
  if (code === 'SQLITE_FULL' || code === 'ENOSPC' || code === 'EDQUOT') return 'store-full'
  if (code.startsWith('SQLITE_IOERR')) return isFull(where.directory) ? 'store-full' : 'store-unreadable'
  if (code.startsWith('SQLITE_READONLY') || code === 'EACCES' || code === 'EPERM' || code === 'EROFS')
    return 'store-read-only'
  if (code === 'SQLITE_PERM') return 'store-read-only'
  if (code.startsWith('SQLITE_CANTOPEN')) {
    if (isFull(where.directory)) return 'store-full' // also where no file more can be made
    return isWritable(where.directory) ? 'store-unreadable' : 'store-read-only'
  }
  if (code.startsWith('SQLITE_BUSY') || code.startsWith('SQLITE_LOCKED')) return 'store-busy'
  if (code.startsWith('SQLITE_CORRUPT')) return where.opening ? 'store-unreadable' : 'record-corrupt'
  if (code === 'ENOENT' && where.opening) return 'store-unreadable' // a place where nothing can be made
  if (code === 'SQLITE_NOTADB' || code === 'ENOTDIR' || code === 'EISDIR' || code === 'EEXIST')
    return 'store-unreadable'
  return undefined
}

const SAID: Record<Kind, (directory: string, reason: string) => { readonly sentence: string; readonly hint: string }> =
  {
    'store-full': (directory) => ({
      sentence: `There is no space left for the store in ${directory}.`,
      hint: 'Free some space and run `stet inscribe` again; nothing was lost.',
    }),
    'store-read-only': (directory) => ({
      sentence: `The store in ${directory} cannot be written by this user.`,
      hint: `Run \`chmod -R u+rwX ${directory}\`, or name another store with --store.`,
    }),
    'store-busy': (directory) => ({
      sentence: `Another process is writing to the store in ${directory} and did not finish in time.`,
      hint: 'Run the same command again in a moment; nothing was lost.',
    }),
    'store-unavailable': (directory, reason) => ({
      sentence: `The system does not let this process use the store in ${directory}: ${reason}.`,
      hint: 'Nothing is damaged. `ulimit -a` shows the limits: of open files (-n), the size of a file (-f), and memory (-v).',
    }),
    'store-unreadable': (directory) => ({
      sentence: `The store in ${directory} cannot be read.`,
      hint: 'Run `stet recover` to make a new store from the readable parts, or name another store with --store.',
    }),
    'record-corrupt': (directory) => ({
      sentence: `The store in ${directory} is damaged.`,
      hint: 'Run `stet verify` to see what is damaged.',
    }),
  }

function isFull(directory: string | undefined): boolean {
  if (directory === undefined) return false
  try {
    const { bavail, bsize, files, ffree } = statfsSync(directory)
    return bavail * bsize < FULL_BELOW_BYTES || (files > 0 && ffree === 0) // some file systems count no files
  } catch (error) {
    if (codeOf(error) === undefined) throw error
    return false // the directory itself is gone: not a matter of space
  }
}

function isWritable(directory: string | undefined): boolean {
  if (directory === undefined) return true
  const file = join(directory, DATABASE_FILE)
  try {
    accessSync(directory, constants.W_OK)
    if (existsSync(file)) accessSync(file, constants.R_OK | constants.W_OK)
    return true
  } catch (error) {
    if (codeOf(error) === undefined) throw error
    return false
  }
}
