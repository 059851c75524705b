import { z } from 'zod'
import { tag } from '../../../actions/tag.ts'
import { type Action, defineAction } from '../action.ts'
import { DRY_RUN, ENGAGEMENT, RANGE, SESSION, TAGGED } from '../schemas.ts'
import { sessionOf } from '../session-of.ts'

/** Engagements: named workstreams that rounds belong to. */
export const WORKSTREAMS: readonly Action[] = [
  defineAction({
    name: 'tag',
    summary: 'puts rounds into an engagement',
    writes: true,
    input: z.strictObject({ session: SESSION, range: RANGE, engagement: ENGAGEMENT, dry_run: DRY_RUN }),
    output: TAGGED,
    run: async (workspace, { session, range, engagement, dry_run }) =>
      tag(workspace, await sessionOf(workspace, session), { range, engagement, dryRun: dry_run }),
  }),
  defineAction({
    name: 'untag',
    summary: 'takes rounds out of their engagement',
    writes: true,
    input: z.strictObject({ session: SESSION, range: RANGE, dry_run: DRY_RUN }),
    output: TAGGED,
    run: async (workspace, { session, range, dry_run }) =>
      tag(workspace, await sessionOf(workspace, session), { range, engagement: null, dryRun: dry_run }),
  }),
]
