import type { Materialized } from '../../../../actions/ctx/materialize.ts'
import { parseFormatId } from '../../../../model/format-id.ts'
import { COMMIT, defineCommand } from '../../command.ts'
import { bytesOf, count } from '../../format.ts'
import { plainText } from '../../plain-text.ts'

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
    to: { summary: 'a client to write a new session for, or a format such as events-v1', value: 'CLIENT|FORMAT' },
    out: { summary: 'where to write; without a client, the bytes alone', value: 'FILE', complete: 'file' },
    force: { summary: 'replace a file that is there' },
  },
  examples: [
    {
      command: 'stet ctx materialize ctx-1a2b3c4d --to claude-code',
      does: 'writes a session from that point and says how to resume it',
    },
    {
      command: 'stet ctx materialize ctx-1a2b3c4d --to narrative-v1 --out notes.md',
      does: 'tells it as a text',
    },
    {
      command: 'stet ctx materialize ctx-1a2b3c4d --stop root --json',
      does: 'counts the whole conversation up to it',
    },
  ],
  json: '{artifact_ref,format,tier,message_count,token_count,commit_count,cached}; where it was translated or is raw also {runs:[{format,tier,commit_count}],lost,description}; for a client also {operation,session,path,resume,cwd}',
  async run({ args, options, dryRun, workspace }) {
    const { resolveCommit } = await import('../../../../actions/ctx/resolve-commit.ts')
    const opened = await workspace()
    const tip = await resolveCommit(opened, args.commit)
    const { stopOf } = await import('../../../../actions/ctx/stop.ts')
    const stop = await stopOf(opened, options.stop)
    const { to, out, force } = options
    const isBytes = to === undefined || parseFormatId(to) !== undefined
    if (out !== undefined && isBytes) {
      const { writeContext } = await import('../../../../actions/ctx/write-session.ts')
      const value = await writeContext(opened, tip, { stop, to, out, force, dryRun })
      const wrote = `${dryRun ? 'Would write' : 'Wrote'} ${value.path} (${bytesOf(value.bytes)}).`
      return { value, text: () => [wrote, ...told(value)].join('\n') }
    }
    if (isBytes) {
      const { materialize } = await import('../../../../actions/ctx/materialize.ts')
      const value = await materialize(opened, tip, stop, { to, dryRun })
      const made = `${value.artifact_ref.slice(0, 16)}: ${count(value.message_count, 'message')} of ${count(value.commit_count, 'commit')}, ${bytesOf(value.bytes)}${value.cached ? ', from the cache' : ''}.`
      return { value, text: () => [made, ...told(value)].join('\n') }
    }
    const { writeSession } = await import('../../../../actions/ctx/write-session.ts')
    const value = await writeSession(opened, tip, { to, stop, out, force, dryRun })
    return {
      value,
      text: () => [`${dryRun ? 'Would write' : 'Wrote'} ${value.path}`, ...told(value), value.resume].join('\n'),
    }
  },
})

/** What else is to be said of a context that was not in the format. */
function told({ tier, format, lost = [], description }: Materialized): readonly string[] {
  if (tier === 'native') return []
  return [
    `Format ${format}, tier ${tier}.`,
    ...(lost.length > 0 ? [`Left out: ${lost.join(', ')}.`] : []),
    ...(description === undefined ? [] : [plainText(description)]),
  ]
}
