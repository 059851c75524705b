import { z } from 'zod'
import { type Cut, cutSession, mergeSessions, splitSession } from '../../../actions/surgery/operations.ts'
import { readSplitMap } from '../../../actions/surgery/read-split-map.ts'
import { trimSession } from '../../../actions/surgery/trim-session.ts'
import type { Workspace } from '../../../actions/workspace.ts'
import { DROPPABLE } from '../../../model/block.ts'
import { type Action, defineAction } from '../action.ts'
import { type Given, given, HOW, type Priced, recorded } from '../operating.ts'
import { ENGAGEMENT, OPERATED, RANGE, SESSION } from '../schemas.ts'
import { sessionOf, sessionsOf } from '../session-of.ts'

/** The operations that write new sessions. */
export const SURGERY: readonly Action[] = [
  defineAction({
    name: 'trim',
    summary: 'cut long tool results to their beginning, in a new session',
    writes: true,
    input: z.strictObject({
      session: SESSION,
      threshold: z.int().min(0).max(10_000_000).optional().describe('characters that stay; 500 unless given'),
      tools: z.array(z.string().max(200)).max(200).optional().describe('whose results; all for every tool'),
      keep_recent: z.int().min(0).max(1_000_000).optional().describe('leaves the last rounds as they are'),
      tool_inputs: z.boolean().optional().describe('cuts long inputs of calls, too'),
      assistant: z.int().min(-1_000_000).max(1_000_000).optional().describe("cuts the agent's first N long messages"),
      images: z.boolean().optional().describe('replace images with references'),
      duplicates: z.boolean().optional().describe('of results that say the same, only the last stays'),
      superseded: z.boolean().optional().describe('cut file reads that a later read or edit made stale'),
      agents: z.boolean().optional().describe("cuts agents' final reports, too"),
      ...HOW,
    }),
    output: OPERATED,
    run: async (workspace, { session, dry_run, fidelity, parts, keep_recent, tool_inputs, tools, ...rest }) => {
      const how = { ...rest, keepRecent: keep_recent, toolInputs: tool_inputs, tools: toolsIn(tools) }
      const found = await sessionOf(workspace, session)
      return recorded(workspace, await trimSession(workspace, found, set(how), given({ dry_run, fidelity, parts })))
    },
  }),
  defineAction({
    name: 'compress-before',
    summary: 'rounds before a time or round become rows of an index',
    writes: true,
    input: z.strictObject({
      session: SESSION,
      before: z.string().min(1).max(200).describe('a time such as 2026-03-19T10:23Z, or round:N'),
      ...HOW,
    }),
    output: OPERATED,
    run: (workspace, { session, before, ...how }) => cut(workspace, session, { kind: 'compress-before', before }, how),
  }),
  defineAction({
    name: 'compress-engagement',
    summary: 'the rounds of an engagement become rows of an index',
    writes: true,
    input: z.strictObject({ session: SESSION, engagement: ENGAGEMENT, ...HOW }),
    output: OPERATED,
    run: (workspace, { session, engagement, ...how }) =>
      cut(workspace, session, { kind: 'compress-engagement', engagement }, how),
  }),
  defineAction({
    name: 'extract-engagement',
    summary: 'only the rounds of an engagement',
    writes: true,
    input: z.strictObject({ session: SESSION, engagement: ENGAGEMENT, ...HOW }),
    output: OPERATED,
    run: (workspace, { session, engagement, ...how }) =>
      cut(workspace, session, { kind: 'extract-engagement', engagement }, how),
  }),
  defineAction({
    name: 'drop',
    summary: 'leave out rounds, or blocks in them',
    writes: true,
    input: z.strictObject({
      session: SESSION,
      range: RANGE,
      kinds: z.array(z.enum(DROPPABLE)).max(DROPPABLE.length).default([]).describe('only these blocks of the rounds'),
      ...HOW,
    }),
    output: OPERATED,
    run: (workspace, { session, range, kinds, ...how }) => cut(workspace, session, { kind: 'drop', range, kinds }, how),
  }),
  defineAction({
    name: 'merge',
    summary: 'several sessions become one',
    writes: true,
    input: z.strictObject({ sessions: z.array(SESSION).min(2).max(50), ...HOW }),
    output: OPERATED,
    run: async (workspace, { sessions, ...how }) =>
      recorded(workspace, await mergeSessions(workspace, await sessionsOf(workspace, sessions), given(how))),
  }),
  defineAction({
    name: 'split',
    summary: 'one session becomes several, one for each workstream',
    writes: true,
    input: z.strictObject({
      session: SESSION,
      to: z.record(z.string().min(1).max(200), RANGE).describe('the rounds of each child, by its name'),
      shared: RANGE.optional().describe('rounds that every child has in its index'),
      ...HOW,
    }),
    output: OPERATED,
    run: async (workspace, { session, to, shared, ...how }) => {
      const found = await sessionOf(workspace, session)
      const words = Object.entries(to).map(([id, range]) => `${id}=${range}`)
      const ranges = await readSplitMap(workspace, found, { map: undefined, to: words, shared })
      return recorded(workspace, await splitSession(workspace, found, ranges, given(how)))
    },
  }),
]

async function cut(workspace: Workspace, session: string, what: Cut, how: Given): Promise<Priced> {
  return recorded(workspace, await cutSession(workspace, await sessionOf(workspace, session), what, given(how)))
}

function toolsIn(tools: readonly string[] | undefined): readonly string[] | 'all' | undefined {
  return tools?.length === 1 && tools[0] === 'all' ? 'all' : tools
}

/** What was given; where nothing was, the operation's own defaults hold. */
function set<T extends object>(given: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as never
}
