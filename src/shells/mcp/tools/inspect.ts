import { z } from 'zod'
import { pressureOf } from '../../../actions/pressure/pressure-of.ts'
import { inject, kindsOfPart, resolveRef } from '../../../actions/read/inject.ts'
import { labelledText } from '../../../actions/read/labelled-text.ts'
import { overview } from '../../../actions/read/overview.ts'
import { listRounds } from '../../../actions/read/rounds.ts'
import { listSessions, type SessionSummary } from '../../../actions/read/sessions.ts'
import { SESSION } from '../../api/schemas.ts'
import { sessionOf } from '../../api/session-of.ts'
import { modifiedAt } from '../../cli/modified-at.ts'
import { PAGE, pageOf } from '../page.ts'
import { defineTool } from '../tool.ts'

export const injectTool = defineTool({
  name: 'inject',
  description:
    'Gives rounds back from the record, whole: what was said, thought, and what tools got and gave. The way back from a row of an index table or a hit of `search`.',
  input: z.strictObject({
    ref: z.string().min(1).max(4096).describe('SESSION:47, SESSION:3-9,12, or 47 with a session'),
    session: SESSION.optional(),
    part: z
      .string()
      .max(40)
      .optional()
      .describe('only a part: user, assistant, text, thinking, tools, tool_use, tool_result, images, notes'),
    page: PAGE,
  }),
  run: async (workspace, { ref, session, part, page }) => {
    const found = await resolveRef(workspace, ref, session, sessionOf)
    const { blocks } = await inject(workspace, found, part === undefined ? {} : { kinds: kindsOfPart(part) })
    const text = labelledText(blocks)
    return pageOf(text === '' ? '(nothing of that is in it)' : text, page)
  },
})

export const roundsTool = defineTool({
  name: 'rounds',
  description: 'Lists the rounds of a session, one line each: number, time, engagement, what was asked and answered.',
  input: z.strictObject({ session: SESSION.default('latest'), page: PAGE }),
  run: async (workspace, { session, page }) => {
    const rows = await listRounds(workspace, await sessionOf(workspace, session))
    const lines = rows.map(
      (row) =>
        `${row.round} ${row.started?.slice(0, 16) ?? ''} ${row.engagement_id ?? '-'} ${row.token_count} tokens: ${row.user_preview} → ${row.agent_preview}`,
    )
    return pageOf(lines.map((line) => line.replace(/\s+/g, ' ')).join('\n'), page)
  },
})

export const sessionsTool = defineTool({
  name: 'sessions',
  description: 'Lists the sessions in the record, the newest first: id, title, folder, rounds, how full.',
  input: z.strictObject({
    project: z.string().max(4096).optional().describe('only of this folder'),
    limit: z.int().min(1).max(500).default(50),
    page: PAGE,
  }),
  run: async (workspace, { project, limit, page }) => {
    const all = await listSessions(workspace, modifiedAt)
    const chosen = all.filter(({ cwd }) => project === undefined || cwd === project || cwd?.endsWith(`/${project}`))
    const lines = chosen.slice(0, limit).map(sessionLine)
    return pageOf(lines.length === 0 ? 'There are none.' : lines.join('\n'), page)
  },
})

export const statusTool = defineTool({
  name: 'status',
  description:
    'Says how full a session is, what fills it and what to do about it; without a session, the sessions of this folder.',
  input: z.strictObject({ session: SESSION.optional() }),
  run: async (workspace, { session }) => {
    if (session !== undefined) {
      const { percent, level, breakdown, advice } = await pressureOf(workspace, await sessionOf(workspace, session))
      return JSON.stringify({ percent, level, breakdown, advice })
    }
    const { cwd, here, totals, advice } = await overview(workspace, modifiedAt)
    const next = advice.map(({ command, why }) => `→ ${command} (${why})`)
    const known = `${cwd}: ${here.length} sessions here, ${totals.sessions} in all, ${totals.rounds} rounds.`
    return [known, ...here.slice(0, 10).map(sessionLine), ...next].join('\n')
  },
})

function sessionLine({ session, title, cwd, rounds, percent, ended, client, engagements }: SessionSummary): string {
  const facts = [client, `${rounds} rounds`, `${Math.round(percent)} % full`, ended?.slice(0, 16), cwd, ...engagements]
  return `${session} ${JSON.stringify(title ?? '')} ${facts.filter(Boolean).join(', ')}`
}
