import { defineCommand } from '../kit/command.ts'
import { CONTEXT_NAME, commit } from '../kit/fields.ts'
import { NAMED_CONTEXT } from '../kit/shapes.ts'

export const ctxSet = defineCommand({
  name: 'ctx set',
  topic: 'chains',
  summary: 'Give a commit a name, or move a name to it',
  writes: true,
  arguments: { name: CONTEXT_NAME, commit_id: commit() },
  options: {
    expect: commit({
      summary: 'move the name only if it names this commit now; none: only if the name is new',
      label: 'CTX|none',
      names: {},
    }),
  },
  examples: [
    { command: 'stet ctx set before-the-migration latest', does: 'names the newest commit of the newest session' },
    { command: 'stet ctx set good latest --expect none', does: 'does the same, and fails if the name exists' },
  ],
  output: NAMED_CONTEXT,
  offer: { cli: true, http: true },
  async run({ input, dryRun, commit, workspace }) {
    const { setContextName } = await import('../../record/chain/names.ts')
    const opened = await workspace()
    const { name, commit_id, expect } = input
    const value = await setContextName(opened, name, await commit(commit_id), {
      expect: expect === undefined || expect === 'none' ? expect : (await commit(expect)).id,
      dryRun,
    })
    return {
      value,
      text: (_, shown: typeof value) => `${shown.name} ${dryRun ? 'would be' : 'is'} ${shown.context_id}.`,
    }
  },
})
