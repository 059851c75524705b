import { randomBytes } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { createAdaptorServer } from '@hono/node-server'
import type { Workspace } from '../../actions/workspace.ts'
import { createApp } from './app.ts'
import { readAssets } from './assets.ts'
import { createEvents } from './events.ts'
import type { Log } from './log.ts'

const HOST = '127.0.0.1'

export interface ServeOptions {
  readonly workspace: Workspace
  /** Where the record is. */
  readonly storeDir: string
  /** The built page. */
  readonly viewerDir: string
  /** Any free one where it is 0. */
  readonly port: number
  readonly version: string
  readonly log?: Log
  readonly limitMs?: number
}

export interface Server {
  readonly origin: string
  readonly port: number
  readonly token: string
  readonly close: () => Promise<void>
}

/** Serves the actions and the page on this machine alone, until it is closed. */
export async function serve({
  workspace: given,
  storeDir,
  viewerDir,
  port,
  version,
  log = () => {},
  limitMs = 120_000,
}: ServeOptions): Promise<Server> {
  const workspace = { ...given, contexts: new Map() }
  const token = randomBytes(32).toString('base64url')
  const events = createEvents(workspace, storeDir)
  let own = port
  const hosts = () => [`${HOST}:${own}`, `localhost:${own}`]
  const app = createApp({ workspace, token, hosts, assets: readAssets(viewerDir), events, version, log, limitMs })
  const server = createAdaptorServer({
    fetch: app.fetch,
    serverOptions: { requestTimeout: 60_000, headersTimeout: 10_000 },
  })
  await new Promise<void>((done, fail) => {
    server.once('error', fail)
    server.listen(port, HOST, done)
  })
  own = (server.address() as AddressInfo).port
  return {
    origin: `http://${HOST}:${own}`,
    port: own,
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
