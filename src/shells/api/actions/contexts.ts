import { z } from 'zod'
import { checkpoint } from '../../../actions/ctx/checkpoint.ts'
import { contentOf } from '../../../actions/ctx/content-of.ts'
import { currentContext, resolveAt } from '../../../actions/ctx/history.ts'
import { openContext } from '../../../actions/ctx/materialize.ts'
import { deleteContextName, getContextName, listContextNames, setContextName } from '../../../actions/ctx/names.ts'
import { start } from '../../../actions/ctx/start.ts'
import { CHECKPOINTS, COMMIT_TYPES } from '../../../model/commit.ts'
import { type Action, defineAction } from '../action.ts'
import { COMMIT, DRY_RUN, SESSION } from '../schemas.ts'
import { commitOf, sessionOf } from '../session-of.ts'

const ID = z.looseObject({ id: z.string(), context_id: z.string() })
const NAME = z.string().min(1).max(100).describe('a word, or several with / between them')
const NAMED = z.looseObject({ name: z.string(), context_id: z.string() })
const FORMAT = z.string().min(1).max(80)
const LABEL = z.string().min(1).max(100)
const COUNT = z.int().min(0).optional().describe('as many as are counted in the lines unless given')

/** What agents say of themselves: commits, what they hold, and the names they have. Whose a commit is, the server says. */
export const CONTEXTS: readonly Action[] = [
  defineAction({
    name: 'ctx checkpoint',
    summary: 'writes a commit: after a parent, or as a root',
    writes: true,
    takesFile: true,
    input: z.strictObject({
      parent: COMMIT.optional(),
      commit_type: z.enum(COMMIT_TYPES),
      data: z
        .string()
        .optional()
        .describe('the new lines, or the new array as JSON; exactly one of data and artifact_ref is given'),
      artifact_ref: z.string().min(4).max(80).optional(),
      format: FORMAT.describe('how the data is written, such as claude-code-v1 or events-v1'),
      template: LABEL.optional(),
      session_id: z.string().min(1).max(200).optional(),
      checkpoint: z.enum(CHECKPOINTS).optional(),
      ticket_id: LABEL.optional(),
      thread_id: LABEL.optional(),
      summary: z.string().max(10_000).optional(),
      message_count: COUNT,
      token_count: COUNT,
      dry_run: DRY_RUN,
    }),
    output: ID,
    run: async (workspace, input) =>
      checkpoint(workspace, {
        parent: input.parent === undefined ? undefined : (await commitOf(workspace, input.parent)).id,
        type: input.commit_type,
        bytes: input.data === undefined ? undefined : Buffer.from(input.data),
        artifact: input.artifact_ref,
        format: input.format,
        template: input.template,
        session: input.session_id,
        checkpoint: input.checkpoint,
        ticket: input.ticket_id,
        thread: input.thread_id,
        summary: input.summary,
        messageCount: input.message_count,
        tokenCount: input.token_count,
        dryRun: input.dry_run,
      }),
  }),
  defineAction({
    name: 'ctx materialize',
    summary:
      'the context that a commit represents, in its own or another format: how much it is, and with include_content its text, secrets masked',
    writes: true,
    input: z.strictObject({
      commit_id: COMMIT,
      stop_strategy: COMMIT.default('compaction').describe('compaction, root or an ancestor'),
      output_format: FORMAT.optional().describe('such as events-v1; that of the commit unless given'),
      include_content: z.boolean().default(false),
      dry_run: DRY_RUN,
    }),
    output: z.looseObject({
      artifact_ref: z.string(),
      format: z.string(),
      tier: z.string(),
      message_count: z.number(),
      token_count: z.number(),
      commit_count: z.number(),
      cached: z.boolean(),
      content: z.string().optional(),
      content_type: z.string().optional(),
    }),
    run: async (workspace, { commit_id, stop_strategy, output_format, include_content, dry_run }) => {
      const commit = await commitOf(workspace, commit_id)
      const isWord = stop_strategy === 'compaction' || stop_strategy === 'root'
      const stop = isWord ? stop_strategy : (await commitOf(workspace, stop_strategy)).id
      const { made, read } = await openContext(workspace, commit, stop, { to: output_format, dryRun: dry_run })
      return include_content ? { ...made, ...contentOf(made.format, await read()) } : made
    },
  }),
  defineAction({
    name: 'ctx resolve',
    summary: 'the last commit of a principal at or before a time; null where there is none',
    input: z.strictObject({
      principal_local: z.string().min(1).max(400).optional().describe('<user>@<host>/<client>; you unless given'),
      timestamp: z.string().min(1).max(60),
    }),
    output: z.looseObject({ commit_id: z.string().nullable() }),
    run: (workspace, { principal_local, timestamp }) => resolveAt(workspace, principal_local, timestamp),
  }),
  defineAction({
    name: 'ctx current',
    summary: 'the commit of this moment; null before the first one',
    writes: true,
    input: z.strictObject({ session: SESSION.optional() }),
    output: z.looseObject({ context_id: z.string().nullable() }),
    run: async (workspace, { session }) =>
      currentContext(workspace, session === undefined ? undefined : (await sessionOf(workspace, session)).id),
  }),
  defineAction({
    name: 'ctx update',
    summary: 'gives a commit another summary; nothing else about it can change',
    writes: true,
    input: z.strictObject({ commit_id: COMMIT, summary: z.string().min(1).max(10_000) }),
    output: ID,
    run: async (workspace, { commit_id, summary }) => {
      const { id } = await commitOf(workspace, commit_id)
      await workspace.store.setSummary(id, summary)
      return { id, context_id: id, summary }
    },
  }),
  defineAction({
    name: 'ctx set',
    summary: 'gives a commit a name; one that was another commit’s moves',
    writes: true,
    input: z.strictObject({
      name: NAME,
      commit_id: COMMIT,
      expect: COMMIT.optional().describe('the commit that the name must mean now for it to move, none for no commit'),
      dry_run: DRY_RUN,
    }),
    output: NAMED,
    run: async (workspace, { name, commit_id, expect, dry_run }) =>
      setContextName(workspace, name, await commitOf(workspace, commit_id), {
        expect: expect === undefined || expect === 'none' ? expect : (await commitOf(workspace, expect)).id,
        dryRun: dry_run,
      }),
  }),
  defineAction({
    name: 'ctx get',
    summary: 'the commit that has a name',
    input: z.strictObject({ name: NAME }),
    output: NAMED,
    run: (workspace, { name }) => getContextName(workspace, name),
  }),
  defineAction({
    name: 'ctx list',
    summary: 'every name with its commit, or those that begin with a prefix',
    input: z.strictObject({ prefix: z.string().max(100).default('') }),
    output: z.array(NAMED),
    run: (workspace, { prefix }) => listContextNames(workspace, prefix),
  }),
  defineAction({
    name: 'ctx delete',
    summary: 'takes a name away; its commit stays',
    writes: true,
    input: z.strictObject({ name: NAME }),
    output: NAMED,
    run: (workspace, { name }) => deleteContextName(workspace, name),
  }),
  defineAction({
    name: 'start',
    summary: 'a new session that goes on from a commit, as some kind of agent; from none the command that begins one',
    writes: true,
    input: z.strictObject({
      template: LABEL,
      context: COMMIT.default('latest'),
      ticket: LABEL.optional(),
      dry_run: DRY_RUN,
    }),
    output: z.looseObject({
      session: z.string().nullable(),
      path: z.string().nullable(),
      resume: z.string(),
      context: z.string().nullable(),
    }),
    run: async (workspace, { template, context, ticket, dry_run }) =>
      start(workspace, {
        template,
        context: context === 'none' ? context : (await commitOf(workspace, context)).id,
        ticket,
        dryRun: dry_run,
      }),
  }),
]
