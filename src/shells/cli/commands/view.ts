import { join, resolve } from 'node:path'
import { Failure } from '../../../model/errors.ts'
import type { Server } from '../../http/serve.ts'
import { type Call, defineCommand, SESSION, type Values } from '../command.ts'
import { openInBrowser } from '../open-in-browser.ts'
import { ERR, write } from '../output.ts'
import { version } from '../version.ts'
import { wholeNumber } from '../whole-number.ts'

/** S, T, E and T on a telephone. */
const PORT = 7838

export const view = defineCommand({
  name: 'view',
  group: 'Inspect',
  summary: 'see the record in a browser, cut sessions there, watch them grow',
  about:
    'Serves a page on this machine alone, and opens it; where there is no display it prints the address. Sessions on this machine are captured as they grow. It runs until Ctrl-C; where one runs already, that is opened. The address holds a key: whoever has it may see and cut your sessions.',
  stays: true,
  arguments: { session: { ...SESSION, optional: true } },
  options: {
    'no-open': { summary: 'only print the address' },
    'no-watch': { summary: 'capture nothing, only show what is in the record' },
    port: { summary: `the port; ${PORT} or a free one unless given`, value: 'N' },
    socket: {
      summary: 'a Unix socket instead of a port, to forward from another machine',
      value: 'PATH',
      complete: 'file',
    },
    log: { summary: 'print a line of JSON for each request, without what is in it' },
  },
  examples: [
    { command: 'stet view', does: 'opens the page with all sessions' },
    { command: 'stet view --socket ~/stet.sock', does: 'for ssh -L 7838:stet.sock, and no port is open here' },
    { command: 'stet view latest --no-open', does: 'prints the address of the newest session of this folder' },
  ],
  json: '{url,origin,running}; running where one was already, origin unix:PATH for a socket',
  async run(call) {
    const { args, options, environment, signal } = call
    const { resolveSession } = await import('../../../actions/resolve-session.ts')
    const { findServer, forgetServer, noteServer } = await import('../../http/running-server.ts')
    const storeDir = storeDirOf(call)
    const workspace = await call.workspace()
    const session = args.session === undefined ? undefined : await resolveSession(workspace, args.session)
    const page = session ? `/session/${encodeURIComponent(session.id)}` : '/'
    const running = options.socket === undefined ? await findServer(storeDir) : undefined
    if (running) {
      const url = `${running.origin}${page}#key=${running.token}`
      if (!options['no-open']) openInBrowser(url, environment)
      return { value: { url, origin: running.origin, running: true }, text: () => url }
    }
    const server = await start(call, storeDir)
    const isSocket = options.socket !== undefined
    const url = `${isSocket ? `http://localhost:${PORT}` : server.origin}${page}#key=${server.token}`
    if (!isSocket) noteServer(storeDir, server)
    const opened = !isSocket && !options['no-open'] && openInBrowser(url, environment)
    return {
      value: { url, origin: server.origin, running: false },
      text: (screen) => {
        const how = isSocket ? `once ${server.origin.slice('unix:'.length)} is forwarded to port ${PORT}; ` : ''
        return `${url}\n${screen.dim(`${opened ? 'opened in the browser; ' : how}Ctrl-C ends it`)}`
      },
      afterwards: async () => {
        try {
          await untilTold()
        } finally {
          forgetServer(storeDir, server)
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
      const { watch } = await import('../../../actions/record/watch.ts')
      if (!options['no-watch']) return watch(workspace, { signal: over.signal, onInscribed: () => {} })
      return new Promise((done) => over.signal.addEventListener('abort', () => done()))
    }
  },
})

function storeDirOf({
  environment,
  options,
}: {
  environment: { cwd: string; storeDir: string }
  options: unknown
}): string {
  const { store } = options as Values // every command has it
  return typeof store === 'string' ? resolve(environment.cwd, store) : environment.storeDir
}

type ViewCall = Pick<
  Call<unknown, { readonly port: string | undefined; readonly socket: string | undefined; readonly log: boolean }>,
  'options' | 'workspace' | 'environment'
>

async function start({ options, workspace, environment }: ViewCall, storeDir: string): Promise<Server> {
  const { serve } = await import('../../http/serve.ts')
  const { logLines } = await import('../../http/log.ts')
  const common = {
    workspace: await workspace(),
    storeDir,
    viewerDir: join(__dirname, 'viewer'),
    version: version(),
    ...(options.log && {
      log: logLines(
        (line) => write(ERR, line),
        () => new Date(),
      ),
    }),
  }
  const { socket, port } = options
  if (socket !== undefined)
    return serve({ ...common, at: { socket: resolve(environment.cwd, socket) } }).catch(taken(socket))
  if (port !== undefined) return serve({ ...common, at: { port: wholeNumber(port, '--port') } }).catch(taken(port))
  return serve({ ...common, at: { port: PORT } }).catch(() => serve({ ...common, at: { port: 0 } }))
}

function taken(address: string): (error: NodeJS.ErrnoException) => never {
  return (error) => {
    throw new Failure('target-exists', `Nothing can listen at ${address} (${error.code ?? error.message}).`, {
      facts: { place: address },
      hint: 'Run `stet view` without --port and --socket, which takes a free port.',
    })
  }
}
