import { defineCommand } from '../kit/command.ts'
import { text } from '../kit/field.ts'
import { commit, TEMPLATE, ticket } from '../kit/fields.ts'
import { FITTING, insideClient, PLACING } from '../kit/operation.ts'
import { STARTED } from '../kit/shapes.ts'
import { fittedLines } from '../kit/text/fitted-lines.ts'
import { resumableText } from '../kit/text/resumable-text.ts'

export const start = defineCommand({
  name: 'start',
  topic: 'chains',
  summary: 'Start an agent with the context of a commit',
  about:
    'Writes a new session of the same client, or with --client of another, and says how to resume it. Its commits name the template. With the context `none` it writes nothing and prints how to begin.',
  writes: true,
  arguments: {},
  options: {
    template: { ...TEMPLATE, required: true },
    context: commit({
      summary: 'a commit, a session for its newest commit, latest, or none',
      default: 'latest',
      names: {},
    }),
    ticket: ticket({ summary: 'the ticket that it works on' }),
    client: text('the client to start', { label: 'CLIENT', standard: 'the client of the context', only: ['cli'] }),
    fit: FITTING,
    ...PLACING,
  },
  examples: [
    {
      command: 'stet start --template reviewer --context ctx-1a2b3c4d',
      does: 'writes a session for a reviewer with the context of that commit',
    },
    {
      command: 'stet start --template reviewer --context none',
      does: 'prints the command that starts a reviewer without a context',
    },
  ],
  output: STARTED,
  outputNote:
    'session and path are null where the client chooses them; context is null with --context none. A session whose id the client chooses itself does not keep the template.',
  offer: { cli: true, http: true },
  async run({ input, dryRun, commit, workspace }) {
    const { start } = await import('../../surgery/contexts/start.ts')
    const opened = await workspace()
    const { exec, context, template, ticket, client, out, force, parents, fit } = input
    const value = await start(opened, {
      template,
      context: context === 'none' ? context : (await commit(context)).id,
      ticket,
      client,
      out,
      force,
      parents,
      dryRun,
      fit,
    })
    const inside = await insideClient(opened)
    const wrote =
      value.context === null ? [] : [`${dryRun ? 'Would write' : 'Wrote'} ${value.path}`, ...fittedLines(value)]
    return {
      value,
      text: (_, shown: typeof value) => resumableText(wrote, shown, { inside, dryRun }),
      ...(exec && !dryRun && { exec: { command: value.resume, cwd: value.cwd } }),
    }
  },
})
