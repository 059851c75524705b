import { defineCommand } from '../kit/command.ts'
import { commit } from '../kit/fields.ts'
import { insideClient, PLACING } from '../kit/operation.ts'
import { extended, orNull, string } from '../kit/shape.ts'
import { MATERIALIZED } from '../kit/shapes.ts'
import { resumableText } from '../kit/text/resumable-text.ts'

export const ctxFork = defineCommand({
  name: 'ctx fork',
  topic: 'chains',
  summary: 'Write a new session that continues from a commit',
  about: 'The chain of the commit stays as it is; the new session has a chain of its own.',
  writes: true,
  arguments: { commit_id: commit() },
  options: PLACING,
  examples: [{ command: 'stet ctx fork ctx-1a2b3c4d', does: 'writes the session and says how to resume it' }],
  output: extended(MATERIALIZED, {
    context_id: string,
    'operation?': string,
    session: string,
    path: string,
    client: string,
    resume: string,
    resume_inside: orNull(string),
    cwd: string,
  }),
  offer: { cli: true },
  async run({ input, dryRun, commit, workspace }) {
    const { forkContext } = await import('../../surgery/contexts/fork.ts')
    const { exec, out, force, parents } = input
    const opened = await workspace()
    const value = await forkContext(opened, await commit(input.commit_id), { out, force, parents, dryRun })
    const inside = await insideClient(opened)
    const lines = [`${dryRun ? 'Would write' : 'Wrote'} ${value.path}`]
    return {
      value,
      text: (_, shown: typeof value) => resumableText(lines, shown, { inside, dryRun }),
      ...(exec && !dryRun && { exec: { command: value.resume, cwd: value.cwd } }),
    }
  },
})
