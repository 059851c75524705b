import { defineCommand } from '../kit/command.ts'
import { commit } from '../kit/fields.ts'
import { list, number, object, orNull, string } from '../kit/shape.ts'

export const ctxDiff = defineCommand({
  name: 'ctx diff',
  topic: 'chains',
  summary: 'Compare two commits: their last common ancestor, and the rounds that only one of them has',
  arguments: { a: commit({ names: {} }), b: commit({ names: {} }) },
  options: {},
  examples: [
    { command: 'POST /api/ctx/diff {"a":"ctx-1a2b3c4d","b":"latest"}', does: 'compares it with the newest commit' },
  ],
  output: object({
    a: string,
    b: string,
    base: orNull(string),
    commits_a: list(string),
    commits_b: list(string),
    only_a: list(string),
    only_b: list(string),
    same: number,
    tokens_a: number,
    tokens_b: number,
  }),
  offer: { http: true },
  async run({ input, commit, workspace }) {
    const { diffCommits } = await import('../../record/chain/diff-commits.ts')
    const value = await diffCommits(await workspace(), await commit(input.a), await commit(input.b))
    return { value, text: (_, shown: typeof value) => [...shown.only_a, ...shown.only_b].join('\n') }
  },
})
