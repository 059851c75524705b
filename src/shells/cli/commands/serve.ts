import { defineCommand } from '../command.ts'
import { SERVE_OPTIONS, servePage } from '../serve-page.ts'

export const serveCommand = defineCommand({
  name: 'serve',
  group: 'Inspect',
  summary: 'the actions over HTTP, for programs, and the page of stet view',
  about:
    'Serves on this machine alone, until Ctrl-C; where one runs already, it says where. An action is asked for with POST and JSON, or CBOR, under its own name, /api/ctx/materialize, with the token as `Authorization: Bearer`; /api/openapi.json describes them all. /api/status needs no token. Whoever has the token may see and cut your sessions.',
  stays: true,
  arguments: {},
  options: { watch: { summary: 'capture sessions of this machine as they grow' }, ...SERVE_OPTIONS },
  examples: [
    { command: 'stet serve --json', does: 'prints where it is and the token, and serves until Ctrl-C' },
    { command: 'stet serve --socket ~/stet.sock', does: 'at a Unix socket that only you may use' },
  ],
  json: '{url,origin,token,running}; running where one was already, origin unix:PATH for a socket',
  run: (call) => servePage(call, { page: '/', opens: false, watches: call.options.watch }),
})
