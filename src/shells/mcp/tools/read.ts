import { z } from 'zod'
import { blockText } from '../../../actions/read/block-text.ts'
import { inject, resolveRef } from '../../../actions/read/inject.ts'
import { show } from '../../../actions/read/show.ts'
import type { Workspace } from '../../../actions/workspace.ts'
import { sessionOf } from '../../api/session-of.ts'
import { PAGE, pageOf } from '../page.ts'
import { defineTool } from '../tool.ts'

/** With `search` the pair that skills written for episodic-memory expect: there a path, here a reference does too. */
export const readTool = defineTool({
  name: 'read',
  description:
    'Reads a session that `search` found, as a conversation. `path` is a reference (SESSION:47), a session, or the path of its transcript; `startLine` and `endLine` choose lines of the answer, `page` its pages.',
  input: z.strictObject({
    path: z.string().min(1).max(4096).describe('SESSION:47, SESSION:3-9, a session, or the path of a transcript'),
    startLine: z.int().min(1).optional(),
    endLine: z.int().min(1).optional(),
    page: PAGE,
  }),
  run: async (workspace, { path, startLine, endLine, page }) => {
    const text = await textOf(workspace, path)
    if (startLine === undefined && endLine === undefined) return pageOf(text, page)
    return pageOf(
      text
        .split('\n')
        .slice((startLine ?? 1) - 1, endLine)
        .join('\n'),
      page,
    )
  },
})

async function textOf(workspace: Workspace, path: string): Promise<string> {
  if (/:(?:[\d,\s-]+|all)$/.test(path)) {
    return (await inject(workspace, await resolveRef(workspace, path, undefined, sessionOf))).text
  }
  const session = await sessionOf(workspace, path)
  const { rounds } = await show(workspace, session, { kinds: ['user-text', 'assistant-text', 'tool_use'] })
  return rounds
    .map(({ round, started, blocks }) => {
      const said = blocks.map((block) => `${block.role}: ${blockText(block)}`).filter(Boolean)
      return `## ${session.id}:${round} ${started ?? ''}\n\n${said.join('\n\n')}`
    })
    .join('\n\n')
}
