import { type Context, Hono, type MiddlewareHandler } from 'hono'
import type { Answer } from '../../commands/kit/call.ts'
import type { Command } from '../../commands/kit/command.ts'
import { Failure, isFailure } from '../../model/errors.ts'
import type { Holder } from '../../model/grant.ts'
import type { Workspace } from '../../record/workspace.ts'
import { maskingValue } from '../../redaction/masked-value.ts'
import { apiName, HTTP_COMMANDS, mayWrite } from '../api/offers.ts'
import { answeredValue, runCommand } from '../api/run-command.ts'
import { interruptible } from '../process/interruptible.ts'
import { answerInCbor } from './answer-in-cbor.ts'
import { type Assets, assetAnswer } from './assets.ts'
import { documentAnswer } from './document-answer.ts'
import type { Events } from './events.ts'
import { type Asked, type IsOwnHost, onlyHosts, onlyWithToken } from './guard.ts'
import type { Log } from './log.ts'
import { asHolder } from './may-run.ts'
import { openApi } from './open-api.ts'
import { pathOf } from './path-of.ts'
import { isLarge, readInput } from './read-input.ts'
import { failureAnswer, refusal } from './refusal.ts'
import { type MaskedAnswer, sendMasked, sendOwn } from './send.ts'

export interface AppOptions {
  readonly workspace: Workspace
  readonly token: string
  /** Whose token it is, where it is not that one. */
  readonly holderOf: (token: string) => Promise<Holder | undefined>
  /** The names this server answers to, with its port. */
  readonly isOwnHost: IsOwnHost
  readonly assets: Assets
  readonly events: Events
  readonly version: string
  readonly log: Log
  /** How long a command may take. */
  readonly limitMs: number
}

/** The commands and the viewer's page over HTTP. */
export function createApp(options: AppOptions): Hono<Asked> {
  const { workspace, token, holderOf, isOwnHost, assets, events, version, log, limitMs } = options
  const app = new Hono<Asked>()
  let writing: Promise<unknown> = Promise.resolve()
  const turnToHold = oneAtATime()

  app.use(async (context, next) => {
    const began = performance.now()
    await next()
    const { method, path } = context.req
    log({
      method,
      path: path.startsWith('/api/') ? path : '/',
      status: context.res.status,
      ms: performance.now() - began,
    })
  })
  app.use(securityHeaders)
  app.use('/api/*', answerInCbor)
  app.use(onlyHosts(isOwnHost))
  app.get('/api/status', (context) => sendOwn(context, { ok: true, version }))
  app.use('/api/*', onlyWithToken(token, isOwnHost, holderOf))
  app.get('/api/version', (context) => sendOwn(context, { version }))
  app.get('/api/openapi.json', (context) => sendOwn(context, openApi(HTTP_COMMANDS, version)))
  app.get('/api/events', (context) => {
    const holder = context.get('holder')
    if (holder && !holder.grants.includes('agent/read'))
      return refusal(context, 403, 'not-allowed', 'The token does not allow to hear of what others do.')
    return events.answer(context)
  })
  for (const command of HTTP_COMMANDS) {
    const path = pathOf(command)
    app.on(mayWrite('http', command) ? ['POST'] : ['POST', 'GET'], path, async (context) => {
      const release = isLarge(context) ? await turnToHold() : undefined
      try {
        const read = await readInput(context, command, limitMs)
        if (read instanceof Response) return read
        const answer = await run(command, read.input, context.get('holder'))
        return 'stream' in answer
          ? await documentAnswer(context, answer, (error) => logBroken(context, error))
          : sendMasked(context, answer)
      } finally {
        release?.()
      }
    })
    app.all(path, (context) => refusal(context, 405, 'method-unknown', `Ask for ${path} with POST.`))
  }
  app.all('/api/*', (context) => refusal(context, 404, 'action-unknown', 'There is no such action.'))
  app.get('*', (context) => assetAnswer(context, assets))
  app.onError((error, context) => {
    if (isFailure(error)) return failureAnswer(context, error)
    logBroken(context, error)
    return refusal(context, 500, 'internal', 'Something went wrong inside Stet.')
  })
  return app

  function logBroken({ req }: Context, error: unknown): void {
    const kind = isFailure(error) ? error.code : (error as Error).name
    log({ method: req.method, path: req.path, status: 500, error: kind })
  }

  /** One that writes comes after the other; each has its time. */
  async function run(command: Command, input: unknown, holder: Holder | undefined): Promise<Sent> {
    if (!mayWrite('http', command)) return limited(command, input, holder)
    const turn = writing.then(() => limited(command, input, holder))
    writing = turn.catch(() => undefined)
    return turn
  }

  async function limited(command: Command, input: unknown, holder: Holder | undefined): Promise<Sent> {
    const signal = AbortSignal.timeout(limitMs)
    try {
      const own = interruptible(workspace, signal)
      const asked = holder ? await asHolder(holder, command, own, input) : { workspace: own, input }
      const answer = await runCommand('http', command, asked.workspace, asked.input)
      return 'stream' in answer ? answer : await maskingValue(await answeredValue(answer), signal)
    } catch (error) {
      if (!signal.aborted || (isFailure(error) && error.code !== 'interrupted')) throw error
      const name = apiName(command)
      throw new Failure('interrupted', `${name} took longer than ${Math.round(limitMs / 1000)} s.`, {
        hint: `Run \`stet ${name}\` in a terminal, where it has no time limit.`,
      })
    }
  }
}

type Sent = MaskedAnswer | Extract<Answer, { readonly stream: unknown }>

/** The page may load what this server sends and nothing else, and nobody may frame it. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** What every answer carries. */
const securityHeaders: MiddlewareHandler = async (context, next) => {
  await next()
  const { headers } = context.res
  headers.set('content-security-policy', POLICY)
  headers.set('x-content-type-options', 'nosniff')
  headers.set('referrer-policy', 'no-referrer')
  headers.set('cross-origin-opener-policy', 'same-origin')
  headers.set('cross-origin-resource-policy', 'same-origin')
  headers.set('x-frame-options', 'DENY')
  if (!headers.has('cache-control')) headers.set('cache-control', 'no-store')
}

/** A queue of one: each waits for those that came before it, and says when it is done. */
function oneAtATime(): () => Promise<() => void> {
  let last: Promise<void> = Promise.resolve()
  return async () => {
    const before = last
    let done = () => {}
    last = new Promise((release) => {
      done = release
    })
    await before
    return done
  }
}
