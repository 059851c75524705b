import { z } from 'zod'
import { listEngagements } from '../../../actions/engagements/list-engagements.ts'
import { matrixOf } from '../../../actions/engagements/matrix.ts'
import { suggestEngagements } from '../../../actions/engagements/suggest-engagements.ts'
import { tag } from '../../../actions/engagements/tag.ts'
import { type Action, defineAction } from '../action.ts'
import { DRY_RUN, ENGAGEMENT, RANGE, SESSION, TAGGED } from '../schemas.ts'
import { sessionOf } from '../session-of.ts'

const PLACE = z.looseObject({ session: z.string(), range: z.string() })

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
  defineAction({
    name: 'engagements',
    summary: 'every engagement that rounds carry, the last used first, and tags that look like slips',
    input: z.strictObject({}),
    output: z.looseObject({
      engagements: z.array(z.looseObject({ engagement: z.string(), rounds: z.number(), sessions: z.array(PLACE) })),
      odd: z.array(z.looseObject({ session: z.string(), range: z.string(), why: z.string() })),
    }),
    run: (workspace) => listEngagements(workspace),
  }),
  defineAction({
    name: 'engagements suggest',
    summary: 'the workstreams that rounds of a session seem to belong to; writes nothing',
    input: z.strictObject({ session: SESSION }),
    output: z.looseObject({
      engagements: z.array(
        z.looseObject({
          engagement: z.string(),
          rounds: z.number(),
          about: z.array(z.string()),
          sessions: z.array(PLACE),
        }),
      ),
    }),
    run: async (workspace, { session }) =>
      suggestEngagements(workspace, { session: await sessionOf(workspace, session) }),
  }),
  defineAction({
    name: 'matrix',
    summary: 'the rounds of an engagement by its phases and the roles of those who worked in it',
    input: z.strictObject({ engagement: ENGAGEMENT }),
    output: z.looseObject({
      engagement: z.string(),
      phases: z.array(
        z.looseObject({
          phase: z.string(),
          cells: z.record(z.string(), z.array(z.string())),
          counts: z.record(z.string(), z.number()),
        }),
      ),
    }),
    run: (workspace, { engagement }) => matrixOf(workspace, engagement),
  }),
]
