import { mkdirSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { LogEntry } from '../../src/shells/http/log.ts'
import { type Server, serve } from '../../src/shells/http/serve.ts'
import type { SharedStore } from '../../src/workspace/open-shared-store.ts'
import { type Bench, openBench } from '../api/bench.ts'

export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: string
}

export interface Serving extends Bench {
  readonly server: Server
  readonly logged: readonly LogEntry[]
  /** Sends exactly these headers; the token is among them unless left out. */
  readonly send: (path: string, how?: Sent) => Promise<Answer>
  readonly ask: <T>(action: string, input?: object) => Promise<T>
}

interface Sent {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Buffer
  readonly token?: string | null
}

/** A server on a record of its own, whose disk may be slow. */
export async function openServing({
  limitMs = 60_000,
  diskMs = 0,
  shared,
}: {
  limitMs?: number
  diskMs?: number
  shared?: SharedStore
} = {}): Promise<Serving> {
  const bench = await openBench(shared)
  const { store } = bench.workspace
  const slow: typeof store = {
    ...store,
    artifacts: {
      ...store.artifacts,
      get: async (id) => {
        await wait(diskMs)
        return store.artifacts.get(id)
      },
      async *getAll(ids) {
        for await (const bytes of store.artifacts.getAll(ids)) {
          await wait(diskMs)
          yield bytes
        }
      },
    },
  }
  const viewerDir = join(bench.home, 'viewer')
  mkdirSync(join(viewerDir, 'assets'), { recursive: true })
  writeFileSync(join(viewerDir, 'index.html'), '<!doctype html><title>the page</title>')
  writeFileSync(join(viewerDir, 'assets', 'page-1.js'), 'export {}')
  const logged: LogEntry[] = []
  const server = await serve({
    workspace: diskMs === 0 ? bench.workspace : { ...bench.workspace, store: slow },
    storeDir: join(bench.home, '.stet'),
    viewerDir,
    at: { port: 0 },
    version: 'test',
    log: (entry) => void logged.push(entry),
    limitMs,
  })
  const send = (path: string, { method = 'GET', headers = {}, body, token = server.token }: Sent = {}) =>
    new Promise<Answer>((done, fail) => {
      const all = { ...(token !== null && { authorization: `Bearer ${token}` }), ...headers }
      const sent = request(
        { host: '127.0.0.1', port: new URL(server.origin).port, path, method, headers: all, agent: false },
        (answer) => {
          const pieces: Buffer[] = []
          answer.on('data', (piece) => pieces.push(piece))
          answer.on('error', fail)
          answer.on('end', () =>
            done({ status: answer.statusCode!, headers: answer.headers, body: Buffer.concat(pieces).toString() }),
          )
        },
      )
      sent.on('error', fail)
      sent.end(body)
    })
  return {
    ...bench,
    server,
    logged,
    send,
    ask: async (action, input = {}) => {
      const headers = { 'content-type': 'application/json' }
      const path = `/api/${action.replaceAll(' ', '/')}`
      return JSON.parse((await send(path, { method: 'POST', headers, body: JSON.stringify(input) })).body)
    },
    close: async () => {
      await server.close()
      await bench.close()
    },
  }
}
