import { z } from 'zod'
import { digestSession } from '../../../actions/digest/session-digest.ts'
import { SESSION } from '../../api/schemas.ts'
import { sessionOf } from '../../api/session-of.ts'
import { PAGE, pageOf } from '../page.ts'
import { defineTool } from '../tool.ts'

export const summaryTool = defineTool({
  name: 'summary',
  description:
    'Says what a session came to, without a model: task, rules of the user, decisions, facts, files, tests, the current error and what is still to do, each with its round. Read it before you go on with work of an earlier session.',
  input: z.strictObject({ session: SESSION.default('latest'), page: PAGE }),
  run: async (workspace, { session, page }) => {
    const { sections } = await digestSession(workspace, await sessionOf(workspace, session))
    const told = sections.map(({ heading, entries }) =>
      [`## ${heading}`, ...entries.map(({ text, round }) => `- ${text} (round ${round})`)].join('\n'),
    )
    return pageOf(told.length === 0 ? 'Nothing was said in it that should be known later.' : told.join('\n\n'), page)
  },
})
