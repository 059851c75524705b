import { defineCommand } from '../kit/command.ts'
import { session } from '../kit/fields.ts'
import { object, orNull, string } from '../kit/shape.ts'

export const ctxCurrent = defineCommand({
  name: 'ctx current',
  topic: 'chains',
  summary: 'Print the newest commit of a session, for tickets and git trailers',
  about: 'First captures everything that is new in the session.',
  captures: true,
  arguments: {},
  options: { session: session({ standard: "the agent's own session, else the newest of this folder" }) },
  examples: [{ command: 'stet ctx current', does: 'prints the id of the newest commit of this folder' }],
  output: object({ context_id: orNull(string) }),
  outputNote: 'It is null before the first commit.',
  offer: { cli: true, http: true },
  async run({ input, session, workspace, terminal }) {
    const { currentContext } = await import('../../brief/history.ts')
    const opened = await workspace()
    const value = await currentContext(opened, terminal ? input.session : await asked())
    return { value, text: (_, shown: typeof value) => shown.context_id ?? 'No commit yet.' }

    async function asked(): Promise<string | undefined> {
      return input.session === undefined ? undefined : (await session(input.session)).id
    }
  },
})
