import { isObject, type Line } from './schema.ts'

/** Tokens that filled the model's window after a reply, as the client notes them in a line of their own; else 0. */
export function countedContext({ type, payload }: Line): number {
  const { info } = payload
  if (type !== 'event_msg' || payload.type !== 'token_count' || !isObject(info)) return 0
  const { last_token_usage: usage } = info
  const total = isObject(usage) ? usage.total_tokens : 0
  return typeof total === 'number' && Number.isSafeInteger(total) && total > 0 ? total : 0
}
