import { type Fields, file, flag, int } from './field.ts'
import { boolean, object, string } from './shape.ts'

/** Where a server listens, and whether it logs. */
export const SERVE_OPTIONS = {
  port: int('the port to listen on', { standard: 'that of the setting viewer.port, else a free one' }),
  socket: file('a Unix socket to listen on instead, which ssh can forward', { label: 'PATH' }),
  log: flag('print one line of JSON for each request, without its content'),
} as const satisfies Fields

export const SERVED = object({ url: string, origin: string, token: string, running: boolean })
export const SERVED_NOTE = 'running is true where a server was running already; origin is unix:PATH for a socket.'
