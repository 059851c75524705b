import { z } from 'zod'
import { diff } from '../../../actions/surgery/diff.ts'
import { lineage } from '../../../actions/surgery/lineage.ts'
import { listOperations } from '../../../actions/surgery/list-operations.ts'
import { undo } from '../../../actions/surgery/undo.ts'
import { type Action, defineAction } from '../action.ts'
import { DRY_RUN, SESSION } from '../schemas.ts'
import { sessionOf } from '../session-of.ts'

const RELATIVE = z.looseObject({
  session: z.string(),
  kind: z.string(),
  at: z.string(),
  missing: z.boolean().optional(),
})

/** What was done to sessions, and taking it back. */
export const LINEAGE: readonly Action[] = [
  defineAction({
    name: 'operations',
    summary: 'what was done, the newest first',
    input: z.strictObject({}),
    output: z.array(
      z.looseObject({
        operation: z.string(),
        kind: z.string(),
        at: z.string(),
        from: z.array(z.string()),
        sessions: z.array(z.string()),
        undone: z.boolean(),
      }),
    ),
    run: (workspace) => listOperations(workspace),
  }),
  defineAction({
    name: 'undo',
    summary: 'takes an operation back, the last one unless named',
    writes: true,
    input: z.strictObject({
      operation: z.string().min(1).max(200).optional(),
      force: z.boolean().default(false).describe('also where work went on in the new session'),
      dry_run: DRY_RUN,
    }),
    output: z.looseObject({
      undone: z.string(),
      kind: z.string(),
      removed: z.array(z.string()),
      restored: z.array(z.string()),
    }),
    run: (workspace, { operation, force, dry_run }) => undo(workspace, operation, { force, dryRun: dry_run }),
  }),
  defineAction({
    name: 'diff',
    summary: 'what two sessions would send, compared round by round',
    input: z.strictObject({ a: SESSION, b: SESSION }),
    output: z.looseObject({
      only_a: z.array(z.string()),
      only_b: z.array(z.string()),
      changed: z.array(z.looseObject({ ref: z.string(), from: z.string(), to: z.string() })),
      tokens_a: z.number(),
      tokens_b: z.number(),
    }),
    run: async (workspace, { a, b }) => diff(workspace, await sessionOf(workspace, a), await sessionOf(workspace, b)),
  }),
  defineAction({
    name: 'lineage',
    summary: 'where a session came from, and what came of it',
    input: z.strictObject({ session: SESSION }),
    output: z.looseObject({ session: z.string(), parents: z.array(RELATIVE), children: z.array(RELATIVE) }),
    run: async (workspace, { session }) => lineage(workspace, await sessionOf(workspace, session)),
  }),
]
