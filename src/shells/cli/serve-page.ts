import { spawn } from 'node:child_process'
import { join, resolve } from 'node:path'
import type { Answer, Environment, PagePlace, PageUse, TerminalCall } from '../../commands/kit/call.ts'
import { Failure } from '../../model/errors.ts'
import { ownWords } from '../../model/passed.ts'
import { settingIn } from '../../model/settings.ts'
import { forRequest } from '../../record/workspace.ts'
import { exactly } from '../../redaction/exactly.ts'
import type { Server } from '../http/serve.ts'
import { ERR, write } from '../process/output.ts'
import { version } from './version.ts'

/** Serves commands and page until Ctrl-C, or gives the address of a server that runs already. */
export async function servePage(
  call: TerminalCall<unknown>,
  where: PagePlace,
  { page, opens, watches }: PageUse,
): Promise<Answer> {
  const { environment, storeDir, signal } = call
  const { findServer, forgetServer, noteServer, serverNote } = await import('../http/running-server.ts')
  const note = serverNote(storeDir, (await call.workspaceOptions()).shared?.url)
  const running = where.socket === undefined ? await findServer(note) : undefined
  if (running) {
    const { origin, token } = running
    const url = `${origin}${page}#key=${token}`
    if (opens) openInBrowser(url, environment)
    return { value: { url, origin, token, running: true }, exact: exactly, text: () => url }
  }
  const { readSettings } = await import('../../record/settings/read-settings.ts')
  const usual = settingIn((await readSettings(environment.settingSources())).settings, 'viewer.port')
  const server = await start(call, where, usual)
  const { origin, token } = server
  const isSocket = where.socket !== undefined
  const url = `${isSocket ? `http://localhost:${usual}` : origin}${page}#key=${token}`
  if (!isSocket) noteServer(note, server)
  const opened = !isSocket && opens && openInBrowser(url, environment)
  return {
    value: { url, origin, token, running: false },
    exact: exactly,
    text: (screen) => {
      const how = isSocket ? `once ${origin.slice('unix:'.length)} is forwarded to port ${usual}; ` : ''
      return `${url}\n${screen.dim(`${opened ? 'opened in the browser; ' : how}Ctrl-C ends it`)}`
    },
    afterwards: async () => {
      try {
        await untilTold()
      } finally {
        forgetServer(note, server)
        await server.close()
      }
    },
  }

  /** Follows the sessions of this machine, or only waits. */
  async function untilTold(): Promise<void> {
    const over = new AbortController()
    process.once('SIGTERM', () => over.abort())
    signal.addEventListener('abort', () => over.abort())
    if (signal.aborted) return
    const { watch } = await import('../../record/capture/watch.ts')
    if (watches) return watch(await call.workspace(), { signal: over.signal, onInscribed: () => {} })
    return new Promise((done) => over.signal.addEventListener('abort', () => done()))
  }
}

/** `usual` is the port where none is named. */
async function start(
  { workspace, environment, storeDir }: TerminalCall<unknown>,
  { socket, port, log }: PagePlace,
  usual: number,
): Promise<Server> {
  const { serve } = await import('../http/serve.ts')
  const { logLines } = await import('../http/log.ts')
  const common = {
    workspace: forRequest(await workspace(), { inside: undefined }), // who asks is a person or a program
    storeDir,
    viewerDir: join(__dirname, 'viewer'),
    version: version(),
    ...(log && {
      log: logLines(
        (line) => write(ERR, ownWords(line)),
        () => new Date(),
      ),
    }),
  }
  if (socket !== undefined)
    return serve({ ...common, at: { socket: resolve(environment.cwd, socket) } }).catch(taken(socket))
  if (port !== undefined) return serve({ ...common, at: { port } }).catch(taken(String(port)))
  return serve({ ...common, at: { port: usual } }).catch(() => serve({ ...common, at: { port: 0 } }))
}

function taken(address: string): (error: NodeJS.ErrnoException) => never {
  return (error) => {
    throw new Failure('target-exists', `Stet cannot listen at ${address} (${error.code ?? error.message}).`, {
      facts: { place: address },
      hint: 'Run it without --port and --socket: then it takes a free port.',
    })
  }
}

/** Opens an address where a person can see it; false where there is no display. Nobody waits for the browser. */
function openInBrowser(url: string, { hasDisplay, platform }: Pick<Environment, 'hasDisplay' | 'platform'>): boolean {
  if (!hasDisplay) return false
  const opener = platform === 'darwin' ? 'open' : 'xdg-open'
  const child = spawn(opener, [url], { stdio: 'ignore', detached: true })
  child.on('error', () => {}) // there is no such program: the address is printed anyway
  child.unref()
  return true
}
