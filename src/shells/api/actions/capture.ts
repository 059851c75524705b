import { z } from 'zod'
import { receive } from '../../../actions/record/receive.ts'
import { type Action, defineAction } from '../action.ts'

const NAME = z.string().min(1).max(200)

/** What comes into the record from other machines. */
export const CAPTURE: readonly Action[] = [
  defineAction({
    name: 'inscribe',
    summary: "captures what another machine sends of a session's file",
    writes: true,
    takesFile: true,
    input: z.strictObject({
      machine: NAME.describe('the name of the machine that has the file'),
      user: NAME.optional().describe('who runs agents there, if not the user of this server'),
      path: z.string().min(1).max(4096).describe('where the file lies there'),
      offset: z
        .int()
        .min(0)
        .default(0)
        .describe('where the bytes begin: where those before ended, or 0 for the whole file'),
      data: z.string().describe('the bytes, as they are in UTF-8 or in base64'),
      encoding: z.enum(['utf8', 'base64']).default('utf8'),
    }),
    output: z.looseObject({
      received: z.number(),
      sessions: z.array(
        z.looseObject({ session: z.string(), client: z.string(), rounds: z.number(), head: z.string().nullable() }),
      ),
      failed: z.array(z.looseObject({ code: z.string(), message: z.string() })),
    }),
    run: (workspace, { data, encoding, ...sent }) =>
      receive(workspace, { ...sent, bytes: Buffer.from(data, encoding) }),
  }),
]
