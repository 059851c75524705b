import { z } from 'zod'
import { diffCommits } from '../../../actions/ctx/diff-commits.ts'
import { history, showCommit } from '../../../actions/ctx/history.ts'
import { verify } from '../../../actions/maintain/verify.ts'
import { type Action, defineAction } from '../action.ts'
import { COMMIT, COMMIT_FIELDS } from '../schemas.ts'
import { commitOf } from '../session-of.ts'

/** Commits, and the proof that what they name is there. */
export const CHAINS: readonly Action[] = [
  defineAction({
    name: 'ctx history',
    summary: 'a commit and its ancestors, with the forks on the way',
    input: z.strictObject({
      commit_id: COMMIT,
      depth: z.int().min(1).max(10_000).default(200),
      lines: z.boolean().default(true).describe('works out what commits without a summary are about'),
    }),
    output: z.looseObject({ commits: z.array(COMMIT_FIELDS) }),
    run: async (workspace, { commit_id, depth, lines }) =>
      history(workspace, await commitOf(workspace, commit_id), depth, { lines }),
  }),
  defineAction({
    name: 'ctx show',
    summary: 'everything known about a commit',
    input: z.strictObject({ commit_id: COMMIT }),
    output: COMMIT_FIELDS,
    run: async (workspace, { commit_id }) => showCommit(workspace, await commitOf(workspace, commit_id)),
  }),
  defineAction({
    name: 'ctx diff',
    summary: 'two commits compared: where they parted, and the rounds that one has and the other has not',
    input: z.strictObject({ a: COMMIT, b: COMMIT }),
    output: z.looseObject({
      a: z.string(),
      b: z.string(),
      base: z.string().nullable(),
      commits_a: z.array(z.string()),
      commits_b: z.array(z.string()),
      only_a: z.array(z.string()),
      only_b: z.array(z.string()),
      same: z.number(),
      tokens_a: z.number(),
      tokens_b: z.number(),
    }),
    run: async (workspace, { a, b }) =>
      diffCommits(workspace, await commitOf(workspace, a), await commitOf(workspace, b)),
  }),
  defineAction({
    name: 'verify',
    summary: 'reads the whole record and proves that nothing in it is damaged',
    input: z.strictObject({}),
    output: z.looseObject({
      ok: z.boolean(),
      checked: z.number(),
      damaged: z.array(z.looseObject({ where: z.string(), what: z.string() })),
    }),
    run: (workspace) => verify(workspace, { dryRun: true }),
  }),
]
