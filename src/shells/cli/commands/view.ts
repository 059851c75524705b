import { defineCommand, SESSION } from '../command.ts'
import { SERVE_OPTIONS, servePage } from '../serve-page.ts'

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
    ...SERVE_OPTIONS,
  },
  examples: [
    { command: 'stet view', does: 'opens the page with all sessions' },
    { command: 'stet view --socket ~/stet.sock', does: 'for ssh -L 7838:stet.sock, and no port is open here' },
    { command: 'stet view latest --no-open', does: 'prints the address of the newest session of this folder' },
  ],
  json: '{url,origin,token,running}; running where one was already, origin unix:PATH for a socket',
  async run(call) {
    const { args, options, workspace } = call
    const { resolveSession } = await import('../../../actions/resolve-session.ts')
    const session = args.session === undefined ? undefined : await resolveSession(await workspace(), args.session)
    return servePage(call, {
      page: session ? `/session/${encodeURIComponent(session.id)}` : '/',
      opens: !options['no-open'],
      watches: !options['no-watch'],
    })
  },
})
