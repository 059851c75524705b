import { z } from 'zod'
import { history, showCommit } from '../../../actions/ctx/history.ts'
import { resolveCommit } from '../../../actions/ctx/resolve-commit.ts'
import { verify } from '../../../actions/verify.ts'
import { type Action, defineAction } from '../action.ts'
import { COMMIT, COMMIT_FIELDS } from '../schemas.ts'

/** Commits, and the proof that what they name is there. */
export const CHAINS: readonly Action[] = [
  defineAction({
    name: 'ctx history',
    summary: 'a commit and its ancestors, with the forks on the way',
    input: z.strictObject({
      commit: COMMIT,
      depth: z.int().min(1).max(10_000).default(200),
      lines: z.boolean().default(true).describe('works out what commits without a summary are about'),
    }),
    output: z.looseObject({ commits: z.array(COMMIT_FIELDS) }),
    run: async (workspace, { commit, depth, lines }) =>
      history(workspace, await resolveCommit(workspace, commit), depth, { lines }),
  }),
  defineAction({
    name: 'ctx show',
    summary: 'everything known about a commit',
    input: z.strictObject({ commit: COMMIT }),
    output: COMMIT_FIELDS,
    run: async (workspace, { commit }) => showCommit(workspace, await resolveCommit(workspace, commit)),
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
