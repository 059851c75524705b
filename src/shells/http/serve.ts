import { randomBytes } from 'node:crypto'
import { chmodSync, lstatSync, rmSync } from 'node:fs'
import { type AddressInfo, connect } from 'node:net'
import { createAdaptorServer } from '@hono/node-server'
import type { Workspace } from '../../record/workspace.ts'
import { createApp } from './app.ts'
import { readAssets } from './assets.ts'
import { createEvents } from './events.ts'
import type { Log } from './log.ts'

/** A request may wait its turn for so long; what it sends then, and what it asks for, have limits of their own. */
const WAITS_MS = 15 * 60_000
const HOST = '127.0.0.1'
/** What a browser calls a socket that is forwarded to it: this machine, at a port that only the user knows. */
const FORWARDED = /^(?:localhost|127\.0\.0\.1)(?::\d{1,5})?$/

export interface ServeOptions {
  readonly workspace: Workspace
  /** Where the record is. */
  readonly storeDir: string
  /** The built page. */
  readonly viewerDir: string
  /** A port of this machine, any free one where it is 0; or a Unix socket. */
  readonly at: { readonly port: number } | { readonly socket: string }
  readonly version: string
  readonly log?: Log
  readonly limitMs?: number
}

export interface Server {
  /** `http://127.0.0.1:PORT`, or `unix:PATH`. */
  readonly origin: string
  readonly token: string
  readonly close: () => Promise<void>
}

/** Serves the actions and the page on this machine alone, until it is closed. */
export async function serve({
  workspace: given,
  storeDir,
  viewerDir,
  at,
  version,
  log = () => {},
  limitMs = 120_000,
}: ServeOptions): Promise<Server> {
  const workspace = { ...given, contexts: new Map() }
  const token = randomBytes(32).toString('base64url')
  const events = createEvents(workspace, storeDir)
  let own = 0
  const isOwnHost = (host: string) =>
    'socket' in at ? FORWARDED.test(host) : host === `${HOST}:${own}` || host === `localhost:${own}`
  const holderOf = async (given: string) => (await import('../../record/tokens/tokens.ts')).holderOf(storeDir, given)
  const app = createApp({
    workspace,
    token,
    holderOf,
    isOwnHost,
    assets: readAssets(viewerDir),
    events,
    version,
    log,
    limitMs,
  })
  const server = createAdaptorServer({
    fetch: app.fetch,
    serverOptions: { requestTimeout: WAITS_MS, headersTimeout: 10_000 },
  })
  if ('socket' in at) await forgetDeadSocket(at.socket)
  await new Promise<void>((done, fail) => {
    server.once('error', fail)
    if ('socket' in at) server.listen(at.socket, done)
    else server.listen(at.port, HOST, done)
  })
  if ('socket' in at) chmodSync(at.socket, 0o600)
  else own = (server.address() as AddressInfo).port
  return {
    origin: 'socket' in at ? `unix:${at.socket}` : `http://${HOST}:${own}`,
    token,
    close: async () => {
      events.close()
      await new Promise<void>((done) => {
        server.close(() => done())
        if ('closeAllConnections' in server) setTimeout(() => server.closeAllConnections(), 1000).unref()
        if ('closeIdleConnections' in server) server.closeIdleConnections()
      })
    },
  }
}

/** Takes away a socket that a server left; one that answers stays, and so does everything that is no socket. */
async function forgetDeadSocket(path: string): Promise<void> {
  if (!lstatSync(path, { throwIfNoEntry: false })?.isSocket()) return
  const isAlive = await new Promise<boolean>((done) => {
    const socket = connect(path)
    socket.once('connect', () => {
      socket.destroy()
      done(true)
    })
    socket.once('error', () => done(false))
  })
  if (!isAlive) rmSync(path)
}
