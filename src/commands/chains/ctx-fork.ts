import { defineCommand } from '../kit/command.ts'
import { commit } from '../kit/fields.ts'
import { PLACING } from '../kit/operation.ts'
import { extended, string } from '../kit/shape.ts'
import { MATERIALIZED } from '../kit/shapes.ts'

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
    resume: string,
    cwd: string,
  }),
  offer: { cli: true },
  async run({ input, dryRun, commit, workspace }) {
    const { forkContext } = await import('../../actions/ctx/fork.ts')
    const { exec, out, force } = input
    const value = await forkContext(await workspace(), await commit(input.commit_id), { out, force, dryRun })
    return {
      value,
      text: () => `${dryRun ? 'Would write' : 'Wrote'} ${value.path}\n${value.resume}`,
      ...(exec && !dryRun && { exec: { command: value.resume, cwd: value.cwd } }),
    }
  },
})
