import postgres from 'postgres'
import { Failure, type FailureCode } from '../../model/errors.ts'

type Kind = Extract<
  FailureCode,
  'store-full' | 'store-read-only' | 'store-busy' | 'store-unreadable' | 'record-corrupt'
>

/**
 * Turns what PostgreSQL and the network say into a failure with a next step; anything else comes back as it is, also what
 * says that a statement is wrong. The one place that knows their codes.
 */
export function toFailure(error: unknown, name: string): unknown {
  const code = codeOf(error)
  const kind = code === undefined || error instanceof Failure ? undefined : kindOf(code)
  if (kind === undefined) return error
  const { sentence, hint } = SAID[kind]
  return new Failure(kind, `${sentence(name)} (${(error as Error).message})`, {
    hint,
    cause: error,
    facts: { reason: code! },
  })
}

/** Whether the server chose this transaction to give way to another; all of it may be tried again. */
export function gaveWay(error: unknown): boolean {
  return error instanceof postgres.PostgresError && (error.code === '40001' || error.code === '40P01')
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}

/** Codes of SQLSTATE by their class, of Node, and of the package, which writes them in capitals. */
function kindOf(code: string): Kind | undefined {
  if (code === '53100' || code === '53200') return 'store-full'
  if (code === '42501' || code === '25006') return 'store-read-only'
  if (code === '55P03' || code === '53300' || code === '40001' || code === '40P01') return 'store-busy'
  if (/^XX00[12]$/.test(code)) return 'record-corrupt'
  if (/^(?:08|28|3D|57P)/.test(code) || /^E[A-Z]+$/.test(code) || /^CONNECT|^CONNECTION_/.test(code))
    return 'store-unreadable'
  return undefined
}

const SAID: Record<Kind, { readonly sentence: (name: string) => string; readonly hint: string }> = {
  'store-full': {
    sentence: (name) => `There is no space left for the shared store at ${name}.`,
    hint: 'Free some space on the server and run `stet inscribe` again; nothing was lost.',
  },
  'store-read-only': {
    sentence: (name) => `The shared store at ${name} cannot be written by this user.`,
    hint: 'Ask for the right to create and change tables in its schema.',
  },
  'store-busy': {
    sentence: (name) => `Others are writing to the shared store at ${name} and did not finish in time.`,
    hint: 'Run the same command again in a moment; nothing was lost.',
  },
  'store-unreadable': {
    sentence: (name) => `The shared store at ${name} cannot be reached.`,
    hint: 'Look at the address, the user and the server; `--store DIR` uses a record of this machine instead.',
  },
  'record-corrupt': {
    sentence: (name) => `The shared store at ${name} is damaged.`,
    hint: 'Run `stet verify` to see what is damaged.',
  },
}
