import { join } from 'node:path'
import { z } from 'zod'
import { compress } from '../../../actions/digest/compress.ts'
import { requestOf } from '../../../actions/digest/request-of.ts'
import { restore } from '../../../actions/maintain/restore.ts'
import { reviveSession } from '../../../actions/surgery/revive-session.ts'
import { rolloverSession } from '../../../actions/surgery/rollover-session.ts'
import { shrinkSession } from '../../../actions/surgery/shrink-session.ts'
import { Failure } from '../../../model/errors.ts'
import { type Action, defineAction } from '../action.ts'
import { given, HOW, recorded } from '../operating.ts'
import { COMPRESSED, DRY_RUN, OPERATED, PARTS, SESSION } from '../schemas.ts'
import { sessionOf, sessionsOf } from '../session-of.ts'

const MISSING = z.looseObject({
  session: z.string(),
  path: z.string(),
  bytes: z.number(),
  title: z.string().nullable(),
  ended: z.string().nullable(),
})

/** Ways to go on with work: in the same session made smaller, in a fresh one, in one that was gone. */
export const CONTINUE: readonly Action[] = [
  defineAction({
    name: 'revive',
    summary: 'a session to go on in: what is old as an index, the rest whole',
    writes: true,
    input: z.strictObject({
      session: SESSION,
      before: z.string().min(1).max(200).optional().describe('everything before this: a time, or round:N'),
      keep_recent: z.int().min(0).max(1_000_000).optional().describe('all but so many rounds; 10 unless given'),
      before_compaction: z.boolean().default(false).describe("from the originals, not from the client's summary"),
      ...HOW,
    }),
    output: OPERATED,
    run: async (workspace, { session, before, keep_recent, before_compaction, ...how }) => {
      const options = { ...given(how), before, keepRecent: keep_recent, beforeCompaction: before_compaction }
      return recorded(workspace, await reviveSession(workspace, await sessionOf(workspace, session), options))
    },
  }),
  defineAction({
    name: 'rollover',
    summary: 'hands over to a fresh session that begins with a summary',
    writes: true,
    input: z.strictObject({
      session: SESSION,
      quick: z.boolean().default(false).describe('no handoff, only where the session before is'),
      issue: z.string().min(1).max(400).optional().describe('what the work is about, such as issue #12'),
      dry_run: DRY_RUN,
      parts: PARTS,
    }),
    output: OPERATED.extend({ prompt: z.string(), session_number: z.number() }),
    run: async (workspace, { session, quick, issue, dry_run, parts }) => {
      const { signal } = workspace
      const options = { isQuick: quick, issue, dryRun: dry_run, parts, ...(signal && { archiving: { signal } }) }
      return recorded(workspace, await rolloverSession(workspace, await sessionOf(workspace, session), options))
    },
  }),
  defineAction({
    name: 'shrink',
    summary: 'gets a context down to a size by the gentlest way, all ways compared',
    writes: true,
    input: z.strictObject({
      session: SESSION,
      to: z.string().min(1).max(20).describe('40% of the window, or tokens as 80000 or 80k'),
      dry_run: DRY_RUN,
      parts: PARTS,
    }),
    output: OPERATED.extend({
      target: z.number(),
      ways: z.array(
        z.looseObject({
          way: z.string(),
          tokens_after: z.number(),
          text_left_out: z.number(),
          results_left_out: z.number(),
          other_left_out: z.number(),
          rounds_indexed: z.number(),
          reread: z.number(),
          price: z.number().nullable(),
          reaches: z.boolean(),
          chosen: z.boolean(),
        }),
      ),
    }),
    run: async (workspace, { session, to, dry_run, parts }) => {
      const found = await sessionOf(workspace, session)
      const { operated, target, ways } = await shrinkSession(workspace, found, { to, dryRun: dry_run, parts })
      return { ...(await recorded(workspace, operated)), target, ways }
    },
  }),
  defineAction({
    name: 'compress',
    summary: 'rounds compressed into a state and a prompt to go on from in a new session',
    writes: true,
    input: z.strictObject({
      session: SESSION,
      mode: z.enum(['lossy', 'lossless']).default('lossy'),
      turns: z
        .string()
        .min(1)
        .max(40)
        .optional()
        .describe('rounds as 16-35, or recent; all since the last unless given'),
      context: z.string().min(1).max(400).optional().describe('what to take over from before: a tag, or words'),
      scope: z.string().min(1).max(400).optional().describe('only what is about this'),
      dry_run: DRY_RUN,
    }),
    output: COMPRESSED,
    run: async (workspace, { session, mode, turns, context, scope, dry_run }) => {
      if (workspace.storeDir === undefined) {
        throw new Failure('usage', 'There is no folder that compressions are kept in.', {
          hint: 'Run `stet compress` in a terminal.',
        })
      }
      const { id } = await sessionOf(workspace, session)
      const said = { session: id, lossless: mode === 'lossless', turns, context, scope }
      const { session: found, request } = await requestOf(workspace, [], said)
      return compress(workspace, found, request, { out: join(workspace.storeDir, 'compressions'), dryRun: dry_run })
    },
  }),
  defineAction({
    name: 'restore',
    summary: 'sessions whose file the client has deleted; those that are named are put back, to the byte',
    writes: true,
    input: z.strictObject({ sessions: z.array(SESSION).max(1000).default([]), dry_run: DRY_RUN }),
    output: z.looseObject({ missing: z.array(MISSING), restored: z.array(MISSING) }),
    run: async (workspace, { sessions, dry_run }) =>
      restore(workspace, await sessionsOf(workspace, sessions), { dryRun: dry_run }),
  }),
]
