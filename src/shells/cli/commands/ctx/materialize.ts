import { COMMIT, defineCommand } from '../../command.ts'
import { bytesOf, count } from '../../format.ts'

export const materialize = defineCommand({
  name: 'ctx materialize',
  group: 'Chains',
  summary: 'the context of a commit, to read or to resume',
  about:
    'It stops at the nearest compaction, as the client does; at the root for the whole conversation, compactions left out; or at an ancestor.',
  writes: true,
  arguments: { commit: COMMIT },
  options: {
    stop: { summary: 'compaction, root or an ancestor', value: 'WHERE' },
    to: { summary: 'write a new session for this client', value: 'CLIENT' },
    out: { summary: 'where to write; without --to, the lines as recorded', value: 'FILE', complete: 'file' },
    force: { summary: 'replace a file that is there' },
  },
  examples: [
    {
      command: 'stet ctx materialize ctx-1a2b3c4d --to claude-code',
      does: 'writes a session from that point and says how to resume it',
    },
    {
      command: 'stet ctx materialize ctx-1a2b3c4d --stop root --json',
      does: 'counts the whole conversation up to it',
    },
  ],
  json: '{artifact_ref,format,tier,message_count,token_count,commit_count,cached}; with --to also {operation,session,path,resume,cwd}',
  async run({ args, options, dryRun, workspace }) {
    const { resolveCommit } = await import('../../../../actions/ctx/resolve-commit.ts')
    const opened = await workspace()
    const tip = await resolveCommit(opened, args.commit)
    const { stopOf } = await import('../../../../actions/ctx/stop.ts')
    const stop = await stopOf(opened, options.stop)
    const { to, out, force } = options
    if (out !== undefined && (to === undefined || to === tip.format)) {
      const { writeContext } = await import('../../../../actions/ctx/write-session.ts')
      const value = await writeContext(opened, tip, { stop, out, force, dryRun })
      return { value, text: () => `${dryRun ? 'Would write' : 'Wrote'} ${value.path} (${bytesOf(value.bytes)}).` }
    }
    if (to === undefined || to === tip.format) {
      const { materialize } = await import('../../../../actions/ctx/materialize.ts')
      const value = await materialize(opened, tip, stop, { dryRun })
      return {
        value,
        text: () =>
          `${value.artifact_ref.slice(0, 16)}: ${count(value.message_count, 'message')} of ${count(value.commit_count, 'commit')}, ${bytesOf(value.bytes)}${value.cached ? ', from the cache' : ''}.`,
      }
    }
    const { writeSession } = await import('../../../../actions/ctx/write-session.ts')
    const value = await writeSession(opened, tip, { to, stop, out, force, dryRun })
    return {
      value,
      text: () => `${dryRun ? 'Would write' : 'Wrote'} ${value.path}\n${value.resume}`,
    }
  },
})
