import { z } from 'zod'
import { tag } from '../../../actions/engagements/tag.ts'
import { inscribe } from '../../../actions/record/inscribe.ts'
import { Failure } from '../../../model/errors.ts'
import type { CommitId } from '../../../model/id.ts'
import { ENGAGEMENT, RANGE, SESSION } from '../../api/schemas.ts'
import { sessionOf } from '../../api/session-of.ts'
import { defineTool } from '../tool.ts'

export const tagTool = defineTool({
  name: 'tag',
  description: 'Puts rounds of a session into an engagement, a named workstream; `untag` takes them out of any.',
  writes: true,
  input: z.strictObject({
    session: SESSION,
    range: RANGE,
    engagement: ENGAGEMENT.optional(),
    untag: z.boolean().default(false),
  }),
  run: async (workspace, { session, range, engagement, untag }) => {
    if ((engagement === undefined) !== untag) {
      throw new Failure('usage', 'tag: give either an engagement or untag.', {
        hint: 'For example {"session":"latest","range":"3-9","engagement":"console-work"}.',
      })
    }
    const known = await sessionOf(workspace, session)
    const { tagged } = await tag(workspace, known, { range, engagement: engagement ?? null })
    return `${tagged.length} rounds of ${known.id} are in ${engagement ?? 'no engagement'}: ${tagged.join(', ')}.`
  },
})

export const checkpointTool = defineTool({
  name: 'checkpoint',
  description:
    'Records what a session has now, so that this point can be gone back to; with a summary of what is understood here. Answers the commit.',
  writes: true,
  input: z.strictObject({
    session: SESSION.default('latest'),
    summary: z.string().min(1).max(10_000).optional(),
  }),
  run: async (workspace, { session, summary }) => {
    const known = await sessionOf(workspace, session)
    const { sessions, failed } = await inscribe(workspace, [known.source])
    const head = sessions[0]?.head ?? known.head
    if (head === null || (failed.length > 0 && !sessions[0])) {
      throw new Failure(failed[0]?.code ?? 'file-not-found', failed[0]?.message ?? 'There is nothing to record yet.', {
        hint: failed[0]?.hint ?? 'Run `stet sessions` to see what is recorded.',
      })
    }
    if (summary !== undefined) await workspace.store.setSummary(head as CommitId, summary)
    return `${head}: session ${known.id} is recorded, ${sessions[0]?.new_bytes ?? 0} bytes of it new.`
  },
})
