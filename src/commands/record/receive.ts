import { defineCommand } from '../kit/command.ts'
import { choice, int, text } from '../kit/field.ts'
import { list, number, object, orNull, string } from '../kit/shape.ts'

export const receive = defineCommand({
  name: 'receive',
  topic: 'record',
  summary: "Capture bytes of a session's file that another machine sends",
  captures: true,
  takesFile: true,
  arguments: {},
  options: {
    machine: text('the name of the machine that has the file', { required: true, max: 200 }),
    user: text('the user who runs agents there', { max: 200, standard: 'the user of this server' }),
    path: text('the path of the file there', { required: true, max: 4096 }),
    offset: int('where in the file the bytes begin: at the end of the bytes before, or 0 for the whole file', {
      default: 0,
    }),
    data: text('the bytes, as UTF-8 text or in base64', { required: true, empty: true }),
    encoding: choice('the encoding of the bytes', ['utf8', 'base64'], { default: 'utf8' }),
  },
  examples: [{ command: 'stet inscribe PATH', does: 'captures a file of this machine' }],
  output: object({
    received: number,
    sessions: list(object({ session: string, client: string, rounds: number, head: orNull(string) })),
    failed: list(object({ code: string, message: string })),
  }),
  offer: { http: 'inscribe' },
  async run({ input, workspace }) {
    const { receive } = await import('../../record/capture/receive.ts')
    const { data, encoding, ...sent } = input
    const value = await receive(await workspace(), { ...sent, bytes: Buffer.from(data, encoding) })
    return { value, text: (_, shown: typeof value) => `${shown.received} bytes of the file are here.` }
  },
})
