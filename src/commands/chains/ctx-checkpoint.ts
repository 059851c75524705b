import { CHECKPOINTS, COMMIT_TYPES } from '../../model/commit.ts'
import { defineCommand } from '../kit/command.ts'
import { choice, content, int, text } from '../kit/field.ts'
import { commit, TEMPLATE, ticket } from '../kit/fields.ts'
import { COMMIT_ID } from '../kit/shapes.ts'

export const ctxCheckpoint = defineCommand({
  name: 'ctx checkpoint',
  topic: 'chains',
  summary: 'Write a commit by hand, with a parent or as a root',
  about: 'Takes either data or an artifact. Two commits with the same parent are a fork.',
  writes: true,
  takesFile: true,
  arguments: {},
  options: {
    parent: commit({ summary: 'the commit that this one follows; a root has none', names: {} }),
    commit_type: choice('the type of commit', COMMIT_TYPES, { required: true, names: { cli: 'type' } }),
    data: content('the new lines, or a new array as JSON'),
    artifact_ref: text('an artifact of the record, in place of data', {
      label: 'ART',
      max: 80,
      names: { cli: 'artifact' },
    }),
    format: text('the format of the data, such as claude-code-v1 or events-v1; unknown ones are kept as they are', {
      label: 'FORMAT',
      required: true,
      max: 80,
    }),
    summary: text('the summary of the context', { max: 10_000, empty: true }),
    template: { ...TEMPLATE, standard: 'the client' },
    principal: text('who runs the agent', { label: 'WHO', standard: 'you', only: ['cli'] }),
    session_id: text('the session that it belongs to', { label: 'ID', max: 200, names: { cli: 'session' } }),
    checkpoint: choice('the event that caused it', CHECKPOINTS, { standard: 'explicit', names: { cli: 'reason' } }),
    ticket_id: ticket({ summary: 'the ticket that the agent works on', names: { cli: 'ticket' } }),
    thread_id: text('the thread that it is part of', { label: 'ID', max: 100, names: { cli: 'thread' } }),
    message_count: int('messages in it', { standard: 'counted in the data', only: ['http'] }),
    token_count: int('tokens in it', { standard: 'estimated from the data', only: ['http'] }),
  },
  examples: [
    {
      command: 'stet ctx checkpoint --type delta --data d.jsonl --format claude-code-v1',
      does: 'writes a root with the lines of d.jsonl',
    },
  ],
  output: COMMIT_ID,
  offer: { cli: true, http: true },
  async run({ input, dryRun, commit, workspace }) {
    const { checkpoint } = await import('../../record/chain/checkpoint.ts')
    const { data } = input
    const value = await checkpoint(await workspace(), {
      parent: input.parent === undefined ? undefined : (await commit(input.parent)).id,
      type: input.commit_type,
      ...(data && ('path' in data ? { data: data.path } : { bytes: Buffer.from(data.text) })),
      artifact: input.artifact_ref,
      format: input.format,
      template: input.template,
      principal: input.principal,
      session: input.session_id,
      checkpoint: input.checkpoint,
      ticket: input.ticket_id,
      thread: input.thread_id,
      summary: input.summary,
      messageCount: input.message_count,
      tokenCount: input.token_count,
      dryRun,
    })
    return { value, text: (_, shown: typeof value) => shown.id }
  },
})
