import { CHECKPOINTS, COMMIT_TYPES } from '../../../../model/commit.ts'
import { defineCommand } from '../../command.ts'

export const checkpoint = defineCommand({
  name: 'ctx checkpoint',
  group: 'Chains',
  summary: 'write a commit by hand: after a parent, or imported',
  about: 'Two commits that name one parent are a fork; nothing else is needed for one.',
  writes: true,
  arguments: {},
  options: {
    parent: { summary: 'the commit this one follows; a root without it', value: 'CTX' },
    type: { summary: 'what kind of commit', value: 'TYPE', required: true, choices: COMMIT_TYPES },
    data: { summary: 'the file with what is new', value: 'FILE', complete: 'file' },
    artifact: { summary: 'an artifact of the store, instead of a file', value: 'ART' },
    format: {
      summary: 'how it is written, such as claude-code-v1 or events-v1; others are kept as they are',
      value: 'FORMAT',
      required: true,
    },
    summary: { summary: 'what the agent understands at this point', value: 'TEXT' },
    template: { summary: 'what kind of agent it is', value: 'NAME' },
    principal: { summary: 'who runs it, instead of you', value: 'WHO' },
    session: { summary: 'the session it belongs to', value: 'ID' },
    reason: { summary: 'why now', value: 'REASON', choices: CHECKPOINTS },
    ticket: { summary: 'the ticket being worked on', value: 'ID' },
    thread: { summary: 'the thread it is part of', value: 'ID' },
  },
  examples: [
    {
      command: 'stet ctx checkpoint --type delta --data d.jsonl --format claude-code-v1',
      does: 'a root with the lines of d.jsonl; --parent CTX puts them after a commit',
    },
  ],
  json: '{id,context_id}',
  async run({ options: { reason, ...options }, dryRun, workspace }) {
    const { checkpoint } = await import('../../../../actions/ctx/checkpoint.ts')
    const value = await checkpoint(await workspace(), { ...options, checkpoint: reason, dryRun })
    return { value, text: () => value.id }
  },
})
