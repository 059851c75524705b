import { z } from 'zod'
import { type FoundRound, search } from '../../../actions/search/search.ts'
import { ENGAGEMENT, SESSION } from '../../api/schemas.ts'
import { sessionOf } from '../../api/session-of.ts'
import { defineTool } from '../tool.ts'

const TEXT = z.string().min(1).max(4000)

/** Takes the words of Stet and those that skills written for episodic-memory use. */
export const searchTool = defineTool({
  name: 'search',
  description:
    'Finds rounds of past sessions: what people and agents said, by a question, words, "a phrase", code or an error message. Answers references and snippets, the best first; get a round whole with `inject`, or with `read`. Use it before deciding something again, or when earlier work is mentioned.',
  input: z.strictObject({
    query: z
      .union([TEXT, z.array(TEXT).min(1).max(5)])
      .describe('what to look for; of several texts each must be said'),
    mode: z.enum(['text', 'meaning', 'both', 'vector']).optional().describe('by words, by meaning, or by both'),
    in: z.enum(['text', 'tools', 'all']).default('text').describe('tools: what tools got and gave, which takes longer'),
    limit: z.int().min(1).max(50).default(10),
    after: z.string().max(40).optional().describe('from then on: 2026-03-19, a time, or 7d'),
    before: z.string().max(40).optional().describe('up to then'),
    project: z.string().max(4096).optional().describe('a folder, by its path or its name'),
    session: SESSION.optional(),
    session_id: SESSION.optional().describe('the same as session'),
    engagement: ENGAGEMENT.optional(),
    client: z.string().max(200).optional(),
    branch: z.string().max(1000).optional(),
    git_branch: z.string().max(1000).optional().describe('the same as branch'),
    agent: z.string().max(200).optional().describe('only sessions of this agent'),
    role: z.string().max(200).optional().describe('who said it: user, assistant or tool; or the role of the agent'),
    response_format: z.enum(['markdown', 'json']).default('markdown'),
  }),
  run: async (workspace, input) => {
    const { query, mode, in: where, session = input.session_id, response_format, limit, after, before } = input
    const { project, engagement, client, branch = input.git_branch, agent, role } = input
    const only = session === undefined ? undefined : await sessionOf(workspace, session)
    const filters = { session: only, after, before, project, engagement, client, branch, agent, role }
    const { sessions: _all, ...found } = await search(workspace, query, {
      ...filters,
      where,
      limit,
      mode: mode === 'vector' ? 'meaning' : mode,
    })
    if (response_format === 'json') return JSON.stringify(found)
    if (found.hits.length === 0)
      return 'Nothing was found. Other words may do, or `in: "all"`, which looks at tools too.'
    const notes = found.instead.map(({ typed, words }) => `Nobody said "${typed}"; looked for ${words.join(', ')}.`)
    return [...notes, ...found.notes, ...found.hits.map(hitText)].join('\n\n')
  },
})

function hitText({ rank, ref, started, title, snippet, marks, engagement_id }: FoundRound): string {
  const facts = [started?.slice(0, 16).concat('Z'), title, engagement_id].filter((fact) => fact)
  return `${rank}. **${ref}** ${facts.join(' · ')}\n${markedText(snippet, marks)}`
}

function markedText(text: string, marks: FoundRound['marks']): string {
  let at = 0
  let marked = ''
  for (const [start, end] of marks) {
    marked += `${text.slice(at, start)}**${text.slice(start, end)}**`
    at = end
  }
  return marked + text.slice(at)
}
