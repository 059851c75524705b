/** Every failure a caller may want to tell apart. Shells read this table; nothing else maps codes. */
export const FAILURES = {
  usage: { exit: 64, http: 400, retry: false },
  'session-not-found': { exit: 1, http: 404, retry: false },
  'session-forgotten': { exit: 1, http: 410, retry: false },
  'session-ambiguous': { exit: 3, http: 409, retry: false },
  'round-not-found': { exit: 1, http: 404, retry: false },
  'range-invalid': { exit: 64, http: 400, retry: false },
  'engagement-not-found': { exit: 1, http: 404, retry: false },
  'engagement-invalid': { exit: 64, http: 400, retry: false },
  'name-invalid': { exit: 64, http: 400, retry: false },
  'reference-not-found': { exit: 1, http: 404, retry: false },
  'reference-ambiguous': { exit: 3, http: 409, retry: false },
  'file-not-found': { exit: 1, http: 404, retry: false },
  'file-unreadable': { exit: 1, http: 500, retry: false },
  'file-not-a-session': { exit: 1, http: 422, retry: false },
  'line-unfinished': { exit: 1, http: 422, retry: true },
  'target-exists': { exit: 1, http: 409, retry: false },
  'target-unwritable': { exit: 1, http: 500, retry: false },
  'artifact-missing': { exit: 1, http: 404, retry: false },
  'artifact-corrupt': { exit: 1, http: 500, retry: false },
  'record-corrupt': { exit: 1, http: 500, retry: false },
  'commit-not-found': { exit: 1, http: 404, retry: false },
  'commit-differs': { exit: 1, http: 409, retry: false },
  'parent-missing': { exit: 1, http: 409, retry: false },
  'not-an-ancestor': { exit: 1, http: 409, retry: false },
  'chain-cycle': { exit: 1, http: 500, retry: false },
  'format-unknown': { exit: 1, http: 415, retry: false },
  'chain-moved': { exit: 1, http: 409, retry: true },
  'tag-moved': { exit: 1, http: 409, retry: true },
  'ticket-moved': { exit: 1, http: 409, retry: true },
  'ticket-refused': { exit: 1, http: 409, retry: false },
  'review-open': { exit: 2, http: 409, retry: false },
  'store-busy': { exit: 1, http: 503, retry: true },
  'store-full': { exit: 1, http: 507, retry: false },
  'store-read-only': { exit: 1, http: 500, retry: false },
  'store-foreign': { exit: 1, http: 500, retry: false },
  'store-too-new': { exit: 1, http: 500, retry: false },
  'store-unavailable': { exit: 1, http: 503, retry: true },
  'store-unreadable': { exit: 1, http: 500, retry: false },
  'config-invalid': { exit: 1, http: 500, retry: false },
  'operation-not-found': { exit: 1, http: 404, retry: false },
  'not-allowed': { exit: 1, http: 403, retry: false },
  'not-supported': { exit: 1, http: 422, retry: false },
  'not-resumable': { exit: 1, http: 409, retry: false },
  'client-missing': { exit: 1, http: 500, retry: false },
  'output-invalid': { exit: 1, http: 500, retry: false },
  'search-unavailable': { exit: 1, http: 503, retry: true },
  'spend-limit': { exit: 1, http: 429, retry: false },
  'summarizer-unavailable': { exit: 1, http: 502, retry: true },
  'nothing-to-do': { exit: 4, http: 200, retry: false },
  interrupted: { exit: 130, http: 499, retry: true },
} as const

export type FailureCode = keyof typeof FAILURES

type Facts = Readonly<Record<string, string | number | readonly string[]>>

/** A failure with a code to branch on, its facts, and what to type next. */
export class Failure extends Error {
  override readonly name = 'Failure'
  readonly code: FailureCode
  readonly facts: Facts
  readonly hint: string | undefined

  constructor(code: FailureCode, message: string, options: { facts?: Facts; hint?: string; cause?: unknown } = {}) {
    super(message, { cause: options.cause })
    this.code = code
    this.facts = options.facts ?? {}
    this.hint = options.hint
  }

  /** By its name: what is a bundle of its own has a class of its own. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof Error && value.name === 'Failure'
  }

  /** What crosses JSON; by itself an Error loses its message there. */
  toJSON() {
    return { code: this.code, message: this.message, hint: this.hint ?? null, facts: this.facts }
  }
}

export function isFailure(error: unknown, ...codes: readonly FailureCode[]): error is Failure {
  return error instanceof Failure && (codes.length === 0 || codes.includes(error.code))
}
