import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { maskingValue } from '../../redaction/masked-value.ts'

/** A value whose secrets are masked, and which rules found them. */
export type MaskedAnswer = Awaited<ReturnType<typeof maskingValue<unknown>>>

/** The one way out for values; a header says which rules found secrets, for who wants to know what is not there. */
export function sendMasked(
  context: Context,
  { value, rules }: MaskedAnswer,
  status: ContentfulStatusCode = 200,
): Response {
  if (rules.size > 0) context.header('stet-masked', [...rules].join(', '))
  return context.json(value as object, status)
}

/** A short value, such as a failure, which may quote what was recorded. */
export async function send(context: Context, value: unknown, status: ContentfulStatusCode): Promise<Response> {
  return sendMasked(context, await maskingValue(value), status)
}

/** Stet's own words: a version, what is wrong with a request. */
export function sendOwn(context: Context, value: object, status: ContentfulStatusCode = 200): Response {
  return context.json(value, status)
}
