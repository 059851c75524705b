import { defineTerminalCommand } from '../kit/command.ts'
import { flag } from '../kit/field.ts'
import { session } from '../kit/fields.ts'
import { SERVE_OPTIONS, SERVED, SERVED_NOTE } from '../kit/serve-options.ts'

export const view = defineTerminalCommand({
  name: 'view',
  topic: 'find',
  summary: 'Show the record in a browser, cut sessions there, and watch them grow',
  about:
    'Serves a page to this machine only and opens it; without a display it prints the address. It captures the sessions of this machine as they grow, until Ctrl-C. If a server runs already, it opens the page of that one. The address holds a key: whoever has it can read and cut your sessions.',
  stays: true,
  arguments: { session: session({ optional: true }) },
  options: {
    no_open: flag('print the address and open no browser'),
    no_watch: flag('show the record and capture nothing'),
    ...SERVE_OPTIONS,
  },
  examples: [
    { command: 'stet view', does: 'opens the page with all sessions' },
    { command: 'stet view --socket ~/stet.sock', does: 'serves a socket for ssh -L 7838:stet.sock, and opens no port' },
    { command: 'stet view latest --no-open', does: 'prints the address of the newest session of this folder' },
  ],
  output: SERVED,
  outputNote: SERVED_NOTE,
  async run({ input, shells, session: sessionNamed }) {
    const { session: reference, no_open, no_watch, ...where } = input
    const session = reference === undefined ? undefined : await sessionNamed(reference)
    return shells.servePage(where, {
      page: session ? `/session/${encodeURIComponent(session.id)}` : '/',
      opens: !no_open,
      watches: !no_watch,
    })
  },
})
