import { defineTerminalCommand } from '../kit/command.ts'
import { flag } from '../kit/field.ts'
import { SERVE_OPTIONS, SERVED, SERVED_NOTE } from '../kit/serve-options.ts'

export const serve = defineTerminalCommand({
  name: 'serve',
  topic: 'live',
  summary: 'Serve the commands over HTTP, and the page of stet view',
  about:
    'Serves this machine only, until Ctrl-C; if a server runs already, it prints the address of that one. Call a command with POST and JSON or CBOR under its own name, such as /api/ctx/materialize, with the header `Authorization: Bearer TOKEN`; /api/openapi.json describes all of them. /api/status needs no token. Whoever has the token can read and cut your sessions.',
  stays: true,
  arguments: {},
  options: { watch: flag('capture the sessions of this machine as they grow'), ...SERVE_OPTIONS },
  examples: [
    { command: 'stet serve --json', does: 'prints the address and the token, and serves until Ctrl-C' },
    { command: 'stet serve --socket ~/stet.sock', does: 'serves at a Unix socket that only you can open' },
  ],
  output: SERVED,
  outputNote: SERVED_NOTE,
  run: ({ input: { watch, ...where }, shells }) => shells.servePage(where, { page: '/', opens: false, watches: watch }),
})
