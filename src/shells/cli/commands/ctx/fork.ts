import { COMMIT, defineCommand } from '../../command.ts'

export const fork = defineCommand({
  name: 'ctx fork',
  group: 'Chains',
  summary: 'a new session that goes on from a commit',
  about: 'The chain it forks from stays as it is; what is said in the new session is a chain of its own.',
  writes: true,
  arguments: { commit: COMMIT },
  options: {
    out: { summary: 'where to write it, instead of where the client looks', value: 'FILE', complete: 'file' },
    force: { summary: 'replace a file that is there' },
    exec: { summary: 'resume it at once' },
  },
  examples: [{ command: 'stet ctx fork ctx-1a2b3c4d', does: 'writes the session and says how to resume it' }],
  json: '{context_id,session,path,resume,cwd,message_count,token_count,…}',
  async run({ args, options, dryRun, workspace }) {
    const { resolveCommit } = await import('../../../../actions/ctx/resolve-commit.ts')
    const { forkContext } = await import('../../../../actions/ctx/fork.ts')
    const opened = await workspace()
    const { exec, ...where } = options
    const value = await forkContext(opened, await resolveCommit(opened, args.commit), { ...where, dryRun })
    return {
      value,
      text: () => `${dryRun ? 'Would write' : 'Wrote'} ${value.path}\n${value.resume}`,
      ...(exec && !dryRun && { exec: { command: value.resume, cwd: value.cwd } }),
    }
  },
})
