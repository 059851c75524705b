import { z } from 'zod'
import { digestSession } from '../../../actions/digest/session-digest.ts'
import { pressureOf } from '../../../actions/pressure/pressure-of.ts'
import { contextWindow } from '../../../actions/read/context-window.ts'
import { inject, kindsOfPart, resolveRef } from '../../../actions/read/inject.ts'
import { overview } from '../../../actions/read/overview.ts'
import { readRounds } from '../../../actions/read/read-rounds.ts'
import { listRounds } from '../../../actions/read/rounds.ts'
import { listSessions } from '../../../actions/read/sessions.ts'
import { show } from '../../../actions/read/show.ts'
import { why } from '../../../actions/read/why.ts'
import { search } from '../../../actions/search/search.ts'
import { parseFidelity } from '../../../actions/surgery/fidelity.ts'
import { BLOCK_KINDS } from '../../../model/block.ts'
import { modifiedAt } from '../../cli/modified-at.ts'
import { type Action, defineAction } from '../action.ts'
import { BLOCK, ENGAGEMENT, FIDELITY, KINDS, RANGE, ROUND_ROW, SESSION, SESSION_ROW } from '../schemas.ts'
import { sessionOf } from '../session-of.ts'

const REF = z.string().min(1).max(4096).describe('rounds: 47, SESSION:47, SESSION:3-9,12, or a block as SESSION:47:3')

export const INSPECT: readonly Action[] = [
  defineAction({
    name: 'overview',
    summary: "this folder's sessions, how full they are, what to do next",
    input: z.strictObject({}),
    output: z.looseObject({
      cwd: z.string(),
      here: z.array(SESSION_ROW),
      elsewhere: z.number(),
      totals: z.looseObject({
        sessions: z.number(),
        rounds: z.number(),
        bytes: z.number(),
        stored_bytes: z.number(),
      }),
      advice: z.array(z.looseObject({ command: z.string(), why: z.string() })),
    }),
    run: (workspace) => overview(workspace, modifiedAt),
  }),
  defineAction({
    name: 'sessions',
    summary: 'every session in the record',
    input: z.strictObject({}),
    output: z.array(SESSION_ROW),
    run: (workspace) => listSessions(workspace, modifiedAt),
  }),
  defineAction({
    name: 'rounds',
    summary: 'the rounds of a session',
    input: z.strictObject({
      session: SESSION,
      last: z.int().min(1).max(1_000_000).optional().describe('only the last so many'),
      after: z.int().min(0).max(1_000_000_000).optional().describe('only those after this one'),
      limit: z.int().min(1).max(1_000_000).optional().describe('the first so many of those'),
    }),
    output: z.array(ROUND_ROW),
    run: async (workspace, { session, ...which }) => listRounds(workspace, await sessionOf(workspace, session), which),
  }),
  defineAction({
    name: 'digest',
    summary:
      'what a session came to: files, decisions, errors, what is open, each with its round, by heading and as markdown',
    input: z.strictObject({ session: SESSION }),
    output: z.looseObject({
      session: z.string(),
      open: z.number(),
      errors: z.number(),
      sections: z.array(
        z.looseObject({
          heading: z.string(),
          entries: z.array(z.looseObject({ text: z.string(), round: z.number() })),
        }),
      ),
      summary: z.string(),
    }),
    run: async (workspace, { session }) => {
      const found = await sessionOf(workspace, session)
      const { view, summary, sections } = await digestSession(workspace, found)
      return { session: found.id, open: view.threads.length, errors: view.errors.open.length, sections, summary }
    },
  }),
  defineAction({
    name: 'window',
    summary: 'what fills the context window of a session, block by block, as its client would send it now',
    input: z.strictObject({ session: SESSION }),
    output: z.looseObject({
      session: z.string(),
      window: z.number(),
      tokens: z.number(),
      fixed: z.number(),
      kinds: z.array(z.enum(BLOCK_KINDS)),
      names: z.array(z.string()),
      parts: z.array(
        z.looseObject({
          kind: z.enum(['round', 'rest', 'index', 'text', 'other']),
          round: z.number(),
          tokens: z.number(),
          blocks: z.array(z.tuple([z.number(), z.number(), z.number()])),
        }),
      ),
      not_sent: z.array(z.looseObject({ round: z.number(), tokens: z.number() })),
    }),
    run: async (workspace, { session }) => contextWindow(workspace, await sessionOf(workspace, session)),
  }),
  defineAction({
    name: 'read',
    summary: 'rounds with their blocks, and what each tool call does and how it ended',
    input: z.strictObject({ session: SESSION, range: RANGE }),
    output: z.looseObject({
      session: z.string(),
      rounds: z.array(z.looseObject({ round: z.number(), blocks: z.array(BLOCK) })),
    }),
    run: async (workspace, { session, range }) => readRounds(workspace, await sessionOf(workspace, session), range),
  }),
  defineAction({
    name: 'show',
    summary: 'rounds with their blocks',
    input: z.strictObject({
      session: SESSION,
      range: RANGE.optional(),
      kinds: KINDS.optional(),
      fidelity: FIDELITY.optional(),
    }),
    output: z.looseObject({
      session: z.string(),
      rounds: z.array(z.looseObject({ round: z.number(), active: z.boolean(), blocks: z.array(BLOCK) })),
    }),
    run: async (workspace, { session, range, kinds, fidelity }) =>
      show(workspace, await sessionOf(workspace, session), {
        range,
        kinds,
        fidelity: fidelity === undefined ? undefined : parseFidelity(fidelity),
      }),
  }),
  defineAction({
    name: 'inject',
    summary: 'one round, or a part of it, back from the record',
    input: z.strictObject({
      ref: REF,
      session: SESSION.optional(),
      part: z.string().max(40).optional().describe('user, assistant, text, thinking, tools, images, notes'),
      fidelity: FIDELITY.optional(),
    }),
    output: z.looseObject({
      ref: z.string(),
      session: z.string(),
      round: z.number(),
      text: z.string(),
      blocks: z.array(BLOCK),
    }),
    run: async (workspace, { ref, session, part, fidelity }) =>
      inject(workspace, await resolveRef(workspace, ref, session, sessionOf), {
        kinds: part === undefined ? undefined : kindsOfPart(part),
        fidelity: fidelity === undefined ? undefined : parseFidelity(fidelity),
      }),
  }),
  defineAction({
    name: 'why',
    summary: 'which round wrote a file or a line of it, and the reasoning there',
    takesFile: true,
    input: z.strictObject({
      file: z.string().min(1).max(4096).describe('its path, or the end of it'),
      line: z.int().min(1).optional(),
      text: z.string().optional().describe('what the file holds now; as far as the record tells unless given'),
    }),
    output: z.looseObject({
      file: z.string(),
      line: z.number().nullable(),
      ref: z.string(),
      session: z.string(),
      round: z.number(),
      commit: z.string().nullable(),
      tool: z.string().nullable(),
      reasoning: z.string(),
      user_request: z.string(),
    }),
    run: (workspace, { file, ...place }) => why(workspace, file, place),
  }),
  defineAction({
    name: 'pressure',
    summary: 'how full the context of a session is, the signs that it is too full, and what to do',
    input: z.strictObject({ session: SESSION }),
    output: z.looseObject({
      session: z.string(),
      percent: z.number(),
      tokens: z.number(),
      window: z.number(),
      level: z.string(),
      signals: z.array(z.looseObject({ name: z.string(), level: z.string() })),
      advice: z.looseObject({ why: z.string() }),
    }),
    run: async (workspace, { session }) => pressureOf(workspace, await sessionOf(workspace, session)),
  }),
  defineAction({
    name: 'search',
    summary: 'the rounds that answer a question or have the words, the best first',
    input: z.strictObject({
      words: z.union([z.string().min(1).max(4000), z.array(z.string().min(1).max(4000)).min(1).max(5)]),
      limit: z.int().min(1).max(50).default(10),
      in: z.enum(['text', 'tools', 'all']).default('text'),
      mode: z.enum(['text', 'meaning', 'both']).optional(),
      session: SESSION.optional(),
      client: z.string().max(200).optional(),
      project: z.string().max(4096).optional(),
      branch: z.string().max(1000).optional(),
      engagement: ENGAGEMENT.optional(),
      agent: z.string().max(200).optional(),
      role: z.string().max(200).optional(),
      after: z.string().max(40).optional(),
      before: z.string().max(40).optional(),
    }),
    output: z.looseObject({
      mode: z.string(),
      took_ms: z.number(),
      hits: z.array(
        z.looseObject({
          ref: z.string(),
          session: z.string(),
          round: z.number(),
          score: z.number(),
          snippet: z.string(),
          marks: z.array(z.tuple([z.number(), z.number()])),
          started: z.string().nullable(),
          client: z.string(),
          engagement_id: z.string().nullable(),
        }),
      ),
    }),
    run: async (workspace, { words, session, in: where, ...options }) => {
      const only = session === undefined ? undefined : await sessionOf(workspace, session)
      const { sessions: _sessions, ...found } = await search(workspace, words, { ...options, where, session: only })
      return found
    },
  }),
]
