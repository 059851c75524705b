import { constants } from 'node:os'

/** SQLite's names of its result codes, by number; a code with a closer reason has it above the lowest eight bits. */
const NAMES: Readonly<Record<number, string>> = {
  1: 'ERROR',
  2: 'INTERNAL',
  3: 'PERM',
  4: 'ABORT',
  5: 'BUSY',
  6: 'LOCKED',
  7: 'NOMEM',
  8: 'READONLY',
  9: 'INTERRUPT',
  10: 'IOERR',
  11: 'CORRUPT',
  12: 'NOTFOUND',
  13: 'FULL',
  14: 'CANTOPEN',
  15: 'PROTOCOL',
  17: 'SCHEMA',
  18: 'TOOBIG',
  19: 'CONSTRAINT',
  20: 'MISMATCH',
  21: 'MISUSE',
  22: 'NOLFS',
  23: 'AUTH',
  25: 'RANGE',
  26: 'NOTADB',
}

/** The name of what the package threw, or undefined for a mistake that SQLite did not report. */
export function sqliteCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined
  if (error.code === 'ERR_OUT_OF_RANGE') return 'SQLITE_CORRUPT' // a number larger than any that is ever written
  if (error.code !== 'ERR_SQLITE_ERROR') return undefined
  const number = 'errcode' in error ? Number(error.errcode) : 1
  return `SQLITE_${NAMES[number & 0xff] ?? 'ERROR'}`
}

const SYSTEM = new Map(Object.entries(constants.errno).map(([name, number]) => [number, name]))

/** What the system said where SQLite could not use a file, such as EMFILE. */
export function systemCode(error: unknown): string | undefined {
  return error instanceof Error && 'systemErrno' in error ? SYSTEM.get(Number(error.systemErrno)) : undefined
}
