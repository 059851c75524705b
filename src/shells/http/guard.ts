import { timingSafeEqual } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'
import type { Holder } from '../../model/grant.ts'
import { refusal } from './refusal.ts'

/** Whether a name, with its port, is this server's. */
export type IsOwnHost = (host: string) => boolean

/**
 * Refuses a request that names another host than this one: a page elsewhere may have its name lead here, and would then
 * be asked as if it were ours.
 */
export function onlyHosts(isOwn: IsOwnHost): MiddlewareHandler {
  return async (context, next) => {
    const host = context.req.header('host')?.toLowerCase() ?? ''
    if (!isOwn(host)) return refusal(context, 421, 'host-foreign', 'This server does not answer to that name.')
    return next()
  }
}

/** Where it is noted who asks; nobody for the owner of the record, who may do everything. */
export interface Asked {
  readonly Variables: { holder: Holder | undefined }
}

/** Refuses what another origin's page sends, and what comes without a token: the server's own, or one that was made. */
export function onlyWithToken(
  token: string,
  isOwn: IsOwnHost,
  holderOf: (token: string) => Promise<Holder | undefined>,
): MiddlewareHandler<Asked> {
  const expected = Buffer.from(`Bearer ${token}`)
  return async (context, next) => {
    const origin = context.req.header('origin')
    const isOurs = origin === undefined || (origin.startsWith('http://') && isOwn(origin.slice('http://'.length)))
    const site = context.req.header('sec-fetch-site')
    if (!isOurs || (site !== undefined && site !== 'same-origin' && site !== 'none'))
      return refusal(context, 403, 'origin-foreign', 'Only the viewer’s own page may ask.')
    const given = Buffer.from(context.req.header('authorization') ?? '')
    if (given.length === expected.length && timingSafeEqual(given, expected)) return next()
    const holder = await holderOf(String(given).replace(/^Bearer /, ''))
    if (!holder) return refusal(context, 401, 'token-missing', 'The token is missing, or is that of another run.')
    context.set('holder', holder)
    return next()
  }
}
