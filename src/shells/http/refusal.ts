import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { FAILURES, type Failure } from '../../model/errors.ts'
import { hintForPrograms } from './hint-for-programs.ts'
import { send, sendOwn } from './send.ts'

const HINTS: Readonly<Record<string, string>> = {
  'token-missing': 'Open the address that `stet view` prints; a program sends the token of `stet serve --json`.',
  'host-foreign': 'Open the address that `stet view` prints.',
}

/** What is wrong with the request itself, in the form of every other failure. */
export function refusal(context: Context, status: ContentfulStatusCode, code: string, message: string): Response {
  return sendOwn(context, { error: { code, message, hint: HINTS[code] ?? null, facts: {} } }, status)
}

/** What an action says it cannot do. */
export function failureAnswer(context: Context, failure: Failure): Promise<Response> {
  const status: number = FAILURES[failure.code].http
  const { hint, ...error } = failure.toJSON()
  return send(context, { error: { ...error, hint: hint && hintForPrograms(hint) } }, status as ContentfulStatusCode)
}
