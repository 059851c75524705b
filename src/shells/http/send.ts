import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { maskingValue } from '../../actions/redaction/masked-value.ts'

/** The one way out for values: secrets masked, in a header which rules found them, for who wants to know what is not there. */
export async function send(context: Context, value: unknown, status: ContentfulStatusCode = 200): Promise<Response> {
  const { value: masked, rules } = await maskingValue(value)
  if (rules.size > 0) context.header('stet-masked', [...rules].join(', '))
  return context.json(masked as object, status)
}

/** Stet's own words: a version, what is wrong with a request. */
export function sendOwn(context: Context, value: object, status: ContentfulStatusCode = 200): Response {
  return context.json(value, status)
}
