import { shortId } from '../../../../model/id.ts'
import { COMMIT, defineCommand } from '../../command.ts'
import { plainText } from '../../plain-text.ts'

export const showCommit = defineCommand({
  name: 'ctx show',
  group: 'Chains',
  summary: 'everything known about a commit',
  arguments: { commit: COMMIT },
  options: {},
  examples: [{ command: 'stet ctx show ctx-1a2b3c4d', does: 'its parent, artifact, who, when, counts, summary' }],
  json: '{id,context_id,session,…all fields}',
  async run({ args, workspace }) {
    const { showCommit } = await import('../../../../actions/ctx/history.ts')
    const { resolveCommit } = await import('../../../../actions/ctx/resolve-commit.ts')
    const opened = await workspace({ onlyLooks: true })
    const value = await showCommit(opened, await resolveCommit(opened, args.commit))
    return {
      value,
      text: () =>
        Object.entries(value)
          .filter(([name]) => name !== 'context_id' && name !== 'session_id') // the same again
          .map(
            ([name, field]) =>
              `${name.padEnd(14)}  ${plainText(typeof field === 'string' ? shortArtifact(field) : JSON.stringify(field))}`,
          )
          .join('\n'),
    }
  },
})

/** Twelve of its sixty-four digits are enough to name an artifact. */
function shortArtifact(text: string): string {
  return text.startsWith('art-') ? shortId(text) : text
}
